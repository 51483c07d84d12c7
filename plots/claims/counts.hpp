#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/crossvalidation_rows.hpp"

namespace descent {

// Numbers other than counts; see number_names().
inline constexpr const char* nonzeros = "nonzeros";  ///< weights, at targets or at the end of runs
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

/// Counts of the cell's runs; `kind` is a count in number_names().
Counts counts_of_runs(const RunGroup& cell, const ManifestDataset& dataset, const std::string& kind);

/// Counts of these models (label; the variant is the rule for λ), in their order: for the dataset's own
/// split, then for the seeded splits, if the rows have all the models without row weights. `source` of the
/// data is "file" or "stand-in".
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
