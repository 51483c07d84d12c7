#pragma once

#include <optional>
#include <span>

#include "datasets/dataset.hpp"
#include "solvers/loss.hpp"
#include "solvers/regularizer.hpp"

namespace descent {

/// F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i), z_i = y_i x_i·w: the only judge of what a method has reached.
class Problem {
 public:
  /// Keeps a reference to the sample, which must outlive the problem. Throws ConfigError unless λ > 0 and λ
  /// and C are finite, and DataError when no value is stored: no method could make progress.
  Problem(const Sample& sample, LossKind loss, RegularizerKind regularizer, double lambda);

  const Sample& sample() const { return sample_; }
  const SparseMatrix& rows() const { return sample_.rows; }
  /// Built on the first call; the time that takes is part of the setup of the methods that walk columns.
  const SparseMatrix& columns() const;

  Index m() const { return rows().lines(); }
  Index n() const { return rows().width(); }
  LossKind loss() const { return loss_; }
  RegularizerKind regularizer() const { return regularizer_; }
  double lambda() const { return lambda_; }
  /// LIBLINEAR's C = 1/(λ m): ½‖w‖² + C Σ ℓ is F/λ.
  double c() const { return 1 / (lambda_ * m()); }

  /// F(w) for n weights, summed in double.
  double objective(std::span<const double> w) const;

  /// The dual value D(a) ≤ F(w*) of m dual weights (methods.md §10), computed from scratch: a is first
  /// clipped into the loss's domain, under L1 also scaled until ‖v‖_∞ ≤ λ, so that whatever a method hands
  /// over, D is a bound.
  double lower_bound(std::span<const double> a) const;

 private:
  const Sample& sample_;
  LossKind loss_;
  RegularizerKind regularizer_;
  double lambda_;
  mutable std::optional<SparseMatrix> columns_;
};

/// Share of the sample's rows on the wrong side, z ≤ 0; empty for a sample without rows.
std::optional<double> classification_error(const Sample& sample, std::span<const double> w);

}  // namespace descent
