#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/matrix/sparse_matrix.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "support/numbers/random.hpp"
#include "support/records/crossvalidation_rows.hpp"

namespace descent {

/// A model with its weights; the bias is last.
struct ModelFit {
  std::vector<double> w;
  double objective = 0;
  bool finished = true;  ///< the method stopped by itself
};

/// Fits a model to the prepared training rows. Throws ConfigError if the method does not solve the problem,
/// and RunError if its iterates become infinite or NaN.
ModelFit fit(const CrossvalidationConfig& config, const ModelEntry& model, const Dataset& prepared,
             double lambda, std::uint64_t seed);

/// A division of a dataset into training and test rows.
struct RowDivision {
  std::string_view kind;   ///< from split_kind
  std::uint64_t seed = 0;  ///< 1, 2, … for seeded divisions, 0 for the dataset's own
};

/// Divisions of the configuration, the dataset's own first.
std::vector<RowDivision> divisions_of(const CrossvalidationConfig& config);

/// The dataset itself, or all its rows divided at random (datasets/matrix/dataset.hpp) into parts of the same
/// sizes; without test rows, test_share of the rows become such.
Dataset divide(const Dataset& dataset, const RowDivision& division, double test_share = 0.25);

/// Chooses λ for every model by cross-validation on the training rows, fits the model to all of them, and
/// counts its test errors and kept features.
///
/// All models and λ have the same folds (stratified_folds with a seed from the division's). A λ written in m
/// has one value for all fits, with m the number of all training rows, because it weights the regulariser
/// against the mean loss. If the configuration standardises, every fit does so by its own rows, so held-out
/// rows have no influence. A fit starts at w = 0 and ends when its method stops or the passes are used up. A
/// row is misclassified if y x·w ≤ 0.
///
/// Returns one row for each model and rule, in the configuration's order, and one for a model without a
/// regulariser. Throws ConfigError if a method does not solve the problem, DataError if a class has fewer
/// training rows than folds, RunError if a fit diverges.
std::vector<CrossvalidationRow> cross_validate(const CrossvalidationConfig& config, const Dataset& dataset,
                                               const RowDivision& division);

/// Hash of all that determines the rows of a split, including every byte of the program.
std::string split_id(const CrossvalidationConfig& config, const Dataset& dataset, const RowDivision& division,
                     const std::string& program);

/// Carries out a configuration's missing splits, each in a child process, and keeps the rows of each as
/// FOLDER/splits/ID.csv when it ends. ID is a hash of configuration, data, division and program.
/// Then writes FOLDER/splits.csv (all rows), FOLDER/table.md and FOLDER/crossvalidation.json (configuration,
/// data, program, machine, IDs of the splits), and prints the table. Returns the number of failed splits; the
/// tables then cover the others and say so, and read_crossvalidation() refuses the folder.
///
/// Throws ConfigError, DataError or ResultFileError before any fit if configuration, data or folder is wrong.
std::size_t run_crossvalidation(const CrossvalidationConfig& config, const std::filesystem::path& folder,
                                bool require_real, const JobSettings& settings);

/// Random fold (0 … folds − 1) of each row. Fold sizes differ by at most one row, in each class (stratified)
/// and in total. Each class is shuffled and dealt out in turn; the second continues where the first stopped.
/// `labels` are +1 and −1.
std::vector<Index> stratified_folds(std::span<const double> labels, Index folds, Random random);

/// Errors of one λ on the held-out folds.
struct LambdaErrors {
  double lambda = 0;
  std::vector<Index> errors;  ///< misclassified rows of each fold

  std::int64_t total() const;
};

/// Standard error of the share of misclassified rows: standard deviation of the folds' shares (divided by
/// folds − 1) over √folds. `fold_rows` are the folds' numbers of rows, at least 1.
double standard_error(const LambdaErrors& candidate, std::span<const Index> fold_rows);

/// Index of the candidate that the rule chooses; candidates ascend in λ. Best is the largest λ with the
/// fewest errors, the simplest model. one_standard_error then takes the largest λ whose share of errors is at
/// most the best share plus its standard error (Breiman et al. 1984, §3.4.3).
std::size_t choose_lambda(std::span<const LambdaErrors> candidates, std::span<const Index> fold_rows,
                          LambdaRule rule);

}  // namespace descent
