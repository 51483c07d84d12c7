#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/interior_point/dual_repair.hpp"
#include "solvers/interior_point/interior_point_rows.hpp"
#include "solvers/interior_point/interior_point_weights.hpp"
#include "solvers/interior_point/move_to_vertex.hpp"
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
  /// all 0; both must outlive the object, and so must the team, which shares the work on the normal
  /// equations. Throws ConfigError for a loss without InteriorPointRows.
  PredictorCorrector(const Problem& problem, const SparseMatrix& rows, RowTeam* team)
      : problem_(problem),
        team_(team),
        kind_(problem.regularizer()),
        m_(problem.m()),
        lambda_(problem.lambda()),
        rows_(&rows),
        row_part_(InteriorPointRows::make(problem, rows)),
        weight_part_(InteriorPointWeights::make(
            kind_, lambda_ * m_, static_cast<std::size_t>(rows.inner_size()), problem.free_intercept())),
        first_product_(first_product * row_part_->unit()),
        widest_(widest_bound * row_part_->unit() / mean_magnitude(rows)) {
    weight_part_->start(first_product_, widest_);
    resize();
  }

  /// As PiecewiseLinearInteriorPoint::exchange_columns.
  void exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                        std::span<const double> prices) {
    rows_ = &rows;
    row_part_->exchange_columns(rows);
    weight_part_->exchange_columns(origin, prices, std::min(mu_, first_product_), widest_);
    resize();
  }

  /// Values of the current weights. `objective` is m F(w). `bound` is m times the dual value of dual(), as
  /// Problem::lower_bound (with a free intercept in one more walk). `promised_bound` is the bound under L1 if
  /// a were made feasible by moving, at the cost w_j each, instead of scaling; −∞ if moving is not known to
  /// help.
  struct Values {
    double objective = 0;
    double bound = 0;
    double promised_bound = 0;
  };
  /// Evaluates the current iterate and prepares the next iteration: before the first one and after an
  /// exchange of columns. move() includes it.
  Values evaluate() { return evaluate(0, 0); }

  /// Factorises the normal equations and finds the predictor's direction. False if they cannot be solved.
  /// Throws OutOfTime at the deadline, and leaves the iterate.
  bool factorize(const Deadline& deadline) {
    normal_matrix_->form(row_part_->weight(), cholesky_.lower(), deadline);
    weight_part_->add_diagonal(cholesky_.lower());
    if (!cholesky_.factorize(deadline)) return false;
    right_side_ = base_side_;
    weight_part_->add_right_side(g_, {}, right_side_);
    cholesky_.solve(right_side_, dw_);
    weight_part_->recover(g_, dw_, false);
    return true;
  }

  /// Finds the corrector's direction. The sum of all products aims at no less than `floor`.
  void predict(double floor) {
    StepStatistics statistics;
    weight_part_->gather(statistics);
    row_part_->predict(dw_, statistics, sums_);
    double alpha = statistics.primal_step(1);
    double beta = statistics.dual_step(1);
    if (weight_part_->single_step()) alpha = beta = std::min(alpha, beta);
    const double left = std::clamp(statistics.complementarity(alpha, beta) / statistics.none, 0.0, 1.0);
    const auto pairs = static_cast<double>(row_part_->pairs() + weight_part_->pairs());
    mu_ = statistics.none / pairs;
    // Products far below the caller's floor would only spoil the condition of the normal equations. At the
    // floor, Newton steps go towards the central path: second-order terms would keep them from settling.
    const double smallest = floor / pairs;
    centring_ = left * left * left * mu_ <= smallest;
    aim_ = {.sigma_mu = std::max(left * left * left * mu_, smallest), .second_order = centring_ ? 0.0 : 1.0};
    for (std::size_t j = 0; j < dw_.size(); ++j) {
      right_side_[j] = base_side_[j] + aim_.sigma_mu * sums_[j][0] + aim_.second_order * sums_[j][1];
    }
    weight_part_->add_right_side(g_, aim_, right_side_);
    cholesky_.solve(right_side_, dw_);
    weight_part_->recover(g_, dw_, false);
  }

  /// Finds the steps along it; false if they would gain nothing.
  bool correct() {
    StepStatistics statistics;
    weight_part_->gather(statistics);
    row_part_->correct(dw_, aim_, statistics);
    alpha_ = statistics.primal_step(step_to_boundary);
    beta_ = statistics.dual_step(step_to_boundary);
    if (weight_part_->single_step()) alpha_ = beta_ = std::min(alpha_, beta_);
    return std::isfinite(statistics.complementarity(alpha_, beta_)) &&
           std::max(alpha_, beta_) > smallest_step;
  }

  /// True if a centrality corrector is likely to save more than its cost: a solution and two walks, or three
  /// if useless.
  bool is_worth_correcting_centrality() const {
    return dw_.size() >= many_columns && !centring_ && std::min(alpha_, beta_) < long_step;
  }

  /// Corrects the direction if this allows longer steps. Returns the number of walks.
  int correct_centrality() {
    const double alpha = alpha_;
    const double beta = beta_;
    const std::vector<double> uncorrected = dw_;
    const CentralityAim centrality{.alpha = std::min(1.0, alpha + longer_step),
                                   .beta = std::min(1.0, beta + longer_step),
                                   .sigma_mu = aim_.sigma_mu};
    row_part_->correct_centrality(centrality, sums_);
    for (std::size_t j = 0; j < dw_.size(); ++j) right_side_[j] += sums_[j][0];
    weight_part_->correct_centrality(centrality, right_side_);
    cholesky_.solve(right_side_, dw_);
    aim_.is_centrality_corrected = true;
    weight_part_->recover(g_, dw_, aim_.is_centrality_corrected);
    if (correct() && alpha_ + beta_ > alpha + beta) return 2;
    dw_ = uncorrected;
    aim_.is_centrality_corrected = false;
    weight_part_->recover(g_, dw_, aim_.is_centrality_corrected);
    correct();
    return 3;
  }

  Values move() { return evaluate(alpha_, beta_); }

  /// Sets a to the current iterate's dual weights, moved until feasible under L1 (dual_repair.hpp); the
  /// iterate stays. Returns their bound. Between move() and factorize(). Throws OutOfTime at the deadline.
  double repair(DualRepair& dual_repair, std::vector<double>& a, const DualRepair::Aim& aim,
                const Deadline& deadline) {
    a.assign(dual().begin(), dual().end());
    return dual_repair.repair(a, aim, *normal_matrix_, cholesky_, deadline);
  }

  /// Moves weights near the current iterate's to the vertex there (move_to_vertex.hpp); the iterate stays.
  /// Returns the number of walks. Between move() and factorize(). Throws OutOfTime at the deadline.
  std::uint64_t move_to_vertex(std::span<double> w, const Deadline& deadline) {
    return descent::move_to_vertex(problem_, *rows_, dual(), row_part_->unit(), w, *normal_matrix_, cholesky_,
                                   deadline);
  }

  /// Mean complementarity product before the last step; infinite before the first.
  double mean_product() const { return mu_; }
  /// True if the last step was at the floor: a Newton step towards the central path.
  bool is_centring() const { return centring_; }

  std::span<const double> weights() const { return weight_part_->values(); }
  std::span<const double> dual() const { return row_part_->dual(); }
  /// The weights, with 0 where complementarity says zero.
  void clean_weights(std::span<double> w) const { weight_part_->clean(w); }

 private:
  static constexpr double step_to_boundary = 0.995;
  static constexpr double first_product = 0.5;  ///< at the start, in units of the arguments z
  /// Largest p and q at the start, in units of z/(mean stored |z_ij|).
  static constexpr double widest_bound = 100;
  /// From this width on a factorisation takes ten times as long as a centrality corrector.
  static constexpr std::size_t many_columns = 2000;
  static constexpr double long_step = 0.9;       ///< longer steps are not worth a centrality corrector
  static constexpr double longer_step = 0.3;     ///< by which a centrality corrector tries to lengthen steps
  static constexpr double smallest_step = 1e-9;  ///< shorter primal and dual steps gain nothing

  static double mean_magnitude(const SparseMatrix& rows) {
    double magnitude = 0;
    for (const Entry& entry : rows.entries()) magnitude += std::abs(entry.value);
    return magnitude / static_cast<double>(rows.nonzeros());
  }

  void resize() {
    const auto n = static_cast<std::size_t>(rows_->inner_size());
    normal_matrix_.emplace(*rows_, team_);
    cholesky_.resize(n);
    g_.resize(n);
    sums_.resize(n);
    base_side_.resize(n);
    right_side_.resize(n);
    dw_.resize(n);
  }

  Values evaluate(double alpha, double beta) {
    weight_part_->move(alpha, beta);
    const InteriorPointRows::Sums sums = row_part_->move(alpha, beta, weight_part_->values(), sums_);
    for (std::size_t j = 0; j < g_.size(); ++j) {
      g_[j] = sums_[j][0] * m_;
      base_side_[j] = sums_[j][1];
    }
    return {weight_part_->penalty() + sums.loss, dual_value(sums.dual), promised_dual_value(sums.dual)};
  }

  /// As Problem::lower_bound. All dual terms are linear as long as no a changes its sign.
  double dual_value(double dual_sum) const {
    if (problem_.free_intercept()) return m_ * problem_.lower_bound(dual());
    double largest = 0;
    double squares = 0;
    for (const ColumnPair& pair : sums_) {
      largest = std::max(largest, std::abs(pair[0]));
      squares += pair[0] * pair[0];
    }
    if (kind_ == RegularizerKind::l2) return dual_sum - m_ * (squares / (2 * lambda_));
    return largest > lambda_ ? dual_sum * (lambda_ / largest) : dual_sum;
  }

  /// The gap consists of complementarity products and Σ_j (κ |w_j| − w_j g_j). Moving g_j back to ±κ takes
  /// w_j (g_j ∓ κ) off the dual value, and w_n g_n for a free intercept.
  double promised_dual_value(double dual_sum) const {
    if (kind_ != RegularizerKind::l1) return -infinity;
    const double kappa = lambda_ * m_;
    const std::span<const double> w = weights();
    double cost = 0;
    for (std::size_t j = 0; j < g_.size(); ++j) {
      const bool is_free = problem_.free_intercept() && j + 1 == g_.size();
      cost += w[j] * (g_[j] - (is_free ? 0.0 : std::clamp(g_[j], -kappa, kappa)));
    }
    return dual_sum - cost;
  }

  const Problem& problem_;
  RowTeam* team_;
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
