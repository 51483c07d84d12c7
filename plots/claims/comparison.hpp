#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/analysis/estimate.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/claims/claims.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

/// The answer of one comparison to its claim. `level`: decided that neither is ahead by `margin`.
enum class Answer { in_favour, against, level, undecided };

/// "for", "against", "level", "undecided".
std::string_view text_of(Answer answer);

/// A ratio of times within this factor of 1 is no lead: early times differ by as much between two tunings.
constexpr double margin = 1.5;

/// Fewer runs of a method, or splits of a model, decide nothing.
constexpr std::uint64_t fewest_runs = 5;

/// The certified gap of a problem must be at most this share of a suboptimality that is compared.
constexpr double certificate_share = 0.1;

/// Where D* is below this share of F(0), targets are shares of F(0) − D*: a share of D* asks for less than a
/// figure of the objective shows.
constexpr double smallest_optimum = 0.01;

/// One of the methods, or models, of a comparison.
struct ComparedMethod {
  std::string name;
  std::string variant;
  std::string label;          ///< as in the results
  std::uint64_t runs = 0;     ///< failed ones included
  std::uint64_t arrived = 0;  ///< runs that reached the target, or that have the number
  /// Median time to the target, or median number of nonzero weights there; mean of a count; last mean
  /// suboptimality of a rate.
  std::optional<Bounds> measured{};
};

/// A claim on one dataset about one method, or one pair, and one target.
struct Comparison {
  std::vector<ComparedMethod> methods;  ///< first the one that the claim is about
  std::optional<double> target{};
  std::string split{};  ///< of a cross-validation, see split_kind; empty otherwise
  std::optional<Estimate>
      estimate{};  ///< rival's time : method's time, or the number; empty where none is known
  Answer answer = Answer::undecided;
  std::string remark{};  ///< why it is undecided, or another thing to know
};

/// Makes the comparison's list of methods from cells of results.
Comparison comparison_of(const std::vector<const RunGroup*>& cells);

/// Why the runs are too few to decide anything; empty where they are not.
std::string lack_of_runs(const Comparison& comparison);

/// The scale on which targets of the problem are measured: see `smallest_optimum`. `cell` has its runs.
TargetScale scale_for(const RunGroup& cell);

/// Compares the times to a target (bounds_on_arrival) by ratio_of_medians, rival : method. In favour: the
/// interval lies above `margin`; against: below 1/margin; level: within.
Comparison compare_times(const RunGroup& method, const RunGroup& rival, const ManifestOptimum* optimum,
                         double target, TargetScale scale, Axis axis);

/// Compares the numbers of nonzero weights at row_of_arrival, method : other, by ratio_of_medians: a method
/// that is behind may be sparse or dense for that reason alone. A run that does not arrive may have any
/// number.
Comparison compare_nonzeros(const RunGroup& method, const RunGroup& other, const ManifestOptimum* optimum,
                            double target, TargetScale scale, const Bounds& range);

/// The same where the runs end.
Comparison compare_last_nonzeros(const RunGroup& method, const RunGroup& other, const Bounds& range);

/// The slope of log(F − D*) against log passes over the last decade (fit_rate), held against the range.
/// Undecided where the mean objective ends above F(0): a slope there says nothing of the minimum.
Comparison check_slope(const RunGroup& method, const ManifestOptimum* optimum, bool with_logarithm,
                       const Bounds& range);

/// In favour where the whole interval of the estimate lies in the range; against where none of it does.
Answer answer_within(const Estimate& estimate, const Bounds& range);

}  // namespace descent
