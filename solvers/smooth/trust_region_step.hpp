#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace descent {

/// Steihaug's conjugate gradients for the trust-region subproblem of Newton's method, a part of `tron`:
///
///   min_s  g·s + ½ s·H s   subject to ‖s‖_M ≤ Δ,      M diagonal, ‖s‖²_M = s·M s
///
/// to a residual of `share` of ‖g‖ in the norm of M⁻¹, or the boundary. (Steihaug 1983; Lin, Weng and Keerthi
/// 2008, Algorithm 2, where M = I.) H is known by its products alone, one a step, so that the caller decides
/// when to walk over the rows.
class TrustRegionStep {
 public:
  explicit TrustRegionStep(std::size_t n) : s_(n), residual_(n), direction_(n), most_products_(n + 10) {}

  /// Starts at s = 0. `g` and `metric`, the diagonal of M, must stay as they are until the step is finished.
  void begin(std::span<const double> g, std::span<const double> metric, double radius, double share) {
    metric_ = metric;
    radius_ = radius;
    products_ = 0;
    at_boundary_ = false;
    energy_ = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      s_[j] = 0;
      residual_[j] = -g[j];
      direction_[j] = residual_[j] / metric[j];
      energy_ += residual_[j] * direction_[j];
    }
    enough_ = share * share * energy_;
  }

  bool finished() const { return at_boundary_ || energy_ <= enough_ || products_ >= most_products_; }

  /// The vector whose product with H the next step takes.
  std::span<const double> direction() const { return direction_; }

  /// One step of conjugate gradients; `image` = H direction().
  void step(std::span<const double> image) {
    ++products_;
    double curvature = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) curvature += direction_[j] * image[j];
    double alpha = energy_ / curvature;
    for (std::size_t j = 0; j < s_.size(); ++j) s_[j] += alpha * direction_[j];
    if (squared_length(s_) > radius_ * radius_) {
      at_boundary_ = true;
      for (std::size_t j = 0; j < s_.size(); ++j) s_[j] -= alpha * direction_[j];
      alpha = to_boundary();
      for (std::size_t j = 0; j < s_.size(); ++j) s_[j] += alpha * direction_[j];
    }
    double energy = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      residual_[j] -= alpha * image[j];
      energy += residual_[j] * residual_[j] / metric_[j];
    }
    const double beta = energy / energy_;
    energy_ = energy;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      direction_[j] = residual_[j] / metric_[j] + beta * direction_[j];
    }
  }

  std::span<const double> s() const { return s_; }
  double length() const { return std::sqrt(squared_length(s_)); }  ///< ‖s‖_M
  bool at_boundary() const { return at_boundary_; }

  /// −(g·s + ½ s·H s), by how much the model falls.
  double predicted_reduction(std::span<const double> g) const {
    double sum = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) sum += s_[j] * (residual_[j] - g[j]);
    return sum / 2;
  }

 private:
  double squared_length(std::span<const double> v) const {
    double sum = 0;
    for (std::size_t j = 0; j < v.size(); ++j) sum += v[j] * v[j] * metric_[j];
    return sum;
  }

  /// The τ ≥ 0 with ‖s + τ direction‖_M = Δ, by the form of the quadratic's root that does not cancel.
  double to_boundary() const {
    double product = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) product += s_[j] * direction_[j] * metric_[j];
    const double square = squared_length(direction_);
    const double left = radius_ * radius_ - squared_length(s_);
    const double root = std::sqrt(product * product + square * left);
    return product >= 0 ? left / (product + root) : (root - product) / square;
  }

  std::vector<double> s_;
  std::vector<double> residual_;  ///< −g − H s
  std::vector<double> direction_;
  std::span<const double> metric_;
  double radius_ = 0;
  double energy_ = 0;  ///< residual · M⁻¹ residual
  double enough_ = 0;
  std::size_t products_ = 0;
  std::size_t most_products_;
  bool at_boundary_ = false;
};

}  // namespace descent
