#pragma once

#include "plots/claim_cell.hpp"
#include "plots/claims.hpp"
#include "plots/counts.hpp"

namespace descent {

/// The cell of CountAssertion: mean_count. Reproduced when it is within the tolerance of the expected number,
/// not reproduced when nothing of the interval is, undecided otherwise, and where any run or split has no
/// such number.
ClaimCell check_count(const Counts& counts, const CountAssertion& assertion);

/// The cell of FewerAssertion: mean_difference, of `more` minus `fewer`. A difference without chance is
/// reproduced above 0 and not reproduced otherwise; any other has p-values that `decide` judges. Undecided
/// where any run or split has no such number, or the two have different seeds.
ClaimCell compare_counts(const Counts& fewer, const Counts& more);

}  // namespace descent
