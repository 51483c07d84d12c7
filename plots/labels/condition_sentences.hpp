#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plots/results/manifest.hpp"

namespace descent {

/// The part of a results folder that a figure or table shows.
struct ShownPart {
  std::vector<ProblemKey> problems{};  ///< none: all
  std::vector<std::size_t> methods{};  ///< places in the manifest; none: all
};

/// The manifest's conditions for people, a sentence a kind: "Not tuned, at the default: SCD step = 1 (a9a)."
/// Problems are named where a condition does not hold for all that are shown.
std::vector<std::string> condition_sentences(const Manifest& manifest, const ShownPart& shown = {});

/// The heading of a kind, without a colon: "Not tuned, at the default".
std::string_view heading_of(ConditionKind kind);

}  // namespace descent
