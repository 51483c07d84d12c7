#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/bootstrap.hpp"
#include "plots/result_schema.hpp"

namespace descent {

/// How fast a method's suboptimality falls with the passes t over the data.
struct RateFit {
  Estimate slope;         ///< of log(mean suboptimality) against log t, by least squares
  double first_pass = 0;  ///< the decade of t that it was fitted to
  double last_pass = 0;
  std::size_t points = 0;         ///< of the fit, geometric in t
  double last_suboptimality = 0;  ///< mean of F(w) − D* at its end
  double standard_error = 0;      ///< of the slope, from the scatter about the line
  std::optional<BcaBootstrap>
      of_runs;  ///< what other seeds would have given; empty for a deterministic method

  /// One-sided p-values of the slope being at most the limit (small: it is surely above), or at least it: the
  /// greater of those of the runs and of the scatter, which are the confidences of their intervals inverted.
  double p_of_at_most(double limit) const;
  double p_of_at_least(double limit) const;
};

/// Fits the last decade of the runs (a seed each): t from a tenth of the shortest run's passes to all of
/// them. With `logarithm` the mean suboptimality is divided by 1 + log t first. Runs are interpolated at the
/// fit's points, linearly in both logarithms. The slope's 95 % interval covers both what other seeds would
/// have given (BCa bootstrap over the runs) and what the scatter about the line leaves open (its
/// standard error with Student's t); a deterministic method has the second only. Where there is nothing to
/// fit, returns nothing and says in `obstacle` why.
std::optional<RateFit> fit_rate(std::span<const std::vector<ResultRow>* const> runs, bool logarithm,
                                std::string& obstacle);

}  // namespace descent
