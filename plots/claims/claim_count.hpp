#pragma once

#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/claims/counts.hpp"

namespace descent {

/// The cell of CountAssertion: mean_count. Where seeds differ in it, it speaks for the claim when it is both
/// surely above expected − tolerance and surely below expected + tolerance (two one-sided tests: Schuirmann
/// 1987), and against it on either side of these. One that is alone, or that all seeds have, is reproduced
/// within the tolerance and not reproduced outside. Undecided where any run or split has no such number, and
/// with several that are fewer than fewest_runs.
Comparison check_count(const Counts& counts, const CountAssertion& assertion);

/// The cell of FewerAssertion: mean_difference, of `more` minus `fewer`, held against 0 in the same way.
/// Undecided too where the two have different seeds.
Comparison compare_counts(const Counts& fewer, const Counts& more);

}  // namespace descent
