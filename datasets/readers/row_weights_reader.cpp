#include "datasets/readers/row_weights_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {

namespace {

/// A line's text without comment and outer blanks.
std::string_view content_of(std::string_view line) {
  constexpr std::string_view blanks = " \t";
  line = line.substr(0, line.find('#'));
  const std::size_t first = std::min(line.find_first_not_of(blanks), line.size());
  line.remove_prefix(first);
  return line.substr(0, line.find_last_not_of(blanks) + 1);
}

}  // namespace

std::vector<double> read_row_weights(const std::filesystem::path& path, Index rows) {
  constexpr std::size_t longest_shown = 40;
  const auto expected = static_cast<std::size_t>(rows);
  std::vector<double> weights;
  weights.reserve(expected);
  LineReader lines(path);
  while (const auto line = lines.next()) {
    const std::string_view text = content_of(*line);
    if (text.empty()) continue;
    const std::optional<double> weight = number_of<double>(without_plus(text));
    if (!weight || !std::isfinite(*weight) || *weight < 0)
      lines.fail(fmt::format("expected the weight of a row, a number >= 0, got '{}'",
                             printable(std::string(text), longest_shown)));
    if (weights.size() == expected)
      lines.fail(fmt::format("expected no more than {} weights, one for each of the training rows", rows));
    weights.push_back(*weight);
  }
  if (weights.size() < expected)
    throw DataError(fmt::format("{}: has {} weights, expected {}, one for each of the training rows",
                                path.string(), weights.size(), rows));
  if (std::ranges::all_of(weights, [](double weight) { return weight == 0; }))
    throw DataError(fmt::format("{}: all weights are 0: there is nothing to optimise", path.string()));
  return weights;
}

}  // namespace descent
