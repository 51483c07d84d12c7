#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "plots/results/crossvalidation_rows.hpp"

namespace descent {

/// A model with its weights, the bias's last.
struct ModelFit {
  std::vector<double> w;
  double objective = 0;
  bool finished = true;  ///< the method has stopped by itself
};

/// The rows as the fits of the configuration see them: standardised by the training rows, with the constant
/// feature, and the training rows weighed by their classes, where it asks for these.
Dataset prepare(const CrossvalidationConfig& config, const Dataset& dataset);

/// Fits a model to the prepared training rows. Throws ConfigError when the method does not take the problem,
/// and RunError when its iterates leave the finite numbers.
ModelFit fit(const CrossvalidationConfig& config, const ModelEntry& model, const Dataset& prepared,
             double lambda, std::uint64_t seed);

/// A way to divide a dataset into training and test rows.
struct RowDivision {
  std::string_view kind;   ///< of split_kind
  std::uint64_t seed = 0;  ///< 1, 2, … of the seeded ones, 0 of the dataset's own
};

/// Those that the configuration asks for, the dataset's own first.
std::vector<RowDivision> divisions_of(const CrossvalidationConfig& config);

/// The dataset itself, or with all its rows divided anew at random into parts of the same sizes
/// (datasets/matrix/split.hpp).
Dataset divide(const Dataset& dataset, const RowDivision& division);

/// Chooses λ for every model by cross-validation on the training rows, fits the model to all of them, and
/// counts its errors on the test rows and what it keeps.
///
/// The folds are the same for every model and λ (stratified_folds with a seed that follows from the
/// division's). A λ that is written in m has one value, with m the number of all training rows, for the fits
/// to the folds and for the last one: it weighs the regulariser against the mean loss. Every fit has its data
/// standardised, when the configuration says so, by the rows that it is fitted to, so that held-out rows have
/// no part in it, starts at w = 0, and goes on until its method stops or the configuration's passes are used
/// up. A row counts as misclassified when y x·w ≤ 0.
///
/// One row for each model and rule, in the configuration's order; one for a model without a regulariser.
/// Throws ConfigError when a method does not take the problem, DataError when a class has fewer training rows
/// than there are folds, RunError when a fit diverges.
std::vector<CrossvalidationRow> cross_validate(const CrossvalidationConfig& config, const Dataset& dataset,
                                               const RowDivision& division);

}  // namespace descent
