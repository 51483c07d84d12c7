#include "solvers/hinge_interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "solvers/interior_point_rows.hpp"
#include "solvers/interior_point_weights.hpp"
#include "solvers/loss.hpp"
#include "solvers/normal_matrix.hpp"
#include "solvers/regularized_cholesky.hpp"

namespace descent {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr double step_to_boundary = 0.995;
constexpr double first_product = 0.5;   ///< mean complementarity product at the start
constexpr double widest_bound = 100;    ///< p and q at the start, in units of 1/(mean stored |z_ij|), at most
constexpr double smallest_step = 1e-9;  ///< primal and dual steps below it lead nowhere
constexpr std::uint64_t patience = 15;  ///< iterations without progress before the method has stalled
constexpr double progress = 0.9;        ///< a gap or mean product below this share of the best is progress
constexpr int most_attempts = 4;        ///< to sharpen the zeros after convergence

}  // namespace

/// min κ R(w) + Σ max(0, 1 − z_i), κ = λ m: sums over the rows, so that numbers do not shrink with m.
class HingeInteriorPoint::Iteration {
 public:
  Iteration(const SparseMatrix& rows, RegularizerKind regularizer, double lambda, double tolerance)
      : rows_(&rows),
        kind_(regularizer),
        m_(rows.lines()),
        n_(static_cast<std::size_t>(rows.width())),
        lambda_(lambda),
        tolerance_(tolerance),
        best_w_(n_, 0.0),
        best_a_(static_cast<std::size_t>(rows.lines()), 0.0) {}

  void walk() {
    if (status_ != Status::running) return;
    nonzeros_ += static_cast<std::uint64_t>(rows_->nonzeros());
    switch (next_) {
      case Walk::start:
        return start();
      case Walk::resume:
        return evaluate(0, 0);
      case Walk::factorize:
        return factorize();
      case Walk::predict:
        return predict();
      case Walk::correct:
        return correct();
      case Walk::move:
        return move();
      case Walk::clean:
        return clean();
    }
  }

  void exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                        std::span<const double> prices);

  Status status() const { return status_; }
  bool between_iterations() const { return next_ == Walk::factorize; }
  std::uint64_t iterations() const { return iterations_; }
  std::uint64_t nonzeros() const { return nonzeros_; }
  double objective() const { return best_objective_ / m_; }
  double lower_bound() const { return best_bound_ / m_; }
  double relative_gap() const {
    return best_objective_ < infinity ? (best_objective_ - best_bound_) / best_objective_ : infinity;
  }
  std::span<const double> weights() const { return best_w_; }
  std::span<const double> dual() const { return best_a_; }
  std::span<const double> current_dual() const { return row_part_ ? row_part_->dual() : best_a_; }
  void current_weights(std::span<double> w) const {
    if (weight_part_) weight_part_->clean(w);
  }

 private:
  enum class Walk { start, resume, factorize, predict, correct, move, clean };

  double kappa() const { return lambda_ * m_; }
  void resize();
  bool zero_is_optimal() const;
  void start();
  void factorize();
  void predict();
  void correct();
  void move();
  void clean();
  void evaluate(double alpha, double beta);
  double dual_value(double dual_sum) const;
  void judge(double objective, double bound);
  void end(Status status);

  const SparseMatrix* rows_;
  RegularizerKind kind_;
  double m_;
  std::size_t n_;
  double lambda_;
  double tolerance_;

  Status status_ = Status::running;
  Walk next_ = Walk::start;
  std::uint64_t iterations_ = 0;
  std::uint64_t nonzeros_ = 0;

  std::optional<InteriorPointRows> row_part_;
  std::unique_ptr<InteriorPointWeights> weight_part_;
  std::optional<NormalMatrix> normal_matrix_;
  std::optional<RegularizedCholesky> cholesky_;
  std::vector<ColumnPair> sums_;
  std::vector<double> g_;           ///< Zᵀa
  std::vector<double> base_side_;   ///< ZᵀΛ⁻¹(1 − z), which both right sides have in common
  std::vector<double> right_side_;  ///< of the normal equations
  std::vector<double> dw_;
  double widest_ = 0;     ///< p and q of new columns are at most this
  double mu_ = infinity;  ///< mean complementarity product before the step
  double sigma_mu_ = 0;   ///< the product that the corrector aims at
  bool centring_ = false;
  double floor_share_ = 0.03;  ///< the lowest sigma_mu, as a share of what the tolerance allows
  double alpha_ = 0;           ///< primal step
  double beta_ = 0;            ///< dual step

  std::vector<double> best_w_;
  std::vector<double> best_a_;
  double best_objective_ = infinity;
  double best_bound_ = 0;
  double last_gap_ = infinity;
  double progress_gap_ = infinity;
  double progress_mu_ = infinity;
  std::uint64_t last_progress_ = 0;
  std::vector<double> cleaned_;  ///< best_w_ with zeros
  Status ending_ = Status::running;
  int attempts_ = 0;
};

