#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/problem/problem.hpp"
#include "support/numbers/infinity.hpp"

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
  explicit GapWithoutRegularizer(const Problem& problem)
      : problem_(problem),
        newton_step_(static_cast<std::size_t>(problem.n()), ConjugateGradients::Norm::of_inverse_metric) {
    const std::vector<double> zero(static_cast<std::size_t>(problem.n()), 0.0);
    smallest_scale_ = rounding_of_objective * problem.objective(zero);
  }

  /// Starts at n weights with F(w) = `objective`.
  void begin(std::span<const double> w, double objective) {
    w_.assign(w.begin(), w.end());
    objective_ = objective;
    stage_ = Stage::all_rows;
  }

  /// Makes the next walk over the rows. Returns true if it was the last and value() is known.
  bool walk() {
    if (stage_ == Stage::newton_step) {
      std::fill(product_.begin(), product_.end(), 0.0);
      const auto curvature = [this](Index i) { return curvatures_[static_cast<std::size_t>(i)]; };
      add_normal_product(problem_.rows(), curvature, newton_step_.direction(), product_);
      newton_step_.step(product_);
      if (!newton_step_.finished()) return false;
      const double promised = 2 * newton_step_.predicted_reduction(gradient_) / objective_;
      value_ = promised <= value_ ? value_ : promised;
      if (!(value_ < infinity)) value_ = infinity;  // not a number
      return true;
    }
    if (stage_ == Stage::all_rows) {
      find_dual_weights();
      sum([](Index) { return true; });
      stage_ = Stage::without_negligible_rows;
      if (std::any_of(columns_.begin(), columns_.end(),
                      [](const Column& column) { return column.imbalance() > balanced; }))
        return false;
    } else {
      leave_out_negligible_rows();
    }
    value_ = relative_gap();
    if (objective_ <= smallest_scale_) value_ = std::min(value_, objective_ / smallest_scale_);
    return objective_ <= smallest_scale_ || !begin_newton_step();
  }

  /// The largest of (F(w) − D(a))/F(w), the ratios above, and twice the relative decrease of F that a Newton
  /// step promises (left out if the others are above 0.01). If F(w) ≤ 1e-16 F(0), at most F(w)/(1e-16 F(0)).
  double value() const { return value_; }

 private:
  static constexpr double rounding_of_objective = 1e-16;  // relative to F(0)
  static constexpr double negligible_share = 1e-9;        // of the mean c_i |a_i|
  static constexpr double balanced = 1e-9;                // a ratio that leaves nothing to gain
  static constexpr double wide = 0.01;
  static constexpr double residual_to_leave = 0.01;
  static constexpr double rounding_of_sums = 1e-15;  // times √m and the sum of the terms' magnitudes

  struct Column {
    double v = 0;
    double sum_of_magnitudes = 0;
    double curvature = 0;  ///< of the Hessian's diagonal
    double imbalance() const { return v == 0 ? 0.0 : std::abs(v) / sum_of_magnitudes; }
  };

  enum class Stage { all_rows, without_negligible_rows, newton_step };

  template <class Keep>
  void sum(const Keep& keep) {
    columns_.assign(w_.size(), {});
    curvatures_.assign(a_.size(), 0.0);
    long double terms = 0;
    with_loss(problem_.loss(), problem_.epsilon(), [&](auto loss) {
      for (Index i = 0; i < problem_.m(); ++i) {
        const double a = a_[static_cast<std::size_t>(i)];
        if (a == 0 || !keep(i)) continue;
        const double curvature = curvatures_[static_cast<std::size_t>(i)] =
            problem_.row_weight(i) * second_derivatives_[static_cast<std::size_t>(i)] / problem_.m();
        terms += static_cast<long double>(problem_.row_weight(i)) *
                 (loss.dual_term(a) + static_cast<long double>(problem_.target(i)) * a);
        const double share = share_of_row(i) / problem_.m();
        for_each_entry(problem_.rows()[i], [&](Index index, double value) {
          Column& column = columns_[static_cast<std::size_t>(index)];
          column.v += share * value;
          column.sum_of_magnitudes += std::abs(share * value);
          column.curvature += curvature * value * value;
        });
      }
    });
    bound_ = static_cast<double>(terms / problem_.m());
  }

  void find_dual_weights() {
    const auto m = static_cast<std::size_t>(problem_.m());
    a_.resize(m);
    second_derivatives_.resize(m);
    double total = 0;
    with_loss(problem_.loss(), problem_.epsilon(), [&](auto loss) {
      if constexpr (loss.smooth) {
        for (Index i = 0; i < problem_.m(); ++i) {
          const double z = problem_.argument(i, w_);
          a_[static_cast<std::size_t>(i)] = -loss.derivative(z);
          second_derivatives_[static_cast<std::size_t>(i)] = loss.second_derivative(z);
          total += std::abs(share_of_row(i));
        }
      }
    });
    negligible_ = negligible_share * total / problem_.m();
  }

  void leave_out_negligible_rows() {
    std::vector<bool> is_out_of_balance;
    for (const Column& column : columns_) is_out_of_balance.push_back(column.imbalance() > balanced);
    sum([&](Index i) {
      if (std::abs(share_of_row(i)) > negligible_) return true;
      const auto row = problem_.rows()[i];
      return std::none_of(row.begin(), row.end(), [&](const Entry& entry) {
        return is_out_of_balance[static_cast<std::size_t>(entry.index)];
      });
    });
  }

  double relative_gap() const {
    double largest = 0;
    for (const Column& column : columns_) largest = std::max(largest, column.imbalance());
    return std::max({0.0, (objective_ - bound_) / objective_, largest});
  }

  bool begin_newton_step() {
    if (!(value_ <= wide)) return false;
    gradient_.clear();
    diagonal_.clear();
    double square = 0;
    double square_of_rounding = 0;
    for (const Column& column : columns_) {
      gradient_.push_back(-column.v);
      diagonal_.push_back(column.curvature > 0 ? column.curvature : 1);
      const double rounding_of_v = rounding_of_sums * std::sqrt(problem_.m()) * column.sum_of_magnitudes;
      square += column.v * column.v / diagonal_.back();
      square_of_rounding += rounding_of_v * rounding_of_v / diagonal_.back();
    }
    // Where the Hessian is 0, a residual of rounding would promise anything.
    if (square <= square_of_rounding) return false;
    product_.resize(gradient_.size());
    newton_step_.begin(gradient_, diagonal_,
                       std::max(residual_to_leave, std::sqrt(square_of_rounding / square)));
    stage_ = Stage::newton_step;
    return !newton_step_.finished();
  }

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
