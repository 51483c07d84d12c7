#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/result_schema.hpp"

namespace descent {

/// Reference value of a target. If D* is much smaller than F(0), as with a sum of losses on separable text, a
/// share of D* is smaller than any figure of the objective shows.
enum class TargetScale {
  optimum,  ///< (F(w) − D*) / D*
  start     ///< (F(w) − D*) / (F(0) − D*), 1 at w = 0
};

inline constexpr TargetScale target_scales[] = {TargetScale::optimum, TargetScale::start};

/// Words of a scale, for tables, page and verdicts.
struct ScaleWords {
  std::string_view name;
  const char* unit;   ///< what a target is a share of
  const char* share;  ///< the number that is compared with targets
};

inline constexpr ScaleWords scale_words[] = {{"optimum", "D*", "(F(w) − D*)/D*"},
                                             {"start", "F(0) − D*", "(F(w) − D*)/(F(0) − D*)"}};

constexpr const ScaleWords& words_of(TargetScale scale) {
  return scale_words[static_cast<std::size_t>(scale)];
}

/// The F(w) − D* that is 1 on a scale: D*, or F(0) − D* of checkpoint 0. Empty if it is not positive, or the
/// run failed or has no lower bound.
std::optional<double> unit_of(std::span<const ResultRow> run, TargetScale scale);

/// An arrival lasts if the suboptimality later never exceeds this many times the target. Otherwise the run
/// had not arrived.
constexpr double lasting_factor = 2;

/// Checkpoint of arrival: the first at or below the target after which all are at most lasting_factor times
/// the target. A method that hovers about a target and sometimes dips below it has not arrived. Null if the
/// run never arrives, failed, has no such scale, or has a NaN suboptimality.
const ResultRow* row_of_arrival(std::span<const ResultRow> run, double target,
                                TargetScale scale = TargetScale::optimum);

/// CPU seconds (charged, with or without setup) or passes within which a run arrived; w = 0 needs none. A run
/// that was cut off first takes longer than it had. A run that ended otherwise never arrives ({∞,
/// ∞}); a failed run shows nothing ({0, ∞}). Log time is taken as linear in log suboptimality between
/// row_of_arrival and the checkpoint before. Where these are more than a decade apart, as w = 0 and the first
/// checkpoint, they are the bounds. For a method that restarts, checkpoints
/// are runs to tolerances, and one in between would have arrived in between.
Bounds bounds_on_arrival(std::span<const ResultRow> run, double target, TargetScale scale, Axis axis);

/// Amount charged to a run up to a checkpoint.
double charged(const ResultRow& row, Axis axis);

/// Quantiles of the runs' times, and the largest charged amount.
struct TimesOnAxis {
  Bounds median, p10, p90;
  double longest = 0;
};

/// Times of a group's runs to one target, see bounds_on_arrival. The ends of a quantile are the quantiles of
/// the runs' lower and upper ends (type 7 of Hyndman and Fan 1996). So a quantile next to a run known only
/// within bounds, or beyond its budget, is within bounds too.
struct TimeToTarget {
  double target = 0;  ///< relative to the scale's unit
  TargetScale scale = TargetScale::optimum;
  std::uint64_t runs = 0;
  std::uint64_t arrived = 0;
  std::array<TimesOnAxis, std::size(all_axes)> times{};  ///< by Axis, see times_on()
};

/// Targets of tables and profiles.
inline constexpr double relative_targets[] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6};

/// For a group with at least one run.
TimeToTarget time_to_target(const RunGroup& group, double target, TargetScale scale = TargetScale::optimum);

/// Its numbers on one axis.
inline const TimesOnAxis& times_on(Axis axis, const TimeToTarget& time) {
  return time.times[static_cast<std::size_t>(axis)];
}

/// One line of DIR/tables/time_to_target.csv: a method on a problem, and a target on a scale.
struct TimeToTargetRow : GroupKey {
  TimeToTarget time;
  std::optional<double> setup_seconds_median;  ///< of the runs that did not fail
  std::optional<double> tuning_cpu_seconds;    ///< of the method on the problem, as in the manifest
  std::optional<double> start_suboptimality;   ///< (F(0) − D*)/D*, the factor between the scales
  /// True if the target lies within the problem's certified gap: D* may be that far below the optimum, so
  /// arrival cannot be known.
  bool is_below_certificate = false;
  std::string form = "mean";        ///< of λ, as in the manifest
  std::optional<double> l2_factor;  ///< only under l2
};

const std::vector<Column<TimeToTargetRow>>& time_to_target_columns();

/// For every group with a lower bound, a row for every target from 10⁻¹ to 10⁻⁶ on either scale.
std::vector<TimeToTargetRow> time_to_target_rows(const GroupedResults& results);

/// Grouped results with these rows, which several tables and figures need. Implicit, so that functions on
/// timed results also accept a results folder.
struct TimedResults : GroupedResults {
  TimedResults(const ResultsFolder& results) : GroupedResults(results), times(time_to_target_rows(*this)) {}

  std::vector<TimeToTargetRow> times;
};

/// True if the scales differ by more than a factor of 2 on the problem of these rows, so that tables of both
/// are useful.
bool scales_differ(std::span<const TimeToTargetRow> problem);

/// Time of a method to `path_target` for one λ.
struct LambdaPathRow : TimeToTargetRow {
  double lambda_rows = 0;  ///< λ m; the papers choose 1
};

/// Relative suboptimality of paths.
inline constexpr double path_target = 1e-2;

/// A method along the path.
struct LambdaPathCurve {
  std::size_t method = 0;             ///< index in the manifest
  std::vector<LambdaPathRow> points;  ///< ascending in λ
};

/// A problem for several λ.
struct LambdaPath {
  ManifestDataset dataset;
  std::string loss;
  std::string regularizer;
  std::vector<double> lambdas;          ///< ascending: λ with runs
  std::vector<double> uncertain;        ///< λ whose certificate is missing or has a wide gap
  std::vector<LambdaPathCurve> curves;  ///< in the manifest's order, including points of an uncertain λ
};

/// Paths of a results folder: every dataset, loss and regulariser with runs for at least three λ, at least
/// one of them with a certified optimum.
std::vector<LambdaPath> lambda_paths(const TimedResults& results);

}  // namespace descent