/// With a = 1 the dual value is F(0) = 1; a is feasible under L1 if |Σ z_ij| ≤ κ, and optimal under L2 if the
/// sums vanish.
bool HingeInteriorPoint::Iteration::zero_is_optimal() const {
  double largest = 0;
  for (const double g_j : g_) largest = std::max(largest, std::abs(g_j));
  return largest <= (kind_ == RegularizerKind::l1 ? kappa() : 0);
}

void HingeInteriorPoint::Iteration::start() {
  g_.assign(n_, 0.0);
  double magnitude = 0;
  for (Index i = 0; i < rows_->lines(); ++i) add((*rows_)[i], 1.0, g_.data());
  for (const Entry& entry : rows_->entries()) magnitude += std::abs(static_cast<double>(entry.value));
  if (zero_is_optimal()) {
    std::fill(best_a_.begin(), best_a_.end(), 1.0);
    best_objective_ = best_bound_ = m_;
    status_ = Status::converged;
    return;
  }
  row_part_.emplace(*rows_);
  weight_part_ = InteriorPointWeights::make(kind_, kappa(), n_);
  widest_ = widest_bound * static_cast<double>(rows_->nonzeros()) / magnitude;
  weight_part_->start(first_product, widest_);
  resize();
  evaluate(0, 0);
}

/// For the n columns of the rows.
void HingeInteriorPoint::Iteration::resize() {
  normal_matrix_.emplace(*rows_);
  cholesky_.emplace(n_);
  g_.resize(n_);
  sums_.resize(n_);
  base_side_.resize(n_);
  right_side_.resize(n_);
  dw_.resize(n_);
  cleaned_.assign(n_, 0.0);
  best_w_.assign(n_, 0.0);
}

void HingeInteriorPoint::Iteration::exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                                                     std::span<const double> prices) {
  rows_ = &rows;
  n_ = static_cast<std::size_t>(rows.width());
  row_part_->exchange_columns(rows);
  weight_part_->exchange_columns(origin, prices, std::min(mu_, first_product), widest_);
  resize();
  best_objective_ = last_gap_ = progress_gap_ = infinity;
  best_bound_ = 0;
  last_progress_ = iterations_;
  attempts_ = 0;
  status_ = Status::running;
  next_ = Walk::resume;
}

void HingeInteriorPoint::Iteration::factorize() {
  normal_matrix_->form(row_part_->weight(), cholesky_->lower());
  weight_part_->add_diagonal(cholesky_->lower());
  if (!cholesky_->factorize()) return end(Status::stalled);
  right_side_ = base_side_;
  weight_part_->add_predictor(g_, right_side_);
  cholesky_->solve(right_side_, dw_);
  weight_part_->recover(g_, dw_);
  next_ = Walk::predict;
}

void HingeInteriorPoint::Iteration::predict() {
  StepStatistics statistics;
  weight_part_->gather(statistics);
  row_part_->predict(dw_, statistics, sums_);
  double alpha = statistics.primal_step(1);
  double beta = statistics.dual_step(1);
  if (weight_part_->single_step()) alpha = beta = std::min(alpha, beta);
  const double left = std::clamp(statistics.complementarity(alpha, beta) / statistics.none, 0.0, 1.0);
  const double pairs = 2 * m_ + static_cast<double>(weight_part_->pairs());
  mu_ = statistics.none / pairs;
  // Products far below what the tolerance asks for would only spoil the condition of the normal equations. At
  // that floor, steps are Newton's towards the central path: second-order terms would keep them from
  // settling.
  const double floor = floor_share_ * tolerance_ * best_objective_ / pairs;
  centring_ = left * left * left * mu_ <= floor;
  sigma_mu_ = std::max(left * left * left * mu_, floor);
  const double second_order = centring_ ? 0 : 1;
  for (std::size_t j = 0; j < n_; ++j) {
    right_side_[j] = base_side_[j] + sigma_mu_ * sums_[j][0] + second_order * sums_[j][1];
  }
  weight_part_->add_corrector(g_, sigma_mu_, second_order, right_side_);
  cholesky_->solve(right_side_, dw_);
  weight_part_->recover(g_, dw_);
  next_ = Walk::correct;
}

void HingeInteriorPoint::Iteration::correct() {
  StepStatistics statistics;
  weight_part_->gather(statistics);
  row_part_->correct(dw_, sigma_mu_, centring_ ? 0 : 1, statistics);
  alpha_ = statistics.primal_step(step_to_boundary);
  beta_ = statistics.dual_step(step_to_boundary);
  if (weight_part_->single_step()) alpha_ = beta_ = std::min(alpha_, beta_);
  const bool useful =
      std::isfinite(statistics.complementarity(alpha_, beta_)) && std::max(alpha_, beta_) > smallest_step;
  if (!useful) return end(Status::stalled);
  next_ = Walk::move;
}

void HingeInteriorPoint::Iteration::move() {
  ++iterations_;
  evaluate(alpha_, beta_);
}

void HingeInteriorPoint::Iteration::evaluate(double alpha, double beta) {
  weight_part_->move(alpha, beta);
  const InteriorPointRows::Sums sums = row_part_->move(alpha, beta, weight_part_->values(), sums_);
  for (std::size_t j = 0; j < n_; ++j) {
    g_[j] = sums_[j][0] * m_;
    base_side_[j] = sums_[j][1];
  }
  judge(weight_part_->penalty() + sums.loss, dual_value(sums.dual));
}

