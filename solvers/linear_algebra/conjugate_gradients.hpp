#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

namespace descent {

/// Conjugate gradients, preconditioned by a diagonal matrix M, with H known by its products alone, one a
/// step, so that the caller decides when to walk over the rows:
///
///   min_s  g·s + ½ s·H s   subject to ‖s‖_M ≤ Δ,      ‖s‖²_M = s·M s
///
/// to a small residual or the boundary, if there is a radius Δ (Nocedal and Wright 2006, Algorithm 7.1;
/// Steihaug 1983; Lin, Weng and Keerthi 2008, Algorithm 2, where M = I; Hsia, Chiang and Lin 2018 on the
/// diagonal of H as M in linear classification: on a9a, with its frequencies of binary features, it saves
/// half of the products).
class ConjugateGradients {
 public:
  static constexpr double no_radius = std::numeric_limits<double>::infinity();

  /// The norm in which residuals are measured.
  enum class Norm { euclidean, of_inverse_metric };

  ConjugateGradients(std::size_t n, Norm norm)
      : norm_(norm), s_(n), residual_(n), direction_(n), most_products_(n + 10) {}

  /// Starts at s = 0, to end when the residual is at most `share` of g. `metric`, the diagonal of M, must
  /// stay as it is until the step is finished.
  void begin(std::span<const double> g, std::span<const double> metric, double share,
             double radius = no_radius) {
    metric_ = metric;
    radius_ = radius;
    products_ = 0;
    at_boundary_ = false;
    energy_ = 0;
    squared_residual_ = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      s_[j] = 0;
      residual_[j] = -g[j];
      direction_[j] = residual_[j] / metric[j];
      energy_ += residual_[j] * direction_[j];
      squared_residual_ += g[j] * g[j];
    }
    enough_ = share * share * size();
  }

  bool finished() const { return at_boundary_ || size() <= enough_ || products_ >= most_products_; }

  /// The vector whose product with H the next step takes.
  std::span<const double> direction() const { return direction_; }

  /// One step; `image` = H direction().
  void step(std::span<const double> image) {
    ++products_;
    double curvature = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) curvature += direction_[j] * image[j];
    double alpha = energy_ / curvature;
    if (radius_ < no_radius && leaves_radius(alpha)) {
      at_boundary_ = true;
      alpha = to_boundary();
    }
    const double energy_before = energy_;
    energy_ = 0;
    squared_residual_ = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      s_[j] += alpha * direction_[j];
      residual_[j] -= alpha * image[j];
      energy_ += residual_[j] * residual_[j] / metric_[j];
      squared_residual_ += residual_[j] * residual_[j];
    }
    const double beta = energy_ / energy_before;
    for (std::size_t j = 0; j < s_.size(); ++j)
      direction_[j] = residual_[j] / metric_[j] + beta * direction_[j];
  }

  std::span<const double> solution() const { return s_; }
  double length() const { return std::sqrt(product_in_metric(s_, s_)); }  ///< ‖s‖_M
  bool at_boundary() const { return at_boundary_; }

  /// −(g·s + ½ s·H s), by how much the model falls.
  double predicted_reduction(std::span<const double> g) const {
    double sum = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) sum += s_[j] * (residual_[j] - g[j]);
    return sum / 2;
  }

 private:
  double size() const { return norm_ == Norm::euclidean ? squared_residual_ : energy_; }

  double product_in_metric(std::span<const double> u, std::span<const double> v) const {
    double sum = 0;
    for (std::size_t j = 0; j < u.size(); ++j) sum += u[j] * v[j] * metric_[j];
    return sum;
  }

  bool leaves_radius(double alpha) const {
    double squared_length = 0;
    for (std::size_t j = 0; j < s_.size(); ++j) {
      const double s_j = s_[j] + alpha * direction_[j];
      squared_length += s_j * s_j * metric_[j];
    }
    return squared_length > radius_ * radius_;
  }

  /// The τ ≥ 0 with ‖s + τ direction‖_M = Δ, by the form of the quadratic's root that does not cancel.
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
  std::vector<double> direction_;  ///< conjugate to those before
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
