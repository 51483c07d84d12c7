#pragma once

#include <span>

#include "plots/analysis/estimate.hpp"

namespace descent {

/// Ratio of the medians of two independent, nonempty samples of numbers ≥ 0, known within bounds from 0 to ∞.
/// `value` allows both medians anywhere within their bounds. `interval` is the 95 % interval of the
/// percentile bootstrap (Efron and Tibshirani 1993, "An Introduction to the Bootstrap", §13.3): both samples
/// are resampled, with the same random numbers at each call, and quantiles are taken of the ratio's lower and
/// upper bounds. 0/0 and ∞/∞ leave the ratio open.
Estimate ratio_of_medians(std::span<const Bounds> numerator, std::span<const Bounds> denominator);

}  // namespace descent
