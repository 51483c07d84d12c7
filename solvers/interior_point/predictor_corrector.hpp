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
/// that numbers do not shrink with m. Holds the current iterate, good or bad. An iteration is factorize(),
/// predict(), correct(), move(), one walk over the rows each, and perhaps correct_centrality() before move().
class PredictorCorrector {
 public:
  /// Starts at w = 0, at a distance from all bounds. `rows` are the problem's or some of their columns, not
  /// all 0; both must outlive the object. Throws ConfigError for a loss without InteriorPointRows.
  PredictorCorrector(const Problem& problem, const SparseMatrix& rows);

  /// As PiecewiseLinearInteriorPoint::exchange_columns.
  void exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                        std::span<const double> prices);

  /// m F(w) of the current weights; m times the dual value of dual(), as Problem::lower_bound (with a free
  /// intercept in one more walk); and its possible value under L1 if moving, at the cost w_j each, instead of
  /// scaling made a feasible. The last is −∞ if moving is not known to help.
  struct Values {
    double objective = 0;
    double bound = 0;
    double promised_bound = 0;
  };
  /// Evaluates the current iterate and prepares the next iteration: before the first one and after an
  /// exchange of columns. move() includes it.
  Values evaluate() { return evaluate(0, 0); }

  /// Factorises the normal equations and finds the predictor's direction. False if they cannot be solved.
  bool factorize();
  /// Finds the corrector's direction. The sum of all products aims at no less than `floor`.
  void predict(double floor);
  /// Finds the steps along it; false if they would gain nothing.
  bool correct();
  /// True if a centrality corrector is likely to save more than its cost: a solution and two walks, or three
  /// if useless.
  bool is_worth_correcting_centrality() const;
  /// Corrects the direction if this allows longer steps. Returns the number of walks.
  int correct_centrality();
  Values move() { return evaluate(alpha_, beta_); }

  /// Sets a to the current iterate's dual weights, moved until feasible under L1 (dual_repair.hpp); the
  /// iterate stays. Returns their bound. Between move() and factorize().
  double repair(DualRepair& dual_repair, std::vector<double>& a, const DualRepair::Aim& aim);

  /// Mean complementarity product before the last step; infinite before the first.
  double mean_product() const { return mu_; }
  /// True if the last step was at the floor: a Newton step towards the central path.
  bool is_centring() const { return centring_; }

  std::span<const double> weights() const { return weight_part_->values(); }
  std::span<const double> dual() const { return row_part_->dual(); }
  /// The weights, with 0 where complementarity says zero.
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
  std::vector<double> base_side_;   ///< Σ_p sign_p ZᵀΛ_p⁻¹e_p, common to both right sides
  std::vector<double> right_side_;  ///< of the normal equations
  std::vector<double> dw_;
  double first_product_;  ///< mean complementarity product of the weights at the start
  double widest_;         ///< maximum p and q of new columns
  double mu_ = infinity;
  CorrectorAim aim_;
  bool centring_ = false;
  double alpha_ = 0;  ///< primal step
  double beta_ = 0;   ///< dual step
};

}  // namespace descent
