#include "solvers/interior_point_rows.hpp"

#include <algorithm>

#include "solvers/loss.hpp"

namespace descent {

namespace {

/// Rows that are gone through together, one kind of work after the other, while they stay in the cache.
constexpr std::size_t block_rows = 256;

inline void add_both(std::span<const Entry> line, double first, double second, ColumnPair* sums) {
  for (const Entry& entry : line) {
    const auto value = static_cast<double>(entry.value);
    ColumnPair& pair = sums[entry.index];
    pair[0] += first * value;
    pair[1] += second * value;
  }
}

}  // namespace

struct InteriorPointRows::Point {
  double z, xi, s, a, b;
  double weight() const { return a * b / (xi * a + s * b); }
};

struct InteriorPointRows::Direction {
  double a, xi, s;
};

namespace {

/// What the second-order terms of a direction add to t_ξ/b and t_s/a: ΔξΔb is left over in the product ξ b.
template <class Point, class Direction>
struct SecondOrder {
  SecondOrder(const Point& at, const Direction& along)
      : xi(along.xi * along.a / at.b), s(-along.s * along.a / at.a) {}
  double xi, s;
};

}  // namespace

InteriorPointRows::InteriorPointRows(const SparseMatrix& rows)
    : rows_(&rows),
      m_(static_cast<std::size_t>(rows.lines())),
      z_(m_, 0.0),
      xi_(m_, 1.5),
      s_(m_, 0.5),
      a_(m_, 0.5),
      b_(m_, 0.5),
      weight_(m_),
      predicted_dz_(m_, 0.0),
      corrected_dz_(m_, 0.0) {}

inline InteriorPointRows::Point InteriorPointRows::at(std::size_t i) const {
  return {z_[i], xi_[i], s_[i], a_[i], b_[i]};
}

inline InteriorPointRows::Direction InteriorPointRows::predicted(const Point& point, double dz) const {
  const double da = point.weight() * (1 - point.z - dz);
  return {da, point.xi * (da / point.b - 1), -point.s * (1 + da / point.a)};
}

inline InteriorPointRows::Direction InteriorPointRows::corrected(const Point& point, std::size_t i) const {
  const SecondOrder second(point, predicted(point, predicted_dz_[i]));
  const double to_xi = sigma_mu_ / point.b + second_order_ * second.xi;
  const double to_s = sigma_mu_ / point.a + second_order_ * second.s;
  const double da = point.weight() * (1 - point.z - to_xi + to_s - corrected_dz_[i]);
  return {da, to_xi + point.xi * (da / point.b - 1), to_s - point.s * (1 + da / point.a)};
}

void InteriorPointRows::predict(std::span<const double> dw, StepStatistics& statistics,
                                std::span<ColumnPair> sums) {
  std::fill(sums.begin(), sums.end(), ColumnPair{});
  std::array<double, block_rows> centring;
  std::array<double, block_rows> second_order;
  for (std::size_t first = 0; first < m_; first += block_rows) {
    const std::size_t count = std::min(block_rows, m_ - first);
    for (std::size_t i = first; i < first + count; ++i) {
      predicted_dz_[i] = dot((*rows_)[static_cast<Index>(i)], dw.data());
    }
    for (std::size_t k = 0; k < count; ++k) {
      const Point point = at(first + k);
      const Direction direction = predicted(point, predicted_dz_[first + k]);
      statistics.add_pair(point.xi, direction.xi, point.b, -direction.a);
      statistics.add_pair(point.s, direction.s, point.a, direction.a);
      const SecondOrder second(point, direction);
      const double weight = weight_[first + k];
      centring[k] = weight * (1 / point.a - 1 / point.b);
      second_order[k] = weight * (second.s - second.xi);
    }
    for (std::size_t k = 0; k < count; ++k) {
      add_both((*rows_)[static_cast<Index>(first + k)], centring[k], second_order[k], sums.data());
    }
  }
}

void InteriorPointRows::correct(std::span<const double> dw, double sigma_mu, double second_order,
                                StepStatistics& statistics) {
  sigma_mu_ = sigma_mu;
  second_order_ = second_order;
  for (std::size_t first = 0; first < m_; first += block_rows) {
    const std::size_t last = std::min(first + block_rows, m_);
    for (std::size_t i = first; i < last; ++i) {
      corrected_dz_[i] = dot((*rows_)[static_cast<Index>(i)], dw.data());
    }
    for (std::size_t i = first; i < last; ++i) {
      const Point point = at(i);
      const Direction direction = corrected(point, i);
      statistics.add_pair(point.xi, direction.xi, point.b, -direction.a);
      statistics.add_pair(point.s, direction.s, point.a, direction.a);
    }
  }
}

InteriorPointRows::Sums InteriorPointRows::move(double alpha, double beta, std::span<const double> w,
                                                std::span<ColumnPair> sums) {
  Sums total;
  std::fill(sums.begin(), sums.end(), ColumnPair{});
  std::array<double, block_rows> right_side;
  for (std::size_t first = 0; first < m_; first += block_rows) {
    const std::size_t count = std::min(block_rows, m_ - first);
    for (std::size_t i = first; i < first + count; ++i) {
      const Direction direction = corrected(at(i), i);
      xi_[i] += alpha * direction.xi;
      s_[i] += alpha * direction.s;
      a_[i] = std::min(a_[i] + beta * direction.a, 1.0);
      b_[i] -= beta * direction.a;
    }
    for (std::size_t i = first; i < first + count; ++i)
      z_[i] = dot((*rows_)[static_cast<Index>(i)], w.data());
    for (std::size_t k = 0; k < count; ++k) {
      const Point point = at(first + k);
      total.loss += Hinge::value(point.z);
      total.dual += point.a;
      weight_[first + k] = point.weight();
      right_side[k] = weight_[first + k] * (1 - point.z);
    }
    for (std::size_t k = 0; k < count; ++k) {
      add_both((*rows_)[static_cast<Index>(first + k)], a_[first + k] / rows_->lines(), right_side[k],
               sums.data());
    }
  }
  return total;
}

}  // namespace descent
