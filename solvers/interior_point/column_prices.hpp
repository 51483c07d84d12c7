#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Prices of an L1-regularised problem's columns at dual weights a: v = Zᵀa/m (docs/methods.md §10). Column j
/// can improve a solution without it only if |v_j| > λ.
class ColumnPrices {
 public:
  explicit ColumnPrices(const Problem& problem)
      : problem_(problem),
        v_(static_cast<std::size_t>(problem.n()), 0.0),
        relative_(static_cast<std::size_t>(problem.n()), 0.0) {}

  /// Prices all columns in one walk over the rows. Returns the dual value of a, as Problem::lower_bound, for
  /// m dual weights in [0, 1] of the hinge loss.
  double compute(std::span<const double> a) {
    const SparseMatrix& rows = problem_.rows();
    std::fill(v_.begin(), v_.end(), 0.0);
    double sum = 0;
    for (Index i = 0; i < rows.outer_size(); ++i) {
      const double a_i = problem_.row_weight(i) * a[static_cast<std::size_t>(i)];
      add(rows[i], a_i / problem_.m(), v_.data());
      sum += a_i;
    }
    double largest = 0;
    for (std::size_t j = 0; j < v_.size(); ++j) {
      relative_[j] = std::abs(v_[j]) / problem_.lambda();
      largest = std::max(largest, std::abs(v_[j]));
    }
    return largest > problem_.lambda() ? sum / problem_.m() * (problem_.lambda() / largest)
                                       : sum / problem_.m();
  }

  /// |v_j|/λ; the column is worth a weight from 1 on.
  double operator[](Index j) const { return relative_[static_cast<std::size_t>(j)]; }

  /// Zᵀa in the given columns.
  std::vector<double> sums(std::span<const Index> columns) const {
    std::vector<double> sums;
    sums.reserve(columns.size());
    for (const Index j : columns) sums.push_back(v_[static_cast<std::size_t>(j)] * problem_.m());
    return sums;
  }

  /// The `most` dearest columns (of equals, the first) with a price ≥ `least` that are not in `left_out`.
  /// Both lists ascend.
  std::vector<Index> dearest(double least, std::size_t most, std::span<const Index> left_out) const {
    std::vector<Index> columns;
    auto next_left_out = left_out.begin();
    for (Index j = 0; j < problem_.n(); ++j) {
      if (next_left_out != left_out.end() && *next_left_out == j) {
        ++next_left_out;
      } else if ((*this)[j] >= least) {
        columns.push_back(j);
      }
    }
    if (columns.size() > most) {
      const auto dearer = [this](Index j, Index k) {
        const double difference = (*this)[j] - (*this)[k];
        return difference > 0 || (difference == 0 && j < k);
      };
      const auto end = columns.begin() + static_cast<std::ptrdiff_t>(most);
      std::nth_element(columns.begin(), end, columns.end(), dearer);
      columns.erase(end, columns.end());
      std::sort(columns.begin(), columns.end());
    }
    return columns;
  }

 private:
  const Problem& problem_;
  std::vector<double> v_;
  std::vector<double> relative_;
};

}  // namespace descent
