#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/records/manifest.hpp"

namespace descent {

/// Part of a results folder that a figure or table shows.
struct ShownPart {
  std::vector<ProblemKey> problems{};  ///< none: all
  std::vector<std::size_t> methods{};  ///< places in the manifest; none: all
};

/// The manifest's conditions, one sentence per kind: "Not tuned, at the default: SCD step = 1 (a9a)."
/// Problems are named if a condition does not hold for all that are shown, and more than six methods under a
/// changing machine are only counted. Empty without conditions.
std::vector<std::string> condition_sentences(const Manifest& manifest, const ShownPart& shown = {});

/// Content of tables/conditions.csv, a row for each condition of a problem or of a method on it; empty
/// without conditions. Other tables have these columns too.
std::string conditions_csv(const Manifest& manifest);

}  // namespace descent
