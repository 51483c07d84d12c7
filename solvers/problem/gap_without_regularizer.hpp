#pragma once

#include <span>
#include <vector>

#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// How far F(w) is above its infimum where nothing is regularised, for which Problem::lower_bound has no
/// bound. Dual weights a would be one if v = (1/m) Σ c_i a_i row_i were 0; then D(a) = (1/m) Σ c_i term_i is.
/// Those at w, a_i = −ℓ'(z_i), leave v = −∇F, and F(w) − F(w*) ≤ Σ_j |v_j| |w_j − w*_j| with w* unknown,
/// which may even be at infinity. So |v_j| is measured by what it is a difference of, (1/m) Σ_i |c_i a_i
/// row_ij|: where that is much larger than |v_j|, rows hold w_j from both sides, while a gradient that is
/// small just because rows on one side are classified well has a ratio of 1, however small it is.
///
/// Rows with next to no a_i may be all that speaks on one side of a column: those of a feature that decides
/// alone, whose loss falls to 0 for ever, or one with a huge value, which one more step of Newton's makes
/// smaller by e. A column that is out of balance is looked at without them: a_i = 0 is a dual weight as well.
///
/// What is left is that w* may be far away along a direction in which F is nearly flat, as where columns
/// nearly depend on each other or one row outweighs all others: what a Newton step promises tells.
class GapWithoutRegularizer {
 public:
  /// Keeps a reference to the problem, which has a smooth loss.
  explicit GapWithoutRegularizer(const Problem& problem);

  /// At n weights with F(w) = `objective`.
  void begin(std::span<const double> w, double objective);
  /// The next walk over the rows. Returns whether it was the last one: then value() is known.
  bool walk();

  /// The largest of (F(w) − D(a) + Σ_j |v_j w_j|)/F(w), the ratios of the above, and twice what a Newton step
  /// promises of F; less where F(w) is below 1e-16 F(0), to which it is relative then, since no loss is below
  /// 0. The Newton step is left out where the others are above 0.01.
  double value() const { return value_; }

 private:
  struct Column {
    double v = 0;
    double sum_of_magnitudes = 0;
    double curvature = 0;  ///< of the Hessian's diagonal
    double imbalance() const;
  };

  enum class Stage { all_rows, without_negligible_rows, newton_step };

  template <class Keep>
  void sum(const Keep& keep);
  void find_dual_weights();
  void leave_out_negligible_rows();
  double relative_gap() const;
  bool begin_newton_step();
  double share_of_row(Index i) const { return problem_.row_weight(i) * a_[static_cast<std::size_t>(i)]; }

  const Problem& problem_;
  double smallest_scale_;
  std::vector<double> w_;
  double objective_ = 0;
  Stage stage_ = Stage::all_rows;
  double value_ = 0;
  std::vector<double> a_;
  std::vector<double> second_derivatives_;  ///< ℓ''(z_i)
  double negligible_ = 0;                   ///< c_i |a_i|
  std::vector<Column> columns_;
  double bound_ = 0;                ///< D(a)
  std::vector<double> curvatures_;  ///< c_i ℓ''(z_i)/m; 0 in rows that are left out
  std::vector<double> gradient_;
  std::vector<double> diagonal_;  ///< of the Hessian
  std::vector<double> product_;
  ConjugateGradients newton_step_;
};

}  // namespace descent
