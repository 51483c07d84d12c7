#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "plots/analysis/estimate.hpp"

namespace descent {

/// The null distribution of the Mann–Whitney statistic U of two samples of these sizes: the number of pairs,
/// one member of each sample, in which the first is the greater, when both come from one continuous
/// distribution. Exact but for rounding, by the recursion on which sample has the greatest member (Mann and
/// Whitney 1947; Hollander, Wolfe and Chicken 2014, "Nonparametric Statistical Methods", section 4.1).
class MannWhitney {
 public:
  /// Both sizes ≥ 1. Takes time in proportion to (first · second)².
  MannWhitney(std::size_t first, std::size_t second);

  double at_least(std::uint64_t pairs) const;  ///< P(U ≥ pairs)
  double at_most(std::uint64_t pairs) const;   ///< P(U ≤ pairs), which is P(U ≥ all − pairs)

 private:
  std::vector<double> tail_;  ///< P(U ≥ u) at u = 0, 1, …, all pairs
};

/// Compares two independent samples of positive numbers by their ratio, without an assumption on how they are
/// distributed but that the two distributions of logarithms differ by a shift, the logarithm of the ratio.
/// Members are known within bounds only, from 0 to ∞, and whatever they are within these, the conclusions
/// hold: a pair counts for an inequality only if its bounds leave no doubt, and a tie for none.
class RankTest {
 public:
  /// Each sample has at least one member.
  RankTest(std::span<const Bounds> numerator, std::span<const Bounds> denominator);

  /// The Hodges–Lehmann estimate of the ratio, which is the median of all pairs' ratios, and the exact 95 %
  /// interval: from the k-th least to the k-th greatest of these, k the greatest with P(U < k) ≤ 2.5 %
  /// (Hollander, Wolfe and Chicken 2014, sections 4.2 and 4.3). From 0 to ∞ where there is no such k ≥ 1.
  Estimate ratio() const;

  /// One-sided p-values of the ratio being at most the limit (small: it is surely above), or at least it.
  double p_of_at_most(double limit) const;
  double p_of_at_least(double limit) const;

 private:
  std::vector<double> lows_;   ///< of all pairs' ratios, rising
  std::vector<double> highs_;  ///< the same
  MannWhitney null_distribution_;
};

}  // namespace descent
