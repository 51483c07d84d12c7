#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

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

  /// row·w of every iterate, to the bit as dot(row, w).
  std::array<double, most> products(Line row) const;

 private:
  std::span<const std::vector<double>> iterates_;
  /// Plain numbers: their operator new asks for huge pages (operator_new.cpp), the one for aligned types
  /// would not.
  std::vector<double> storage_;
  const double* columns_;  ///< in storage_, starting at a cache line: `most` weights per column
};

/// One iterate in the place of a batch.
struct SingleIterate {
  static constexpr std::size_t most = 1;
  std::span<const double> w;

  std::size_t size() const { return 1; }
  std::span<const double> operator[](std::size_t) const { return w; }
  std::array<double, 1> products(Line row) const { return {dot(row, w.data())}; }
};

}  // namespace descent
