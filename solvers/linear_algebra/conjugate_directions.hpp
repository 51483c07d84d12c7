#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace descent {

/// Conjugate gradients, preconditioned by the diagonal, for (H + ρI) d = −g with H known by its products
/// alone, one product a step, so that the caller decides when to walk over the rows (Nocedal and Wright 2006,
/// Algorithm 7.1; Hsia, Chiang and Lin 2018 on the preconditioner for linear classification). On a9a the
/// diagonal, frequencies of binary features, saves half of the products.
class ConjugateDirections {
 public:
  explicit ConjugateDirections(std::size_t n)
      : d_(n), residual_(n), direction_(n), scale_(n), most_steps_(n + 10) {}

  /// Starts at d = 0, to end when the residual's norm is at most `share` of ‖g‖. `diagonal` is that of H.
  void begin(std::span<const double> g, std::span<const double> diagonal, double rho, double share) {
    rho_ = rho;
    steps_ = 0;
    product_ = 0;
    squared_residual_ = 0;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      d_[j] = 0;
      residual_[j] = -g[j];
      scale_[j] = 1 / (diagonal[j] + rho);
      direction_[j] = scale_[j] * residual_[j];
      product_ += residual_[j] * direction_[j];
      squared_residual_ += g[j] * g[j];
    }
    enough_ = share * share * squared_residual_;
  }

  bool finished() const { return squared_residual_ <= enough_ || steps_ >= most_steps_; }

  /// The vector whose product with H the next step takes.
  std::span<const double> direction() const { return direction_; }

  /// One step; `image` = H direction().
  void step(std::span<const double> image) {
    double curvature = 0;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      curvature += direction_[j] * (image[j] + rho_ * direction_[j]);
    }
    const double alpha = product_ / curvature;
    const double product_before = std::exchange(product_, 0);
    squared_residual_ = 0;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      d_[j] += alpha * direction_[j];
      residual_[j] -= alpha * (image[j] + rho_ * direction_[j]);
      product_ += scale_[j] * residual_[j] * residual_[j];
      squared_residual_ += residual_[j] * residual_[j];
    }
    const double beta = product_ / product_before;
    for (std::size_t j = 0; j < d_.size(); ++j) {
      direction_[j] = scale_[j] * residual_[j] + beta * direction_[j];
    }
    ++steps_;
  }

  std::span<const double> solution() const { return d_; }

 private:
  std::vector<double> d_;
  std::vector<double> residual_;   ///< −g − (H + ρI) d
  std::vector<double> direction_;  ///< conjugate to those before
  std::vector<double> scale_;      ///< the preconditioner: 1/(H_jj + ρ)
  double rho_ = 0;
  double product_ = 0;  ///< residual · scale · residual
  double squared_residual_ = 0;
  double enough_ = 0;
  std::size_t steps_ = 0;
  std::size_t most_steps_;
};

}  // namespace descent
