#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "datasets/matrix/lane_products.hpp"
#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// The columns of a matrix of rows, for methods that walk along one after another. A column with few zeros is
/// kept a second time, as the numbers of all rows without their indices. A walk over it loads whole vector
/// registers and takes a quarter to a half of the time.
///
/// On such a column a kernel also visits rows whose value is 0, and sums in another order. Exact sums, such
/// as sums of whole numbers, are the same to the bit.
class Columns : public SparseMatrix {
  /// Where a dense column's numbers begin.
  struct Place {
    std::size_t start = 0;
    bool is_single = false;
  };

  static constexpr Index lanes = 32;  // 16 take a third longer

  template <class Number, class Factor>
  [[gnu::always_inline]] static double dense_sum(std::span<const Number> numbers, const Factor& factor) {
    std::array<double, lanes> sums{};
    const Number* const number = numbers.data();
    const auto size = static_cast<Index>(numbers.size());
    Index i = 0;
    for (; i + lanes <= size; i += lanes)
      for (Index lane = 0; lane < lanes; ++lane)
        sums[lane] = add_product(sums[lane], static_cast<double>(number[i + lane]), factor(i + lane));
    for (Index lane = 0; i + lane < size; ++lane)
      sums[lane] = add_product(sums[lane], static_cast<double>(number[i + lane]), factor(i + lane));
    for (Index half = lanes / 2; half > 0; half /= 2)
      for (Index lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
    return sums[0];
  }

  template <class Function>
  [[gnu::always_inline]] decltype(auto) with_numbers(Index j, const Function& function) const {
    const auto m = static_cast<std::size_t>(inner_size());
    const Place place = places_[static_cast<std::size_t>(j)];
    if (place.is_single) return function(std::span(singles_).subspan(place.start, m));
    return function(std::span(doubles_).subspan(place.start, m));
  }

 public:
  explicit Columns(const SparseMatrix& rows);

  /// Σ value · factor(row) over a column.
  template <class Factor>
  [[gnu::always_inline]] double sum(Index j, const Factor& factor) const {
    const Line column = (*this)[j];
    if (column.size() < least_dense_) return line_sum(column, factor);
    return in_unit(column, with_numbers(j, [&](auto numbers) { return dense_sum(numbers, factor); }));
  }

  /// Σ value · function(rows[i]) over a column.
  template <class Function>
  [[gnu::always_inline]] double sum_of(Index j, const double* rows, const Function& function) const {
    const Line column = (*this)[j];
    if (column.size() < least_dense_) return line_sum_in_lanes(column, rows, function);
    return sum(j, [=](Index i) { return function(rows[i]); });
  }

  /// Σ value · rows[i] over a column.
  [[gnu::always_inline]] double dot(Index j, const double* rows) const {
    return sum(j, [=](Index i) { return rows[i]; });
  }

  /// rows[i] += scale · value over a column.
  [[gnu::always_inline]] void add(Index j, double scale, double* rows) const {
    const Line column = (*this)[j];
    if (column.size() < least_dense_) return add_in_lanes(column, scale, rows);
    with_numbers(j, [=, number_scale = scale * column.unit()](auto numbers) {
      for (std::size_t i = 0; i < numbers.size(); ++i)
        rows[i] = add_product(rows[i], static_cast<double>(numbers[i]), number_scale);
    });
  }

  /// True if the column is kept without indices as well.
  bool is_dense(Index j) const { return (*this)[j].size() >= least_dense_; }

  /// The numbers of all rows in the dense columns, with zeros between them. A column has one of the two
  /// kinds.
  std::span<const std::byte> singles() const { return std::as_bytes(std::span(singles_)); }
  std::span<const std::byte> doubles() const { return std::as_bytes(std::span(doubles_)); }

 private:
  std::size_t least_dense_;    ///< entries of a dense column
  std::vector<Place> places_;  ///< of all columns; empty if none is dense
  std::vector<float> singles_;
  std::vector<double> doubles_;
};

}  // namespace descent
