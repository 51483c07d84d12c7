#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// A number for each of up to 32 rows.
struct alignas(64) RowBatch : std::array<double, 32> {
  static constexpr std::size_t most = 32;

  RowBatch() : array{} {}
  /// Takes the numbers; rows that are missing have 0.
  explicit RowBatch(std::span<const double> of_rows) : RowBatch() { std::ranges::copy(of_rows, begin()); }
};

/// Calls visit(first, count) for the rows from `first` to `last`, a batch at a time.
template <class Visit>
void for_each_batch(std::size_t first, std::size_t last, const Visit& visit) {
  for (; first < last; first += RowBatch::most) visit(first, std::min(last - first, RowBatch::most));
}

/// A loss at the arguments of a batch of rows: its functions of one argument (loss.hpp) for all of them.
template <class Loss>
class LossBatch {
 public:
  LossBatch(const Loss& loss, const RowBatch& z) : loss_(loss), z_(z) {}

  RowBatch value() const {
    return each([this](std::size_t k) { return loss_.value(z_[k]); });
  }
  RowBatch derivative() const {
    return each([this](std::size_t k) { return loss_.derivative(z_[k]); });
  }
  RowBatch second_derivative() const {
    return each([this](std::size_t k) { return loss_.second_derivative(z_[k]); });
  }
  RowBatch above_tangent(const RowBatch& s) const {
    return each([&](std::size_t k) { return loss_.above_tangent(z_[k], s[k]); });
  }

 private:
  template <class OfRow>
  static RowBatch each(const OfRow& of_row) {
    RowBatch all;
    for (std::size_t k = 0; k < RowBatch::most; ++k) all[k] = of_row(k);
    return all;
  }

  Loss loss_;
  RowBatch z_;
};

/// Exponentials and logarithms of several rows in one instruction: a row takes a sixth of the time.
template <>
class LossBatch<Logistic> {
 public:
  LossBatch(const Logistic&, const RowBatch& z);

  RowBatch value() const;
  RowBatch derivative() const;
  RowBatch second_derivative() const;
  RowBatch above_tangent(const RowBatch& s) const;

 private:
  RowBatch z_;
  RowBatch e_;  ///< exp(−|z|)
};

/// Σ_i c_i t_i over the rows from `first` to `last`, the t_i from terms(first, count) for each batch.
template <class Terms>
double weighted_sum(const Problem& problem, std::size_t first, std::size_t last, const Terms& terms) {
  double sum = 0;
  for_each_batch(first, last, [&](std::size_t begin, std::size_t count) {
    const RowBatch of_batch = terms(begin, count);
    for (std::size_t k = 0; k < count; ++k) sum += problem.row_weight(begin + k) * of_batch[k];
  });
  return sum;
}

/// Calls visit(i, ℓ'(z_i)) for the rows from `first` to `last`. It may overwrite z_i.
template <class Unit, class Visit>
void for_each_derivative(const Unit& unit, std::span<const double> z, std::size_t first, std::size_t last,
                         const Visit& visit) {
  for_each_batch(first, last, [&](std::size_t begin, std::size_t count) {
    const RowBatch of_batch = LossBatch(unit, RowBatch(z.subspan(begin, count))).derivative();
    for (std::size_t k = 0; k < count; ++k) visit(begin + k, of_batch[k]);
  });
}

}  // namespace descent
