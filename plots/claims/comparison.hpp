#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/claims/claims.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/crossvalidation_rows.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Answer of a comparison to its claim. `level`: it is decided that neither is ahead by `least_lead`.
enum class Answer { in_favour, against, level, undecided };

/// "for", "against", "level", "undecided".
std::string_view text_of(Answer answer);

/// A ratio of times nearer to 1 is no lead: early times differ as much between two tunings.
constexpr double least_lead = 1.5;

/// Runs of a method, or splits of a model, that are needed to decide anything.
constexpr std::uint64_t fewest_runs = 5;

/// Maximum of a problem's certified gap, relative to the suboptimality compared.
constexpr double certificate_share = 0.1;

/// A solution with this share of nonzero weights is not sparse: a claim about nonzeros does not apply.
constexpr double dense_share = 0.9;

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

/// Comparison with its methods from groups of results.
Comparison comparison_of(const std::vector<const RunGroup*>& groups);

/// Message if there are too few runs to decide, else "".
std::string lack_of_runs(const Comparison& comparison);

/// Scale of the problem's targets, see `smallest_optimum`. `group` has its runs.
TargetScale scale_for(const RunGroup& group);

/// Compares times to a target (bounds_on_arrival) by ratio_of_medians, rival : method. In favour if the
/// interval lies above `margin`, against if below 1/margin, level if within. With a range: answer_within.
Comparison compare_times(const RunGroup& method, const RunGroup& rival, const ManifestOptimum* optimum,
                         double target, TargetScale scale, Axis axis,
                         const std::optional<Bounds>& range = {});

/// Compares numbers of nonzero weights, method : other, by ratio_of_medians: at row_of_arrival, or without a
/// target at the end of the runs. Both are at the target, because being behind can itself make a method
/// sparse or dense. A run that does not arrive may have any number.
Comparison compare_nonzeros(const RunGroup& method, const RunGroup& other, const ManifestOptimum* optimum,
                            std::optional<double> target, TargetScale scale, const Bounds& range);

/// Compares the slope of log(F − D*) over log passes in the last decade (fit_rate) with the range. Undecided
/// if the mean objective ends above F(0): such a slope says nothing about the minimum.
Comparison check_slope(const RunGroup& method, const ManifestOptimum* optimum, bool with_logarithm,
                       const Bounds& range);

/// Compares the share of runs that reach the target (row_of_arrival) with the range, as a mean of counts 0
/// and 1 (check_count).
Comparison check_reached(const RunGroup& method, const ManifestOptimum* optimum, double target,
                         TargetScale scale, const Bounds& range);

/// In favour if the whole interval of the estimate lies in the range, against if no part does.
Answer answer_within(const Estimate& estimate, const Bounds& range);

// Numbers other than counts; see number_names().
inline constexpr const char* nonzeros = "nonzeros";  ///< weights, at targets or at the end of runs
inline constexpr const char* reached = "reached";    ///< share of runs, of check_reached
inline constexpr const char* slope = "slope";        ///< of check_slope
inline constexpr const char* slope_with_logarithm = "slope_with_logarithm";  ///< after division by 1 + log t

/// A number for each run of a method on a problem, or for each split of a dataset with a model.
struct Counts {
  std::string experiment, dataset, source;
  ClaimedMethod method;  ///< or model
  std::string label;
  std::string split;  ///< of a cross-validation, see split_kind; empty for runs
  /// By seed; a range if it lies between two checkpoints.
  std::map<std::uint64_t, Bounds> by_seed;
  std::uint64_t missing = 0;  ///< runs or splits without the number, including failures
  /// Ratio of test to training rows of splits, which share rows; 0 for runs.
  double test_to_train = 0;
};

/// Counts of the group's runs that have not failed, where `count_of` has one.
Counts counts_in(const RunGroup& group,
                 const std::function<std::optional<Bounds>(const std::vector<ResultRow>&)>& count_of);

/// Counts of the group's runs; `kind` is a count in number_names().
Counts counts_of_runs(const RunGroup& group, const ManifestDataset& dataset, const std::string& kind);

/// Counts of these models, in their order: first for the dataset's own split, then for the seeded splits. A
/// kind of split is left out unless the rows have all the models, without row weights. A model's variant is
/// the rule for λ. `source` of the data is "file" or "stand-in".
std::vector<std::vector<Counts>> counts_of_splits(std::span<const CrossvalidationRow> rows,
                                                  const std::string& dataset, const std::string& source,
                                                  const std::vector<ClaimedMethod>& models,
                                                  const std::string& kind);

/// True if the number is a count of runs or models.
bool is_count(const std::string& number, bool of_models);

/// Mean of counts over seeds, or of differences of two, with the 95 % interval of Student's t: mean ± t s
/// √(1/k + q) with k − 1 degrees of freedom. q = test_to_train corrects for splits that share rows (Nadeau
/// and Bengio 2003, "Inference for the Generalization Error", §3). A single count, or equal counts, are their
/// own interval. Needs at least one count.
Estimate mean_count(const Counts& counts);

/// Mean of `others` − `counts` over common seeds, at least one.
Estimate mean_difference(const Counts& counts, const Counts& others);

/// Compares mean_count() with the range. Undecided if a run or split lacks the number, or if there are
/// several but fewer than fewest_runs.
Comparison check_count(const Counts& counts, const Bounds& range);

/// Compares mean_difference(others, counts), the excess of `counts`, with the range in the same way. Also
/// undecided if the seeds differ.
Comparison check_difference(const Counts& counts, const Counts& others, const Bounds& range);

}  // namespace descent
