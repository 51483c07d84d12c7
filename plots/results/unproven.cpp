#include "plots/results/unproven.hpp"

#include <fmt/ranges.h>

#include "support/text/plural.hpp"

namespace descent {
namespace {

/// "3 runs, manifest.json and decision.json"
std::string names_of(const Unproven& unproven) {
  std::vector<std::string> names = unproven.files;
  if (unproven.runs > 0) names.insert(names.begin(), plural(unproven.runs, "run"));
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

}  // namespace

void Unproven::add(const Unproven& other) {
  runs += other.runs;
  files.insert(files.end(), other.files.begin(), other.files.end());
}

std::string Unproven::text() const {
  if (is_empty()) return "";
  return fmt::format(
      "{} {} no checksum (written by an earlier version, or the provenance is missing): that no number was "
      "changed since cannot be told, only that each is possible",
      names_of(*this), runs + files.size() == 1 ? "has" : "have");
}

std::string Unproven::note() const {
  return is_empty() ? "" : fmt::format("Without a checksum: {}.", names_of(*this));
}

}  // namespace descent
