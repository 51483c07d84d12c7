#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "plots/analysis/estimate.hpp"
#include "plots/results/result_schema.hpp"

namespace descent {

/// How fast a method's suboptimality falls with the passes t over the data.
struct RateFit {
  Estimate slope;         ///< of log(mean suboptimality) against log t, by least squares
  double first_pass = 0;  ///< the decade of t that it was fitted to
  double last_pass = 0;
  std::size_t points = 0;         ///< of the fit, geometric in t
  double last_suboptimality = 0;  ///< mean of F(w) − D* at its end
};

/// Fits the last decade of the runs (a seed each): t from a tenth of the shortest run's passes to all of
/// them. With `logarithm` the mean suboptimality is divided by 1 + log t first. Runs are interpolated at the
/// fit's points, linearly in both logarithms. The slope describes the decade, of which the line leaves out
/// the curvature: the residuals of one course are not independent, so that no probability is told from them.
/// What is left to chance is the choice of seeds, assumed to be independent: the slope's 95 % interval is the
/// BCa bootstrap's over the runs. For runs that do not differ it is no confidence interval, but reaches from
/// the least to the greatest of the slopes of the decade and of both its halves. Where there is nothing to
/// fit, returns why.
std::variant<RateFit, std::string> fit_rate(std::span<const std::vector<ResultRow>* const> runs,
                                            bool logarithm);

}  // namespace descent
