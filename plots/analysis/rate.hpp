#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "support/records/result_schema.hpp"

namespace descent {

/// Decrease of a method's suboptimality with the passes t over the data.
struct RateFit {
  Estimate slope;         ///< of log(mean suboptimality) against log t, by least squares
  double first_pass = 0;  ///< start of the fitted decade of t
  double last_pass = 0;
  std::size_t points = 0;         ///< of the fit, geometric in t
  double last_suboptimality = 0;  ///< mean of F(w) − D* at the decade's end
};

/// Fits the last decade of the runs (one per seed): t from a tenth of the shortest run's passes to all of
/// them. With `logarithm` the mean suboptimality is first divided by 1 + log t. Runs are interpolated
/// linearly in both logarithms.
///
/// The slope describes the decade and ignores its curvature. Residuals along one course are dependent and
/// give no probability. The slope's 95 % interval covers the choice of seeds, assumed independent: the BCa
/// bootstrap over the runs. For identical runs it is no confidence interval but the range of the slopes of
/// the decade and its halves. If nothing can be fitted, returns the reason.
std::variant<RateFit, std::string> fit_rate(std::span<const std::vector<ResultRow>* const> runs,
                                            bool logarithm);

}  // namespace descent
