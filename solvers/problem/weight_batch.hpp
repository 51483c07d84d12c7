#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/matrix/line_products.hpp"

namespace descent {

/// Weights of several iterates side by side, so that one walk serves all: each stored value meets the weights
/// of its column in one cache line.
class WeightBatch {
 public:
  static constexpr std::size_t most = 8;

  /// Keeps references to 1 to `most` iterates of equal length, which must outlive the batch.
  explicit WeightBatch(std::span<const std::vector<double>> iterates);
  WeightBatch(const WeightBatch&) = delete;
  WeightBatch& operator=(const WeightBatch&) = delete;

  std::size_t size() const { return iterates_.size(); }
  std::span<const double> operator[](std::size_t k) const { return iterates_[k]; }

  /// row·w of two iterates or more, to the bit as dot(row, w). One is walked as a SingleIterate.
  std::array<double, most> products(Line row) const;

 private:
  std::span<const std::vector<double>> iterates_;
  /// Plain numbers: their operator new asks for huge pages (operator_new.cpp), the one for aligned types
  /// would not.
  std::vector<double> storage_;
  /// In storage_, starting at a cache line: `most` weights per column.
  const double* columns_ = nullptr;
};

/// One iterate in the place of a batch.
struct SingleIterate {
  static constexpr std::size_t most = 1;
  std::span<const double> w;

  std::size_t size() const { return 1; }
  std::span<const double> operator[](std::size_t) const { return w; }
  std::array<double, 1> products(Line row) const { return {dot(row, w.data())}; }
};

/// Prediction errors of several iterates, row by row: in classification 1 for a row of the other class, where
/// a score of 0 predicts −1; in regression z². Counts are exact; squares are summed in long double.
template <Task task, std::size_t most>
class PredictionErrors {
 public:
  void add(const std::array<double, most>& z, double label) {
    ++rows_;
    for (std::size_t k = 0; k < most; ++k) {
      if constexpr (task == Task::classification)
        sums_[k] += label > 0 ? z[k] <= 0 : z[k] < 0;
      else
        sums_[k] += z[k] * z[k];
    }
  }

  /// Over the rows, of which there must be one.
  double mean(std::size_t k) const { return static_cast<double>(static_cast<long double>(sums_[k]) / rows_); }

 private:
  std::array<std::conditional_t<task == Task::classification, Index, long double>, most> sums_{};
  Index rows_ = 0;
};

/// Prediction error of every iterate: the share of wrong predictions, or in regression the mean of (x·w −
/// y)². Empty without rows.
std::vector<std::optional<double>> prediction_errors(Task task, const Sample& sample,
                                                     const WeightBatch& iterates);
/// Prediction error of one iterate.
std::optional<double> prediction_error(Task task, const Sample& sample, std::span<const double> w);

}  // namespace descent
