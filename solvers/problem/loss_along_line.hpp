#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/change_along_step.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// The mean loss at a point w, known by its m arguments z alone, and along a line through it: a part of
/// `proximal_newton`, whose models maintain row_i·d, so that a line search touches no stored entry.
template <class Loss>
class LossAlongLine {
 public:
  /// At w = 0.
  explicit LossAlongLine(const Problem& problem)
      : problem_(problem),
        loss_(problem.loss_as<Loss>()),
        m_(problem.m()),
        z_(problem.arguments_at_zero()),
        derivatives_(z_.size()) {
    find_mean();
  }

  double mean() const { return mean_; }

  /// Sets derivatives() and, in each row of a quadratic model, c_i ℓ''(z_i)/m as its curvature and no change.
  template <class Row>
  void differentiate(std::span<Row> rows) {
    for (std::size_t i = 0; i < z_.size(); ++i) {
      derivatives_[i] = of_row(loss_, i).derivative(z_[i]) / m_;
      rows[i] = {of_row(loss_, i).second_derivative(z_[i]) / m_, 0};
    }
  }

  /// c_i ℓ'(z_i)/m, as of the last differentiate().
  std::span<const double> derivatives() const { return derivatives_; }

  /// The derivative along d of which the rows hold row_i·d as their change.
  template <class Row>
  double slope(std::span<const Row> rows) const {
    double sum = 0;
    for (std::size_t i = 0; i < z_.size(); ++i) sum += derivatives_[i] * rows[i].change;
    return sum;
  }

  struct Trial {
    double change;  ///< of the mean loss, to be compared with numbers of the size of `wanted`
    double mean;    ///< at w + step d
  };

  template <class Row>
  Trial at(double step, std::span<const Row> rows, double slope, double wanted) const {
    double sum = 0;
    for (std::size_t i = 0; i < z_.size(); ++i) sum += of_row(loss_, i).value(z_[i] + step * rows[i].change);
    const double mean = sum / m_;
    const auto above_tangent = [&] {
      double above = 0;
      for (std::size_t i = 0; i < z_.size(); ++i)
        above += of_row(loss_, i).above_tangent(z_[i], step * rows[i].change);
      return above / m_;
    };
    return {change_along_step(mean_, mean, step * slope, wanted, above_tangent), mean};
  }

  /// Goes to w + step d, where a trial has found the mean.
  template <class Row>
  void move(double step, std::span<const Row> rows, double mean) {
    for (std::size_t i = 0; i < z_.size(); ++i) z_[i] += step * rows[i].change;
    mean_ = mean;
  }

  /// Computes z from w: what moves add to it leaves roundings of the size of the largest z on the way. One
  /// walk over the rows.
  void refresh(std::span<const double> w) {
    for (Index i = 0; i < problem_.m(); ++i)
      z_[static_cast<std::size_t>(i)] = dot(problem_.rows()[i], w.data()) - problem_.target(i);
    find_mean();
  }

  /// a_i = −ℓ'(z_i), dual weights in the sense of Problem::lower_bound.
  void dual_weights(std::span<double> a) const {
    for (std::size_t i = 0; i < z_.size(); ++i) a[i] = -unit_of(loss_).derivative(z_[i]);
  }

 private:
  void find_mean() {
    mean_ = 0;
    for (std::size_t i = 0; i < z_.size(); ++i) mean_ += of_row(loss_, i).value(z_[i]) / m_;
  }

  const Problem& problem_;
  Loss loss_;
  double m_;
  std::vector<double> z_;
  std::vector<double> derivatives_;
  double mean_ = 0;
};

}  // namespace descent
