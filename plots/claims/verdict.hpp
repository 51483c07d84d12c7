#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/claims/claim_judge.hpp"
#include "plots/results/crossvalidation_rows.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// What results say to a claim.
struct ClaimAnswer {
  Claim claim;
  std::vector<SettingAnswer> answers;  ///< by reading, protocol and source; only settings with results
};

/// A method, or a model, that results of a claim's problems do not have although they have others of the
/// claim, or other variants of it: it is in other results, or its variant is misspelt.
struct UnknownMethod {
  ClaimedMethod method;
  std::vector<std::string> there;  ///< the variants of it that the results have; for a model, all models
};

/// What results say to a claims file.
struct Answers {
  std::vector<ClaimAnswer> claims;
  std::vector<UnknownMethod> unknown_methods;
  std::vector<Overlap> overlaps;

  bool has_results() const;
};

/// The rules of verdict_of() and of the cells that the claims have, in sentences for readers.
std::string verdict_rules(const Claims& claims);

/// "nonsmooth_scd offset=true".
std::string text_of(const ClaimedMethod& method);

/// Answers each claim in each setting. A cell takes the last folder that has all methods that it compares on
/// its problem: dataset, source of the data, loss, regulariser, form and λ. A dataset that `when` excludes
/// has no cells. Claims about models are answered from the last of the cross-validations that has them.
Answers answer(const Claims& claims, std::span<const ResultsFolder> results,
               std::span<const std::vector<CrossvalidationRow>> crossvalidations = {});

}  // namespace descent
