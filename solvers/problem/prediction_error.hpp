#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "solvers/problem/weight_batch.hpp"

namespace descent {

/// Prediction errors of several iterates, row by row: 1 for z ≤ 0 in classification, z² in regression. Counts
/// are exact; squares are summed in long double.
template <Task task, std::size_t most>
class PredictionErrors {
 public:
  void add(const std::array<double, most>& z) {
    for (std::size_t k = 0; k < most; ++k) {
      if constexpr (task == Task::classification)
        sums_[k] += z[k] <= 0;
      else
        sums_[k] += z[k] * z[k];
    }
  }

  /// Over m > 0 rows.
  double mean(std::size_t k, Index m) const {
    return static_cast<double>(static_cast<long double>(sums_[k]) / m);
  }

 private:
  std::array<std::conditional_t<task == Task::classification, Index, long double>, most> sums_{};
};

/// Prediction error of every iterate: the share of rows with z ≤ 0, or in regression the mean of (x·w − y)².
/// Empty without rows.
std::vector<std::optional<double>> prediction_errors(Task task, const Sample& sample,
                                                     const WeightBatch& iterates);
/// Prediction error of one iterate.
std::optional<double> prediction_error(Task task, const Sample& sample, std::span<const double> w);

}  // namespace descent
