#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/claims/claims.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Answer of a comparison to its claim. `level`: it is decided that neither is ahead by `margin`.
enum class Answer { in_favour, against, level, undecided };

/// "for", "against", "level", "undecided".
std::string_view text_of(Answer answer);

/// A ratio of times within this factor of 1 is no lead: early times differ as much between two tunings.
constexpr double margin = 1.5;

/// Runs of a method, or splits of a model, that are needed to decide anything.
constexpr std::uint64_t fewest_runs = 5;

/// Maximum of a problem's certified gap, relative to the suboptimality compared.
constexpr double certificate_share = 0.1;

/// If D* is below this share of F(0), targets are relative to F(0) − D*: a share of D* would need more
/// accuracy than a figure of the objective shows.
constexpr double smallest_optimum = 0.01;

struct ComparedMethod {
  std::string name;
  std::string variant;
  std::string label;          ///< as in the results
  std::uint64_t runs = 0;     ///< including failed runs
  std::uint64_t arrived = 0;  ///< runs that reached the target, or that have the number
  /// Median time to the target, median number of nonzero weights there, mean of a count, or last mean
  /// suboptimality of a rate.
  std::optional<Bounds> measured{};
};

/// A claim on one dataset about one method or pair, and one target.
struct Comparison {
  std::vector<ComparedMethod> methods;  ///< the claim's method first
  std::optional<double> target{};
  std::string split{};                 ///< of a cross-validation, see split_kind; empty otherwise
  std::optional<Estimate> estimate{};  ///< rival's time : method's time, or the number; empty if unknown
  Answer answer = Answer::undecided;
  std::string remark{};  ///< reason if undecided, or another note
};

/// Comparison with its methods from cells of results.
Comparison comparison_of(const std::vector<const RunGroup*>& cells);

/// Message if there are too few runs to decide, else "".
std::string lack_of_runs(const Comparison& comparison);

/// Scale of the problem's targets, see `smallest_optimum`. `cell` has its runs.
TargetScale scale_for(const RunGroup& cell);

/// Compares times to a target (bounds_on_arrival) by ratio_of_medians, rival : method. In favour if the
/// interval lies above `margin`, against if below 1/margin, level if within.
Comparison compare_times(const RunGroup& method, const RunGroup& rival, const ManifestOptimum* optimum,
                         double target, TargetScale scale, Axis axis);

/// Compares numbers of nonzero weights at row_of_arrival, method : other, by ratio_of_medians. Both are at
/// the target, because being behind can itself make a method sparse or dense. A run that does not arrive may
/// have any number.
Comparison compare_nonzeros(const RunGroup& method, const RunGroup& other, const ManifestOptimum* optimum,
                            double target, TargetScale scale, const Bounds& range);

/// The same at the end of the runs.
Comparison compare_last_nonzeros(const RunGroup& method, const RunGroup& other, const Bounds& range);

/// Compares the slope of log(F − D*) over log passes in the last decade (fit_rate) with the range. Undecided
/// if the mean objective ends above F(0): such a slope says nothing about the minimum.
Comparison check_slope(const RunGroup& method, const ManifestOptimum* optimum, bool with_logarithm,
                       const Bounds& range);

/// In favour if the whole interval of the estimate lies in the range, against if no part does.
Answer answer_within(const Estimate& estimate, const Bounds& range);

}  // namespace descent
