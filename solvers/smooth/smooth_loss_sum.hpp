#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <vector>

#include "solvers/linear_algebra/row_team.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

inline double norm(std::span<const double> v) {
  double sum = 0;
  for (const double v_j : v) sum += v_j * v_j;
  return std::sqrt(sum);
}

/// A point w with the results of SmoothLossSum::evaluate that it has room for.
struct SmoothPoint {
  enum class Detail { gradient, value, curvatures, diagonal };

  /// w = 0, with room for `detail` and all details before it.
  SmoothPoint(const Problem& problem, Detail detail)
      : w(static_cast<std::size_t>(problem.n()), 0.0),
        gradient(w.size(), 0.0),
        arguments(detail >= Detail::value ? static_cast<std::size_t>(problem.m()) : 0, 0.0),
        curvatures(detail >= Detail::curvatures ? arguments.size() : 0, 0.0),
        diagonal(detail >= Detail::diagonal ? w.size() : 0, 0.0) {}

  std::vector<double> w;
  std::vector<double> gradient;    ///< Σ_i c_i ℓ'(z_i) row_i
  double value = 0;                ///< Σ_i c_i ℓ(z_i)
  std::vector<double> arguments;   ///< z_i
  std::vector<double> curvatures;  ///< c_i ℓ''(z_i)
  std::vector<double> diagonal;    ///< Σ_i c_i ℓ''(z_i) row_i², of the Hessian
};

/// Σ_i c_i ℓ(z_i) of a smooth loss, z_i = row_i·w − target_i, with its derivatives, so that methods need not
/// be templates of the loss. Every call without the arguments z is one walk over the rows; a row is still in
/// the cache when it is added to a sum. Spans have n values (w, v, product) or m (z, curvatures, a). Hinge,
/// for methods that keep z, is smoothed by μ,
///
///   ℓ_μ(z) = max over 0 ≤ a ≤ 1 of a(1 − z) − μa²/2;      for a smooth loss μ is 0 and ℓ_μ is ℓ.
class SmoothLossSum {
 public:
  using Arguments = std::span<const double>;

  /// The losses of `problem`, which must outlive the object. With `threads` ≥ 1 these share
  /// the loops over rows (RowTeam). Throws std::logic_error for a loss that is neither smooth nor hinge.
  static std::unique_ptr<SmoothLossSum> make(const Problem& problem, int threads = 0);
  virtual ~SmoothLossSum() = default;

  double mu() const { return mu_; }
  void halve_mu() { mu_ /= 2; }

  /// Maximum of ℓ_μ'', without row weights.
  virtual double largest_curvature() const = 0;

  /// Fills in all that the point has room for. Throws std::logic_error for hinge.
  virtual void evaluate(SmoothPoint& point) const = 0;

  /// product = Σ_i curvatures_i row_i (row_i·v): the (generalised) Hessian times v.
  void hessian_product(std::span<const double> curvatures, std::span<const double> v,
                       std::span<double> product) const;

  /// z_i = row_i·w − target_i.
  void find_arguments(std::span<const double> w, std::span<double> z) const;

  /// sum = Σ_i (of_rows_i/divisor) row_i.
  void sum_rows(std::span<const double> of_rows, double divisor, std::span<double> sum) const;

  /// Null unless threads share the loops.
  RowTeam* team() const { return team_.divides_rows() ? &team_ : nullptr; }

  /// a_i = −ℓ'(z_i): dual weights in the sense of Problem::lower_bound, optimal if w is.
  void dual_weights(std::span<const double> w, std::span<double> a) const;

  /// The same for ℓ_μ, at given arguments.
  virtual void dual_weights_at(Arguments z, std::span<double> a) const = 0;
  /// Σ_i c_i ℓ_μ(z_i).
  virtual double smooth_value(Arguments z) const = 0;
  /// c_i ℓ_μ'(z_i).
  virtual void derivatives(Arguments z, std::span<double> of_rows) const = 0;
  /// Height of the sum of ℓ_μ at arguments `after` above its tangent at `before`: see change_along_step.
  virtual double above_tangent(Arguments before, Arguments after) const = 0;

  /// Σ_i c_i ℓ(z_i).
  virtual double value(Arguments z) const = 0;
  /// Σ_i c_i (target_i a_i − ℓ*(−a_i)), the part of the losses in the dual value.
  virtual double dual_value(std::span<const double> a) const = 0;

 protected:
  SmoothLossSum(const Problem& problem, int threads, double mu)
      : problem_(problem), rows_(problem.rows()), team_(rows_, threads), mu_(mu) {}

  const Problem& problem_;
  const SparseMatrix& rows_;
  mutable RowTeam team_;

 private:
  double mu_;
};

}  // namespace descent
