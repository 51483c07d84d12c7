#include "support/text/did_you_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "support/text/printable.hpp"

namespace descent {
namespace {

char in_lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Characters to add, drop, replace or swap with the next to turn one word into the other (optimal string
/// alignment), whether in capitals or not.
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::vector<std::size_t>> steps(from.size() + 1, std::vector<std::size_t>(to.size() + 1));
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t j = 0; j <= to.size(); ++j) {
      if (i == 0 || j == 0) {
        steps[i][j] = i + j;
        continue;
      }
      const std::size_t replaced =
          steps[i - 1][j - 1] + (in_lower_case(from[i - 1]) == in_lower_case(to[j - 1]) ? 0 : 1);
      steps[i][j] = std::min({steps[i - 1][j] + 1, steps[i][j - 1] + 1, replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        steps[i][j] = std::min(steps[i][j], steps[i - 2][j - 2] + 1);
      }
    }
  }
  return steps.back().back();
}

/// True if the first word is long enough to be a part of the second.
bool shares_part(std::string_view part, std::string_view whole) {
  constexpr std::size_t shortest_part = 3;
  return part.size() >= shortest_part && whole.find(part) != std::string_view::npos;
}

}  // namespace

std::string did_you_mean(std::string_view given, std::span<const std::string> known) {
  constexpr std::size_t longest_word = 100;  // no known word is near a longer one
  if (given.size() > longest_word) return "";
  const auto nearest = std::ranges::min_element(
      known, [&](const auto& a, const auto& b) { return distance(given, a) < distance(given, b); });
  if (nearest == known.end()) return "";
  const std::size_t changes = distance(given, *nearest);
  if (changes < given.size() && changes <= std::max<std::size_t>(1, given.size() / 3))
    return fmt::format(", did you mean '{}'?", shown(*nearest));
  const auto with_part = std::ranges::find_if(
      known, [&](const std::string& word) { return shares_part(given, word) || shares_part(word, given); });
  return with_part == known.end() ? "" : fmt::format(", did you mean '{}'?", shown(*with_part));
}

std::string shown_list(std::span<const std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + shown(name);
  return text;
}

}  // namespace descent
