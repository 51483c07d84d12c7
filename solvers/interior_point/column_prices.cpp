#include "solvers/interior_point/column_prices.hpp"

#include <algorithm>
#include <cmath>

#include "datasets/matrix/line_products.hpp"

namespace descent {

ColumnPrices::ColumnPrices(const Problem& problem)
    : problem_(problem),
      v_(static_cast<std::size_t>(problem.n()), 0.0),
      relative_(static_cast<std::size_t>(problem.n()), 0.0) {}

double ColumnPrices::compute(std::span<const double> a) {
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

std::vector<double> ColumnPrices::sums(std::span<const Index> columns) const {
  std::vector<double> sums;
  sums.reserve(columns.size());
  for (const Index j : columns) sums.push_back(v_[static_cast<std::size_t>(j)] * problem_.m());
  return sums;
}

std::vector<Index> ColumnPrices::dearest(double least, std::size_t most,
                                         std::span<const Index> left_out) const {
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

}  // namespace descent
