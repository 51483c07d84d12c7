#pragma once

#include <memory>
#include <span>
#include <vector>

#include "solvers/problem/problem.hpp"
#include "solvers/proximal_newton/quadratic_model.hpp"

namespace descent {

/// Mean of a smooth loss at a point w, known by its m arguments z alone, and along a line through it. A part
/// of `proximal_newton`, whose models maintain row_i·d: a line search touches no stored entry.
class LossAlongLine {
 public:
  /// Starts at w = 0. The problem must outlive the object.
  static std::unique_ptr<LossAlongLine> make(const Problem& problem);
  virtual ~LossAlongLine() = default;

  double mean() const { return mean_; }

  /// Sets derivatives(), and the rows of a quadratic model: curvature c_i ℓ''(z_i)/m, change 0.
  virtual void differentiate(std::span<ModelRow> rows) = 0;

  /// c_i ℓ'(z_i)/m at the last differentiate().
  std::span<const double> derivatives() const { return derivatives_; }

  /// The derivative along d; the rows hold row_i·d as their change.
  double slope(std::span<const ModelRow> rows) const;

  struct Trial {
    double change;  ///< of the mean loss, accurate in comparison with `wanted`
    double mean;    ///< at w + step d
  };

  virtual Trial at(double step, std::span<const ModelRow> rows, double slope, double wanted) const = 0;

  /// Goes to w + step d, where a trial has found the mean.
  void move(double step, std::span<const ModelRow> rows, double mean);

  /// Recomputes z from w in one walk: moves leave rounding of the size of the largest z on the way.
  void refresh(std::span<const double> w);

  /// a_i = −ℓ'(z_i), dual weights in the sense of Problem::lower_bound.
  virtual void dual_weights(std::span<double> a) const = 0;

 protected:
  explicit LossAlongLine(const Problem& problem);
  virtual double mean_at_arguments() const = 0;

  const Problem& problem_;
  double m_;
  std::vector<double> z_;
  std::vector<double> derivatives_;
  double mean_ = 0;
};

}  // namespace descent
