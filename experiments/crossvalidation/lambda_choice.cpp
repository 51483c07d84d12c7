// The choice of λ from the errors in the folds (crossvalidation.hpp).

#include "experiments/crossvalidation/crossvalidation.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>

#include "support/numbers/statistics.hpp"

namespace descent {

std::vector<Index> stratified_folds(std::span<const double> labels, Index folds, Random random) {
  std::vector<Index> fold_of_row(labels.size());
  Index next = 0;
  for (const double label : {1.0, -1.0}) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < labels.size(); ++row) {
      if (labels[row] == label) rows.push_back(row);
    }
    shuffle(rows.begin(), rows.end(), random);
    for (const std::size_t row : rows) {
      fold_of_row[row] = next;
      next = (next + 1) % folds;
    }
  }
  return fold_of_row;
}

std::int64_t LambdaErrors::total() const {
  return std::accumulate(errors.begin(), errors.end(), std::int64_t{0});
}

double standard_error(const LambdaErrors& candidate, std::span<const Index> fold_rows) {
  std::vector<double> shares;
  for (std::size_t fold = 0; fold < fold_rows.size(); ++fold)
    shares.push_back(static_cast<double>(candidate.errors[fold]) / fold_rows[fold]);
  return std::sqrt(variance(shares) / static_cast<double>(shares.size()));
}

std::size_t choose_lambda(std::span<const LambdaErrors> candidates, std::span<const Index> fold_rows,
                          LambdaRule rule) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < candidates.size(); ++k) {
    if (candidates[k].total() <= candidates[best].total()) best = k;
  }
  if (rule == LambdaRule::minimum) return best;
  const auto rows = static_cast<double>(std::accumulate(fold_rows.begin(), fold_rows.end(), std::int64_t{0}));
  const double most =
      static_cast<double>(candidates[best].total()) + rows * standard_error(candidates[best], fold_rows);
  std::size_t chosen = best;
  for (std::size_t k = best; k < candidates.size(); ++k) {
    if (static_cast<double>(candidates[k].total()) <= most) chosen = k;
  }
  return chosen;
}

}  // namespace descent
