#pragma once

#include <string>
#include <vector>

#include "plots/claims/claims.hpp"
#include "plots/claims/verdict.hpp"

namespace descent {

/// Where claims and their answers come from, for readers.
struct VerdictSources {
  std::string claims_file;
  std::vector<std::string> folders;
  std::vector<std::string> notes = {};  ///< what a reader has to know of the results, a sentence each
};

/// For a terminal: the table of verdicts, a row a claim. With `all` also each claim's statement, a line with
/// all numbers for every comparison, and the rules.
std::string verdict_text(const Claims& claims, const VerdictSources& sources, const Answers& answers,
                         bool all);

/// For a README: the table of verdicts, what each claim states, the settings, the rules, and the numbers of
/// all comparisons folded away under it.
std::string verdict_markdown(const Claims& claims, const VerdictSources& sources, const Answers& answers);

/// For programs: everything, with null for what is infinite or unknown.
std::string verdict_json(const Claims& claims, const VerdictSources& sources, const Answers& answers);

}  // namespace descent
