#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/estimate.hpp"
#include "plots/claims/claims.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/results/crossvalidation_rows.hpp"
#include "plots/results/run_groups.hpp"

namespace descent {

// Numbers that are no counts; see number_names().
inline constexpr const char* nonzeros = "nonzeros";  ///< weights, at targets or where runs end
inline constexpr const char* slope = "slope";        ///< of check_slope
inline constexpr const char* slope_with_logarithm = "slope_with_logarithm";  ///< divided by 1 + log t first

/// One number for each run of a method on a problem, or for each split of a dataset that a model was fitted
/// on.
struct Counts {
  std::string experiment, dataset, source;
  ClaimedMethod method;  ///< or model
  std::string label;
  std::string split;  ///< of a cross-validation, see split_kind; empty for runs
  /// By seed. A range where two checkpoints leave it open.
  std::map<std::uint64_t, Bounds> by_seed;
  std::uint64_t missing = 0;  ///< runs or splits without such a number, failed ones among them
  /// Test rows for each training row of a split, which the splits of the same rows share; 0 for runs.
  double test_to_train = 0;
};

/// Counts of the runs in the cell; `kind` is one of number_names() that is a count.
Counts counts_of_runs(const RunGroup& cell, const ManifestDataset& dataset, const std::string& kind);

/// Counts of these models (label, and as variant the rule that chooses λ), in their order: for the dataset's
/// own split first and then for the seeded ones, where the rows have all of the models without weights of
/// rows. `source` is that of the data, "file" or "stand-in".
std::vector<std::vector<Counts>> counts_of_splits(std::span<const CrossvalidationRow> rows,
                                                  const std::string& dataset, const std::string& source,
                                                  const std::vector<ClaimedMethod>& models,
                                                  const std::string& kind);

/// Whether the number is a count of runs, or of models.
bool is_count(const std::string& number, bool of_models);

/// The mean of counts over the seeds, or of differences of two. Its interval is the 95 % interval of
/// Student's t: mean ± t s √(1/k + q), k − 1 degrees of freedom, where q = test_to_train makes up for splits
/// that share rows (Nadeau and Bengio 2003, "Inference for the Generalization Error", §3).
/// A count that is alone, or the same for every seed, is its own interval. At least one count.
Estimate mean_count(const Counts& counts);

/// Mean of `others` − `counts`, over the seeds that both have, at least one.
Estimate mean_difference(const Counts& counts, const Counts& others);

/// Holds mean_count() against the range; undecided where any run or split has no such number, and with
/// several that are fewer than fewest_runs.
Comparison check_count(const Counts& counts, const Bounds& range);

/// Holds mean_difference(others, counts), how much more `counts` are, against the range in the same way.
/// Undecided too where the two have different seeds.
Comparison check_difference(const Counts& counts, const Counts& others, const Bounds& range);

}  // namespace descent
