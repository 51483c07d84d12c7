#include "plots/results/unproven.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "support/text/plural.hpp"

namespace descent {
namespace {

/// "3 runs, manifest.json and decision.json"
std::string names_of(const Unproven& unproven) {
  std::vector<std::string> names = unproven.files;
  if (!unproven.runs.empty()) names.insert(names.begin(), plural(unproven.runs.size(), "run"));
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

}  // namespace

void Unproven::add(const Unproven& other) {
  runs.insert(runs.end(), other.runs.begin(), other.runs.end());
  files.insert(files.end(), other.files.begin(), other.files.end());
}

std::string Unproven::text() const {
  if (is_empty()) return "";
  constexpr std::size_t most = 10;
  const auto shown = std::span(runs).first(std::min(most, runs.size()));
  return fmt::format(
      "{} {} no checksum (written by an earlier version, or the provenance is missing): that no number was "
      "changed since cannot be told, only that each is possible{}{}{}",
      names_of(*this), runs.size() + files.size() == 1 ? "has" : "have", runs.empty() ? "" : ": ",
      fmt::join(shown, ", "),
      shown.size() < runs.size() ? fmt::format(" and {} more", runs.size() - shown.size()) : "");
}

std::string Unproven::note() const {
  return is_empty() ? "" : fmt::format("Without a checksum: {}.", names_of(*this));
}

}  // namespace descent
