#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/compensated_sum.hpp"

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

/// One iterate in the place of a batch, with compensated products if `precise`.
template <bool precise>
struct OneIterate {
  static constexpr std::size_t most = 1;
  using Product = std::conditional_t<precise, long double, double>;
  std::span<const double> w;

  std::size_t size() const { return 1; }
  std::span<const double> operator[](std::size_t) const { return w; }
  std::array<Product, 1> products(Line row) const {
    if constexpr (precise)
      return {precise_dot(row, w.data())};
    else
      return {dot(row, w.data())};
  }
};
using SingleIterate = OneIterate<false>;
using PreciseIterate = OneIterate<true>;

}  // namespace descent
