#pragma once

#include <span>
#include <vector>

namespace descent {

/// The p-values of a family of tests, adjusted so that with probability 1 − α none of the true hypotheses has
/// one ≤ α, whatever the tests have to do with each other (Holm 1979, "A Simple Sequentially Rejective
/// Multiple Test Procedure"): the k-th least of n, times n − k + 1, at most 1 and not below the one before.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace descent
