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

/// Names of the whole numbers that a run ends with, or that a line of a cross-validation has: those of the
/// columns in tables/iterations.csv and splits.csv, where there is one, and "errors" on training and test
/// rows together.
std::vector<std::string> count_names(bool of_models);

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

/// Of the runs in the cell; `kind` is one of count_names().
Counts counts_of_runs(const RunGroup& cell, const ManifestDataset& dataset, const std::string& kind);

/// Of these models (label, and as variant the rule that chooses λ), in their order: for the dataset's own
/// split first and then for the seeded ones, where the rows have all of the models without weights of rows.
/// `source` is that of the data, "file" or "stand-in".
std::vector<std::vector<Counts>> counts_of_splits(std::span<const CrossvalidationRow> rows,
                                                  const std::string& dataset, const std::string& source,
                                                  const std::vector<ClaimedMethod>& models,
                                                  const std::string& kind);

/// The mean of counts over the seeds, or of differences of two. Its interval is the 95 % interval of
/// Student's t: mean ± t s √(1/k + q), k − 1 degrees of freedom, where q = test_to_train makes up for splits
/// that share rows (Nadeau and Bengio 2003, "Inference for the Generalization Error", §3).
struct CountMean {
  Estimate estimate;
  double standard_error =
      0;  ///< 0 of one that is alone or the same for every seed: nothing is left to chance
  double freedom = 0;

  /// One-sided p-values of the mean being at most the limit (small: it is surely above), or at least it. Only
  /// with a standard error > 0.
  double p_of_at_most(double limit) const;
  double p_of_at_least(double limit) const;
};

/// At least one count.
CountMean mean_count(const Counts& counts);

/// Of `others` − `counts`, over the seeds that both have, at least one.
CountMean mean_difference(const Counts& counts, const Counts& others);

/// The cell of CountAssertion: mean_count. Where seeds differ in it, it speaks for the claim when it is both
/// surely above expected − tolerance and surely below expected + tolerance (two one-sided tests: Schuirmann
/// 1987), and against it on either side of these. One that is alone, or that all seeds have, is reproduced
/// within the tolerance and not reproduced outside. Undecided where any run or split has no such number, and
/// with several that are fewer than fewest_runs.
Comparison check_count(const Counts& counts, const CountAssertion& assertion);

/// The cell of FewerAssertion: mean_difference, of `more` minus `fewer`, held against 0 in the same way.
/// Undecided too where the two have different seeds.
Comparison compare_counts(const Counts& fewer, const Counts& more);

}  // namespace descent
