#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "solvers/interior_point/dual_repair.hpp"
#include "solvers/interior_point/interior_point_rows.hpp"
#include "solvers/interior_point/interior_point_weights.hpp"
#include "solvers/linear_algebra/normal_matrix.hpp"
#include "solvers/linear_algebra/regularized_cholesky.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

/// Mehrotra's (1992) predictor-corrector iteration for min κ R(w) + Σ ℓ(z_i), κ = λ m: sums over the rows, so
/// that numbers do not shrink with m. Holds the current iterate, whatever it is worth. An iteration is
/// factorize(), predict(), correct(), move(), each one walk over the rows, and perhaps correct_centrality()
/// before move().
class PredictorCorrector {
 public:
  /// At w = 0, at a distance from all bounds. `rows` are the problem's or some of their columns, not all 0;
  /// both must outlive the object. Throws ConfigError for a loss that InteriorPointRows does not know.
  PredictorCorrector(const Problem& problem, const SparseMatrix& rows);

  /// As PiecewiseLinearInteriorPoint::exchange_columns.
  void exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                        std::span<const double> prices);

  /// m F(w) of the current weights, m times the dual value of dual() as by Problem::lower_bound, and what it
  /// could be if a became feasible under L1 by moving, at the cost w_j each, instead of by scaling; −∞ where
  /// moving is not known to help. With a free intercept that dual value takes a walk of its own.
  struct Values {
    double objective = 0;
    double bound = 0;
    double promised_bound = 0;
  };
  /// Those of the current iterate, and what the next iteration needs to know of it. Before the first
  /// iteration and after an exchange of columns; move() ends with it.
  Values evaluate() { return evaluate(0, 0); }

  /// The normal equations at the current iterate and the predictor's direction. False if they cannot be
  /// solved.
  bool factorize();
  /// The corrector's direction. The sum of all products aims at no less than `floor`.
  void predict(double floor);
  /// How far to go along it; false if that leads nowhere.
  bool correct();
  /// Whether a centrality corrector is likely to save more than it takes: a solution and two walks, or three
  /// where it is of no use.
  bool is_worth_correcting_centrality() const;
  /// Corrects the direction if that lets the steps be longer. Returns how many walks it took.
  int correct_centrality();
  Values move() { return evaluate(alpha_, beta_); }

  /// Moves the dual weights of the current iterate, handed over in a, to where they are feasible under L1
  /// (dual_repair.hpp), which leaves the iterate as it is. Returns their bound. Between move() and
  /// factorize().
  double repair(DualRepair& dual_repair, std::vector<double>& a, const DualRepair::Aim& aim);

  /// The mean complementarity product before the last step; infinite before the first one.
  double mean_product() const { return mu_; }
  /// Whether the last step was at that floor: a Newton step towards the central path.
  bool is_centring() const { return centring_; }

  std::span<const double> weights() const { return weight_part_->values(); }
  std::span<const double> dual() const { return row_part_->dual(); }
  /// The weights, with 0 for those that complementarity says are zero.
  void clean_weights(std::span<double> w) const { weight_part_->clean(w); }

 private:
  void resize();
  Values evaluate(double alpha, double beta);
  double dual_value(double dual_sum) const;
  double promised_dual_value(double dual_sum) const;

  const Problem& problem_;
  RegularizerKind kind_;
  double m_;
  double lambda_;
  const SparseMatrix* rows_;

  std::unique_ptr<InteriorPointRows> row_part_;
  std::unique_ptr<InteriorPointWeights> weight_part_;
  std::optional<NormalMatrix> normal_matrix_;
  RegularizedCholesky cholesky_;
  std::vector<ColumnPair> sums_;
  std::vector<double> g_;           ///< Zᵀa
  std::vector<double> base_side_;   ///< Σ_p sign_p ZᵀΛ_p⁻¹e_p, which both right sides have in common
  std::vector<double> right_side_;  ///< of the normal equations
  std::vector<double> dw_;
  double first_product_;  ///< mean complementarity product of the weights at the start
  double widest_;         ///< p and q of new columns are at most this
  double mu_ = infinity;
  CorrectorAim aim_;
  bool centring_ = false;
  double alpha_ = 0;  ///< primal step
  double beta_ = 0;   ///< dual step
};

}  // namespace descent
