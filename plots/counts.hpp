#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/bootstrap.hpp"
#include "plots/cells.hpp"
#include "plots/crossvalidation_rows.hpp"

namespace descent {

/// Whole numbers that a run ends with, or that a line of a cross-validation has. Their names are those of the
/// columns in tables/iterations.csv and splits.csv, where there is one.
enum class CountKind {
  iterations,              ///< updates of a run in all; of a method with two loops, inner ones
  outer_iterations,        ///< complete ones
  first_outer_iterations,  ///< updates until the first outer iteration was complete
  train_errors,            ///< misclassified training rows
  test_errors,             ///< misclassified test rows
  errors,                  ///< both together
  attributes_kept,         ///< attributes that a model of a cross-validation keeps
};

std::string_view name_of(CountKind kind);

/// All names, in the order above.
std::vector<std::string> count_names();

/// Empty for an unknown name.
std::optional<CountKind> count_named(std::string_view name);

/// One number for each run of a method on a problem, or for each split of a dataset that a model was fitted
/// on.
struct Counts {
  std::string experiment, dataset, source, label;
  std::string split;  ///< of a cross-validation, see split_kind; empty for runs
  /// By seed. A range where two checkpoints leave it open.
  std::map<std::uint64_t, Bounds> by_seed;
  std::uint64_t missing = 0;  ///< runs or splits without such a number, failed ones among them
  /// Test rows for each training row of a split, which the splits of the same rows share; 0 for runs.
  double test_to_train = 0;
};

/// Of the runs in the cell.
Counts counts_of_runs(const Cell& cell, const ManifestDataset& dataset, CountKind kind);

/// Of a model, by its label, with λ chosen by the rule (empty for a model without λ): the dataset's own split
/// first and then the seeded ones, as far as there are any.
std::vector<Counts> counts_of_splits(std::span<const CrossvalidationRow> rows, const std::string& dataset,
                                     const std::string& model, const std::string& rule, CountKind kind);

/// The mean, and the interval in which one more count would fall with a probability of 95 % if counts are
/// normally distributed: mean ± t s √(1 + 1/k), t of Student's distribution with k − 1 degrees of freedom. A
/// count that is alone is both itself. At least one count.
Estimate mean_count(const Counts& counts);

/// The mean of `others` − `counts` over the seeds that both have, and its 95 % interval: mean ± t s √(1/k +
/// q), where q = test_to_train makes up for splits that share rows (Nadeau and Bengio 2003, "Inference for
/// the Generalization Error", §3). A difference that is alone is both itself. Nothing without a common seed.
std::optional<Estimate> mean_difference(const Counts& counts, const Counts& others);

}  // namespace descent
