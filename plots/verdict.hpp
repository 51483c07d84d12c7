#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/claim_cell.hpp"
#include "plots/claims.hpp"
#include "plots/results_folder.hpp"

namespace descent {

/// What results say to a claim.
struct ClaimAnswer {
  Claim claim;
  Verdict verdict = Verdict::undecided;
  std::string reason;            ///< how many of the cells hold, or why there are none
  std::vector<ClaimCell> cells;  ///< dataset × compared method × target, in the order of the claim
  bool has_results = false;      ///< whether any cell was found in the results
};

/// A claim is a statement about all of its cells. It is not reproduced when at least one cell is not; it is
/// reproduced when no cell is "not reproduced" and at least half of them are reproduced; otherwise it is
/// undecided, which a claim without cells is too.
Verdict verdict_of(std::span<const ClaimCell> cells);

/// The rules above and those of the cells that the claims have, in sentences for readers.
std::string verdict_rules(const Claims& claims);

/// Answers each claim from the results. A cell takes the first folder that has all methods that it compares
/// on its problem (dataset, loss, regulariser and λ); where none has, it is undecided. A dataset in the
/// results that `when` excludes has no cells.
std::vector<ClaimAnswer> answer(const Claims& claims, std::span<const ResultsFolder> results);

}  // namespace descent
