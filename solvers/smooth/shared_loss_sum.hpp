#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "solvers/contract/ranks.hpp"
#include "solvers/smooth/smooth_loss_sum.hpp"

namespace descent {

/// The sums of SmoothLossSum that TrustRegionNewton needs, over the rows of all processes; tron has one
/// process.
class SharedLossSum {
 public:
  SharedLossSum(const Problem& own, Ranks& ranks) : own_(SmoothLossSum::make(own)), ranks_(ranks) {}

  void evaluate(SmoothPoint& point) {
    own_->evaluate(point);
    if (ranks_.size() == 1) return ranks_.sum({});
    message_.assign(point.gradient.begin(), point.gradient.end());
    message_.insert(message_.end(), point.diagonal.begin(), point.diagonal.end());
    message_.push_back(point.value);
    ranks_.sum(message_);
    const auto of_diagonal = message_.begin() + std::ssize(point.gradient);
    std::copy(message_.begin(), of_diagonal, point.gradient.begin());
    std::copy(of_diagonal, message_.end() - 1, point.diagonal.begin());
    point.value = message_.back();
  }

  void hessian_product(std::span<const double> curvatures, std::span<const double> v,
                       std::span<double> product) {
    own_->hessian_product(curvatures, v, product);
    ranks_.sum(product);
  }

  double above_tangent(std::span<const double> before, std::span<const double> after) {
    std::array sum{own_->above_tangent(before, after)};
    ranks_.sum(sum);
    return sum.front();
  }

  /// Dual weights of this process's rows.
  void dual_weights(std::span<const double> w, std::span<double> a) const { own_->dual_weights(w, a); }

 private:
  std::unique_ptr<const SmoothLossSum> own_;
  Ranks& ranks_;
  std::vector<double> message_;
};

}  // namespace descent
