#include "solvers/interior_point/predictor_corrector.hpp"

#include <algorithm>
#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

constexpr double step_to_boundary = 0.995;
constexpr double first_product = 0.5;  ///< at the start, in units of the arguments z
constexpr double widest_bound = 100;   ///< at most, p and q at the start in units of z/(mean stored |z_ij|)
/// From this width on a factorisation takes ten times as long as a centrality corrector.
constexpr std::size_t many_columns = 2000;
constexpr double long_step = 0.9;       ///< longer steps are not worth a centrality corrector
constexpr double longer_step = 0.3;     ///< by which a centrality corrector tries to lengthen steps
constexpr double smallest_step = 1e-9;  ///< shorter primal and dual steps gain nothing

double mean_magnitude(const SparseMatrix& rows) {
  double magnitude = 0;
  for (const Entry& entry : rows.entries()) magnitude += std::abs(entry.value);
  return magnitude / static_cast<double>(rows.nonzeros());
}

}  // namespace

PredictorCorrector::PredictorCorrector(const Problem& problem, const SparseMatrix& rows)
    : problem_(problem),
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

void PredictorCorrector::resize() {
  const auto n = static_cast<std::size_t>(rows_->inner_size());
  normal_matrix_.emplace(*rows_);
  cholesky_.resize(n);
  g_.resize(n);
  sums_.resize(n);
  base_side_.resize(n);
  right_side_.resize(n);
  dw_.resize(n);
}

void PredictorCorrector::exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                                          std::span<const double> prices) {
  rows_ = &rows;
  row_part_->exchange_columns(rows);
  weight_part_->exchange_columns(origin, prices, std::min(mu_, first_product_), widest_);
  resize();
}

bool PredictorCorrector::factorize() {
  normal_matrix_->form(row_part_->weight(), cholesky_.lower());
  weight_part_->add_diagonal(cholesky_.lower());
  if (!cholesky_.factorize()) return false;
  right_side_ = base_side_;
  weight_part_->add_right_side(g_, {}, right_side_);
  cholesky_.solve(right_side_, dw_);
  weight_part_->recover(g_, dw_, false);
  return true;
}

void PredictorCorrector::predict(double floor) {
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

bool PredictorCorrector::correct() {
  StepStatistics statistics;
  weight_part_->gather(statistics);
  row_part_->correct(dw_, aim_, statistics);
  alpha_ = statistics.primal_step(step_to_boundary);
  beta_ = statistics.dual_step(step_to_boundary);
  if (weight_part_->single_step()) alpha_ = beta_ = std::min(alpha_, beta_);
  return std::isfinite(statistics.complementarity(alpha_, beta_)) && std::max(alpha_, beta_) > smallest_step;
}

bool PredictorCorrector::is_worth_correcting_centrality() const {
  return dw_.size() >= many_columns && !centring_ && std::min(alpha_, beta_) < long_step;
}

int PredictorCorrector::correct_centrality() {
  const double alpha = alpha_;
  const double beta = beta_;
  const std::vector<double> uncorrected = dw_;
  const CentralityAim wanted{.alpha = std::min(1.0, alpha + longer_step),
                             .beta = std::min(1.0, beta + longer_step),
                             .sigma_mu = aim_.sigma_mu};
  row_part_->correct_centrality(wanted, sums_);
  for (std::size_t j = 0; j < dw_.size(); ++j) right_side_[j] += sums_[j][0];
  weight_part_->correct_centrality(wanted, right_side_);
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

PredictorCorrector::Values PredictorCorrector::evaluate(double alpha, double beta) {
  weight_part_->move(alpha, beta);
  const InteriorPointRows::Sums sums = row_part_->move(alpha, beta, weight_part_->values(), sums_);
  for (std::size_t j = 0; j < g_.size(); ++j) {
    g_[j] = sums_[j][0] * m_;
    base_side_[j] = sums_[j][1];
  }
  return {weight_part_->penalty() + sums.loss, dual_value(sums.dual), promised_dual_value(sums.dual)};
}

/// As Problem::lower_bound. All dual terms are linear as long as no a changes its sign.
double PredictorCorrector::dual_value(double dual_sum) const {
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

/// The gap consists of complementarity products and Σ_j (κ |w_j| − w_j g_j). Moving g_j back to ±κ takes w_j
/// (g_j ∓ κ) off the dual value, and w_n g_n for a free intercept.
double PredictorCorrector::promised_dual_value(double dual_sum) const {
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

double PredictorCorrector::repair(DualRepair& dual_repair, std::vector<double>& a,
                                  const DualRepair::Aim& aim) {
  a.assign(dual().begin(), dual().end());
  return dual_repair.repair(a, aim, *normal_matrix_, cholesky_);
}

}  // namespace descent
