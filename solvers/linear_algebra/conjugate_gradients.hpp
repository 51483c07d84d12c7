#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "support/numbers/infinity.hpp"
#include "support/numbers/vector_sum.hpp"

namespace descent {

/// Conjugate gradients, preconditioned by a diagonal matrix M, for
///
///   min_s  g·s + ½ s·H s   subject to ‖s‖_M ≤ Δ,      ‖s‖²_M = s·M s
///
/// Each step needs one product with H, which the caller computes when it walks over the rows. Ends at a small
/// residual or, with a radius Δ, at the boundary (Nocedal and Wright 2006, Algorithm 7.1; Steihaug
/// 1983; Lin, Weng and Keerthi 2008, Algorithm 2, where M = I). Hsia, Chiang and Lin 2018 take the diagonal
/// of H as M in linear classification: on a9a, with its frequencies of binary features, it saves half of the
/// products.
class ConjugateGradients {
 public:
  static constexpr double no_radius = infinity;

  /// Norm of residuals.
  enum class Norm { euclidean, of_inverse_metric };

  ConjugateGradients(std::size_t n, Norm norm)
      : norm_(norm), s_(n), residual_(n), direction_(n), most_products_(n + 10) {}

  /// Starts at s = 0, to end when the residual is at most `share` of g. `metric`, the diagonal of M or empty
  /// for M = I, must not change until then.
  void begin(std::span<const double> g, std::span<const double> metric, double share,
             double radius = no_radius) {
    metric_ = metric;
    radius_ = radius;
    products_ = 0;
    at_boundary_ = false;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      s_[j] = 0;
      residual_[j] = -g[j];
    }
    if (metric_.empty()) {
      direction_ = residual_;
    } else {
      for (std::size_t j = 0; j < s_.size(); ++j) direction_[j] = residual_[j] / metric_[j];
    }
    measure_residual();
    enough_ = share * share * size();
  }

  bool finished() const { return at_boundary_ || size() <= enough_ || products_ >= most_products_; }

  /// The vector whose product with H the next step needs.
  std::span<const double> direction() const { return direction_; }

  /// Makes one step; `image` = H direction().
  void step(std::span<const double> image) {
    ++products_;
    const std::size_t n = s_.size();
    const double* const along = direction_.data();
    const double* const product = image.data();
    double alpha = energy_ / vector_sum(n, [=](std::size_t j) { return along[j] * product[j]; });
    if (radius_ < no_radius && leaves_radius(alpha)) {
      at_boundary_ = true;
      alpha = to_boundary();
    }
    for (std::size_t j = 0; j < n; ++j) s_[j] += alpha * along[j];
    for (std::size_t j = 0; j < n; ++j) residual_[j] -= alpha * product[j];
    const double energy_before = energy_;
    measure_residual();
    const double beta = energy_ / energy_before;
    if (metric_.empty()) {
      for (std::size_t j = 0; j < n; ++j) direction_[j] = residual_[j] + beta * direction_[j];
    } else {
      for (std::size_t j = 0; j < n; ++j) direction_[j] = residual_[j] / metric_[j] + beta * direction_[j];
    }
  }

  std::span<const double> solution() const { return s_; }
  double length() const { return std::sqrt(product_in_metric(s_, s_)); }  ///< ‖s‖_M

  /// −(g·s + ½ s·H s): the decrease of the model.
  double predicted_reduction(std::span<const double> g) const {
    const double* const solution = s_.data();
    const double* const residual = residual_.data();
    return vector_sum(s_.size(), [=](std::size_t j) { return solution[j] * (residual[j] - g[j]); }) / 2;
  }

 private:
  double size() const { return norm_ == Norm::euclidean ? squared_residual_ : energy_; }

  void measure_residual() {
    squared_residual_ = squared_norm(residual_);
    const double* const residual = residual_.data();
    const double* const metric = metric_.data();
    energy_ = metric_.empty() ? squared_residual_ : vector_sum(residual_.size(), [=](std::size_t j) {
      return residual[j] * residual[j] / metric[j];
    });
  }

  double product_in_metric(std::span<const double> u, std::span<const double> v) const {
    const std::span<const double> metric = metric_;
    if (metric.empty()) return vector_sum(u.size(), [=](std::size_t j) { return u[j] * v[j]; });
    return vector_sum(u.size(), [=](std::size_t j) { return u[j] * v[j] * metric[j]; });
  }

  bool leaves_radius(double alpha) const {
    const double* const s = s_.data();
    const double* const along = direction_.data();
    const double* const metric = metric_.data();
    const auto squared = [=](std::size_t j) {
      const double s_j = s[j] + alpha * along[j];
      return s_j * s_j;
    };
    const double squared_length =
        metric_.empty() ? vector_sum(s_.size(), squared)
                        : vector_sum(s_.size(), [=](std::size_t j) { return squared(j) * metric[j]; });
    return squared_length > radius_ * radius_;
  }

  /// The τ ≥ 0 with ‖s + τ direction‖_M = Δ, by the form of the quadratic's root without cancellation.
  double to_boundary() const {
    const double product = product_in_metric(s_, direction_);
    const double square = product_in_metric(direction_, direction_);
    const double left = radius_ * radius_ - product_in_metric(s_, s_);
    const double root = std::sqrt(product * product + square * left);
    return product >= 0 ? left / (product + root) : (root - product) / square;
  }

  Norm norm_;
  std::vector<double> s_;
  std::vector<double> residual_;   ///< −g − H s
  std::vector<double> direction_;  ///< conjugate to the earlier directions
  std::span<const double> metric_;
  double radius_ = no_radius;
  double energy_ = 0;  ///< residual · M⁻¹ residual
  double squared_residual_ = 0;
  double enough_ = 0;
  std::size_t products_ = 0;
  std::size_t most_products_;
  bool at_boundary_ = false;
};

}  // namespace descent
