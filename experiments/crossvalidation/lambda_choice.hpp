#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// The fold, 0 … folds − 1, of each row: a random division in which every fold has as many rows of each class
/// as any other, give or take one (stratified), and as many rows, give or take one. Each class is shuffled
/// and dealt out in turn, the second going on where the first has stopped. `labels` are +1 and −1.
std::vector<Index> stratified_folds(std::span<const double> labels, Index folds, Random random);

/// What the held-out folds say of one λ.
struct LambdaErrors {
  double lambda = 0;
  std::vector<Index> errors;  ///< misclassified rows of each fold

  std::int64_t total() const;
};

/// The standard error of the share of misclassified rows: the deviation of the folds' shares (divided by
/// folds − 1) over √folds. `fold_rows`: rows of each fold, at least 1.
double standard_error(const LambdaErrors& candidate, std::span<const Index> fold_rows);

/// Which of the candidates, ascending in λ, the rule chooses. Of candidates with equally few errors the one
/// with the largest λ, the simplest model, is best; one_standard_error then goes on to the largest λ whose
/// share of errors is at most that of the best plus the best one's standard error (Breiman et al. 1984,
/// §3.4.3).
std::size_t choose_lambda(std::span<const LambdaErrors> candidates, std::span<const Index> fold_rows,
                          LambdaRule rule);

}  // namespace descent
