#pragma once

#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <vector>

#include "datasets/matrix/columns.hpp"
#include "datasets/matrix/dataset.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/regularizer.hpp"
#include "solvers/problem/weight_batch.hpp"

namespace descent {

/// Details that only some problems have.
struct ProblemDetails {
  double epsilon = 0.1;         ///< half the width of the ε-insensitive tube, in the targets' unit
  bool free_intercept = false;  ///< the last column, a constant feature, is not regularised
};

/// Values by which an iterate is judged.
struct Evaluation {
  double objective = 0;  ///< F(w)
  /// prediction_error() on the rows, without weights, by the z_i of Problem::argument().
  double train_error = 0;
};

/// F(w) = λ R(w) + (1/m) Σ_i c_i ℓ(z_i), z_i = row_i·w − target_i: the only judge of a method's progress. In
/// classification row_i = y_i x_i and target_i = 0, so z_i is the margin; in regression row_i = x_i and
/// target_i = y_i, so z_i is the residual. The c_i are the sample's row weights, or 1.
class Problem {
 public:
  /// Keeps a reference to the sample. Throws ConfigError unless λ > 0, λ and C are finite and ε ≥ 0;
  /// DataError if no row of weight > 0 stores a value: no method could make progress.
  Problem(const Sample& sample, LossKind loss, RegularizerKind regularizer, double lambda,
          const ProblemDetails& details = {});

  const Sample& sample() const { return sample_; }
  const SparseMatrix& rows() const { return sample_.rows; }
  /// Built on the first call, as part of the setup of methods that walk columns.
  const Columns& columns() const;

  Index m() const { return rows().outer_size(); }
  Index n() const { return rows().inner_size(); }
  LossKind loss() const { return loss_; }
  RegularizerKind regularizer() const { return regularizer_; }
  double lambda() const { return lambda_; }
  /// LIBLINEAR's C = 1/(λ m): ½‖w‖² + C Σ ℓ is F/λ.
  double c() const { return 1 / (lambda_ * m()); }
  /// c_i of the rows; empty if all are 1.
  std::span<const double> row_weights() const { return sample_.row_weights; }
  double row_weight(std::integral auto i) const {
    return sample_.row_weights.empty() ? 1.0 : sample_.row_weights[static_cast<std::size_t>(i)];
  }
  /// ε of the loss; always 0 for the squared loss.
  double epsilon() const { return details_.epsilon; }
  bool free_intercept() const { return details_.free_intercept; }
  const ProblemDetails& details() const { return details_; }
  /// Columns 0 … this − 1 are regularised: n, or n − 1 with a free intercept.
  Index penalized_columns() const { return n() - (details_.free_intercept ? 1 : 0); }

  /// ℓ as its type, which must match loss().
  template <class Loss>
  Loss loss_as() const {
    return make_loss<Loss>(details_.epsilon);
  }

  double target(Index i) const { return is_regression_ ? sample_.labels[static_cast<std::size_t>(i)] : 0.0; }
  /// The m arguments z_i at w = 0, the start of methods that maintain z.
  std::vector<double> arguments_at_zero() const;

  /// z_i = row_i·w − target_i. A free intercept meets the target first, since both may be far larger than
  /// z_i.
  double argument(Index i, std::span<const double> w) const;

  /// F(w) for n weights. Sums over rows are in long double, so that cancellation does not add up over
  /// millions of them. Where rounding could be visible in F, the value is evaluate_from_above().
  double objective(std::span<const double> w) const;
  /// F of one iterate, not below the exact F(w): an upper bound of the optimum. Takes several times as long.
  Evaluation evaluate_from_above(std::span<const double> w) const;
  /// F of several iterates in one walk, to the bit as objective(), and their errors on these rows.
  std::vector<Evaluation> evaluate(const WeightBatch& iterates) const;

  /// Largest relative increase of F(w) by rounding the file's values and targets to double: F is not known
  /// any better. Values stored as whole numbers in units of 10^−k are exact.
  double rounding_of_values(std::span<const double> w) const;
  /// Largest relative increase of F(w) by rounding the weights to double.
  double rounding_of_weights(std::span<const double> w) const;

  /// The dual value D(a) ≤ F(w*) of m dual weights, from scratch (docs/methods.md §10). The a_i belong to ℓ
  /// without row weights: at an optimum a_i = −ℓ'(z_i). D is a bound for any a, which is first clipped into
  /// the loss's domain and made feasible. Under L1 it is scaled until ‖v‖_∞ ≤ λ; with a free intercept, on
  /// one side until v is 0 there, up to rounding in long double. The bound holds for the file's decimal
  /// values: it is lowered by the possible effect of their rounding to double and of rounding in the sums. −∞
  /// unless has_lower_bound(): l_half is not convex, and without a regulariser v must be 0.
  double lower_bound(std::span<const double> a) const;
  bool has_lower_bound() const {
    return regularizer_ == RegularizerKind::l1 || regularizer_ == RegularizerKind::l2;
  }

 private:
  void require_sound_weights() const;
  template <class Iterates>
  std::array<double, Iterates::most> arguments(Index i, const Iterates& iterates) const;
  template <class Iterates, class Visit>
  std::array<double, Iterates::most> objectives(const Iterates& iterates, const Visit& visit) const;
  bool is_rounded_away(double objective, std::span<const double> w) const;
  /// True if numbers of the file may have been rounded; decimals have not.
  bool has_rounded_values() const;

  const Sample& sample_;
  LossKind loss_;
  RegularizerKind regularizer_;
  double lambda_;
  ProblemDetails details_;
  bool is_regression_;
  double longest_row_ = 0;  ///< max ‖row_i‖
  double mean_weight_ = 0;  ///< of the c_i
  mutable std::optional<Columns> columns_;
};

}  // namespace descent
