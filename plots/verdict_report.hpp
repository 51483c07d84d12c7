#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/claims.hpp"
#include "plots/verdict.hpp"

namespace descent {

/// Where claims and their answers come from, for readers.
struct VerdictSources {
  std::string claims_file;
  std::vector<std::string> folders;
};

/// For a terminal: each claim with its verdict and a line for every comparison, with all numbers.
std::string verdict_text(const Claims& claims, const VerdictSources& sources,
                         std::span<const ClaimAnswer> answers);

/// For a README: a table with a line a claim (finding, claim, verdict, where it holds), the rules, and the
/// numbers of all comparisons folded away under it.
std::string verdict_markdown(const Claims& claims, const VerdictSources& sources,
                             std::span<const ClaimAnswer> answers);

/// For programs: everything, with null for what is infinite or unknown.
std::string verdict_json(const Claims& claims, const VerdictSources& sources,
                         std::span<const ClaimAnswer> answers);

}  // namespace descent
