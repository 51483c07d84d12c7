#pragma once

#include <span>
#include <vector>

#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Estimates how far F(w) is above its infimum without a regulariser, where Problem::lower_bound has no
/// bound. D(a) = (1/m) Σ c_i term_i is a bound if v = (1/m) Σ c_i a_i row_i is 0. The dual weights at w,
/// a_i = −ℓ'(z_i), leave v = −∇F. Then F(w) − F(w*) ≤ Σ_j |v_j| |w_j − w*_j|, but w* is unknown and may be at
/// infinity. So |v_j| is divided by its terms' sum of magnitudes, (1/m) Σ_i |c_i a_i row_ij|. A small ratio
/// means that rows hold w_j from both sides. If the gradient is small only because rows on one side are
/// classified well, the ratio is 1.
///
/// One side of a column may have only rows with next to no a_i. An example is a feature that decides alone,
/// whose loss falls to 0 forever; another is a huge value, where each Newton step divides a_i by e. A column
/// out of balance is judged without such rows: a_i = 0 is a dual weight as well.
///
/// Finally, w* may be far away where F is nearly flat, as with nearly dependent columns or one row that
/// outweighs all others. The decrease that a Newton step promises shows this.
class GapWithoutRegularizer {
 public:
  /// Keeps a reference to the problem. Its loss must be smooth.
  explicit GapWithoutRegularizer(const Problem& problem);

  /// Starts at n weights with F(w) = `objective`.
  void begin(std::span<const double> w, double objective);
  /// Makes the next walk over the rows. Returns true if it was the last and value() is known.
  bool walk();

  /// The largest of (F(w) − D(a) + Σ_j |v_j w_j|)/F(w), the ratios above, and twice the relative decrease of
  /// F that a Newton step promises (left out if the others are above 0.01). If F(w) ≤ 1e-16 F(0), at most
  /// F(w)/(1e-16 F(0)), since no loss is below 0.
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
