#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "support/numbers/random.hpp"

namespace descent {

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