/// As Problem::lower_bound.
double HingeInteriorPoint::Iteration::dual_value(double dual_sum) const {
  double largest = 0;
  double squares = 0;
  for (const ColumnPair& pair : sums_) {
    largest = std::max(largest, std::abs(pair[0]));
    squares += pair[0] * pair[0];
  }
  if (kind_ == RegularizerKind::l2) return dual_sum - m_ * (squares / (2 * lambda_));
  return largest > lambda_ ? dual_sum * (lambda_ / largest) : dual_sum;
}

/// Keeps what is better than before and decides how to go on.
void HingeInteriorPoint::Iteration::judge(double objective, double bound) {
  if (objective < best_objective_) {
    best_objective_ = objective;
    best_w_.assign(weight_part_->values().begin(), weight_part_->values().end());
    weight_part_->clean(cleaned_);
  }
  if (bound > best_bound_) {
    best_bound_ = bound;
    best_a_.assign(row_part_->dual().begin(), row_part_->dual().end());
  }
  next_ = Walk::factorize;
  const double gap = relative_gap();
  if (gap < progress * progress_gap_ || (!centring_ && mu_ < progress * progress_mu_)) {
    progress_gap_ = std::min(gap, progress_gap_);
    progress_mu_ = std::min(mu_, progress_mu_);
    last_progress_ = iterations_;
  }
  // Once centred, what is left is a dual residual that is a multiple of mu when columns are nearly dependent.
  if (centring_ && !(gap < progress * last_gap_)) floor_share_ *= 0.1;
  last_gap_ = gap;
  if (gap <= tolerance_) {
    end(Status::converged);
  } else if (!std::isfinite(objective + bound) || iterations_ - last_progress_ > patience) {
    end(Status::stalled);
  }
}

void HingeInteriorPoint::Iteration::end(Status status) {
  ending_ = relative_gap() <= tolerance_ ? Status::converged : status;
  if (kind_ == RegularizerKind::l1) {
    next_ = Walk::clean;
  } else {
    status_ = ending_;
  }
}

/// Takes the weights with exact zeros if the tolerance allows what they cost. Otherwise a converged iteration
/// goes on a little with smaller products, which takes those weights nearer to zero.
void HingeInteriorPoint::Iteration::clean() {
  double objective = 0;
  for (Index i = 0; i < rows_->lines(); ++i) objective += Hinge::value(dot((*rows_)[i], cleaned_.data()));
  for (const double w_j : cleaned_) objective += kappa() * std::abs(w_j);
  const bool converged = ending_ == Status::converged;
  const double allowed = converged ? best_bound_ / (1 - tolerance_) : best_objective_ * (1 + tolerance_);
  if (objective <= allowed) {
    best_w_ = cleaned_;
    best_objective_ = objective;
  } else if (converged && attempts_++ < most_attempts) {
    floor_share_ *= 0.03;
    next_ = Walk::factorize;
    return;
  }
  status_ = ending_;
}

HingeInteriorPoint::HingeInteriorPoint(const SparseMatrix& rows, RegularizerKind regularizer, double lambda,
                                       double tolerance)
    : iteration_(std::make_unique<Iteration>(rows, regularizer, lambda, tolerance)) {}
HingeInteriorPoint::HingeInteriorPoint(HingeInteriorPoint&&) noexcept = default;
HingeInteriorPoint& HingeInteriorPoint::operator=(HingeInteriorPoint&&) noexcept = default;
HingeInteriorPoint::~HingeInteriorPoint() = default;

Status HingeInteriorPoint::iterate() {
  const std::uint64_t before = iterations();
  while (status() == Status::running && (iterations() == before || !iteration_->between_iterations())) walk();
  return status();
}

Status HingeInteriorPoint::walk() {
  iteration_->walk();
  return status();
}
void HingeInteriorPoint::exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                                          std::span<const double> prices) {
  iteration_->exchange_columns(rows, origin, prices);
}
Status HingeInteriorPoint::status() const {
  return iteration_->status();
}
std::uint64_t HingeInteriorPoint::iterations() const {
  return iteration_->iterations();
}
double HingeInteriorPoint::relative_gap() const {
  return iteration_->relative_gap();
}
double HingeInteriorPoint::objective() const {
  return iteration_->objective();
}
double HingeInteriorPoint::lower_bound() const {
  return iteration_->lower_bound();
}
void HingeInteriorPoint::weights(std::span<double> w) const {
  std::copy(iteration_->weights().begin(), iteration_->weights().end(), w.begin());
}
std::span<const double> HingeInteriorPoint::dual() const {
  return iteration_->dual();
}
std::span<const double> HingeInteriorPoint::current_dual() const {
  return iteration_->current_dual();
}
void HingeInteriorPoint::current_weights(std::span<double> w) const {
  iteration_->current_weights(w);
}
std::uint64_t HingeInteriorPoint::nonzeros_touched() const {
  return iteration_->nonzeros();
}

}  // namespace descent
