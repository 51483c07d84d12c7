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
};

/// Fits the last decade of the runs (a seed each): t from a tenth of the shortest run's passes to all of
/// them. With `logarithm` the mean suboptimality is divided by 1 + log t first. Runs are interpolated at the
/// fit's points, linearly in both logarithms. The slope's 95 % interval covers both what other seeds would
/// have given (percentile bootstrap over the runs) and what the scatter about the line leaves open (its
/// standard error with Student's t); a deterministic method has the second only. Where there is nothing to
/// fit, returns nothing and says in `obstacle` why.
std::optional<RateFit> fit_rate(std::span<const std::vector<ResultRow>* const> runs, bool logarithm,
                                std::string& obstacle);

/// The 97.5 % quantile of Student's t with that many degrees of freedom ≥ 3: Abramowitz and Stegun (1964),
/// 26.7.5, which is 0.8 % low for 3 of them and nearly exact from 10 on.
double student_97_5_percent(double degrees_of_freedom);

}  // namespace descent
