#include "solvers/interior_point/piecewise_linear_interior_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/loss.hpp"
#include "solvers/stopping/proven_gap.hpp"

namespace descent {

namespace {

constexpr std::uint64_t patience = 15;   ///< iterations without progress before the method has stalled
constexpr double enough_progress = 0.9;  ///< a gap or mean product below this share of the best is progress

/// Dual weights are repaired if this promises a gap of at most so many times the tolerance, and so small a
/// share of the present gap and of the last repair's promise. While steps only centre, that share of the
/// present gap is enough: with next to no regularisation nothing else helps. A repair may fail from one
/// iterate and succeed from the next, but only so many in a row may fail.
constexpr double promise_worth_repairing = 1e4;
constexpr double progress_worth_repairing = 0.3;
constexpr int most_failed_repairs = 3;
/// Cost allowed for the margin of repaired weights, and for what they may lack, as shares of what the
/// tolerance allows; and the largest margin as a share of κ.
constexpr double repair_share = 0.03;
constexpr double largest_margin = 0.1;

}  // namespace

PiecewiseLinearInteriorPoint::PiecewiseLinearInteriorPoint(const Problem& problem, const SparseMatrix& rows,
                                                           double tolerance, int threads)
    : problem_(problem),
      rows_(&rows),
      tolerance_(tolerance),
      team_(problem.rows(), threads),
      best_w_(static_cast<std::size_t>(rows.inner_size()), 0.0),
      best_a_(static_cast<std::size_t>(problem.m()), 0.0) {}

void PiecewiseLinearInteriorPoint::walk() {
  if (progress_.status != Status::running) return;
  switch (next_) {
    case Walk::start:
      start();
      break;
    case Walk::resume:
      if (problem_.free_intercept())
        progress_.entries_touched += static_cast<std::uint64_t>(rows_->nonzeros());
      judge(iterate_->evaluate());
      break;
    case Walk::repair:
      repair();
      break;
    case Walk::factorize:
      if (iterate_->factorize(deadline_))
        next_ = Walk::predict;
      else
        end(Status::stalled);
      break;
    case Walk::predict:
      iterate_->predict(floor_share_ * tolerance_ * best_objective_);
      next_ = Walk::correct;
      break;
    case Walk::correct:
      if (!iterate_->correct())
        end(Status::stalled);
      else if (iterate_->is_worth_correcting_centrality())
        next_ = Walk::correct_centrality;
      else
        next_ = Walk::move;
      break;
    case Walk::correct_centrality:
      progress_.entries_touched += static_cast<std::uint64_t>(iterate_->correct_centrality() - 1) *
                                   static_cast<std::uint64_t>(rows_->nonzeros());
      next_ = Walk::move;
      break;
    case Walk::move:
      ++progress_.updates;
      if (problem_.free_intercept())
        progress_.entries_touched += static_cast<std::uint64_t>(rows_->nonzeros());
      judge(iterate_->move());
      break;
    case Walk::clean:
      clean();
      break;
  }
  progress_.entries_touched += static_cast<std::uint64_t>(rows_->nonzeros());
}

void PiecewiseLinearInteriorPoint::start() {
  if (zero_is_optimal()) {
    progress_.status = Status::converged;
    return;
  }
  iterate_.emplace(problem_, *rows_, &team_);
  cleaned_.assign(best_w_.size(), 0.0);
  next_ = Walk::resume;
}

/// Takes w = 0 with a = −ℓ'(z) there, if a is feasible: its dual value is then F(0). It is feasible under L1
/// if |Zᵀa| ≤ κ, under L2 if Zᵀa = 0. If z is at a kink, a could be another subgradient: such an optimum is
/// left to the iteration. Also takes w = 0 with a lossless intercept, and a = 0, for which no iteration could
/// prove a relative gap.
bool PiecewiseLinearInteriorPoint::zero_is_optimal() {
  if (problem_.free_intercept() && lossless_intercept()) return true;
  const std::vector<double> z = problem_.arguments_at_zero();
  std::vector<double> a(z.size());
  const double objective = with_loss(problem_.loss(), problem_.epsilon(), [&](auto loss) {
    double sum = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      sum += problem_.row_weight(static_cast<Index>(i)) * loss.value(z[i]);
      a[i] = -loss.derivative(z[i]);
    }
    return sum;
  });
  std::vector<double> g(best_w_.size(), 0.0);
  for (Index i = 0; i < rows_->outer_size(); ++i)
    add((*rows_)[i], problem_.row_weight(i) * a[static_cast<std::size_t>(i)], g.data());
  double largest = 0;
  if (problem_.free_intercept() && g.back() != 0) return false;
  for (const double g_j : g) largest = std::max(largest, std::abs(g_j));
  const bool is_l1 = problem_.regularizer() == RegularizerKind::l1;
  if (largest > (is_l1 ? problem_.lambda() * problem_.m() : 0)) return false;
  best_a_ = std::move(a);
  best_objective_ = best_bound_ = objective;
  return true;
}

/// Takes w = 0 with an intercept without any loss, if there is one: with labels all alike, or targets within
/// one tube.
bool PiecewiseLinearInteriorPoint::lossless_intercept() {
  // Bounds on w_n from max(0, offset − sign z), z = x_n w_n − target, of all rows.
  double low = -infinity;
  double high = infinity;
  const bool is_hinge = problem_.loss() == LossKind::hinge;
  for (Index i = 0; i < rows_->outer_size(); ++i) {
    if (problem_.row_weight(i) == 0) continue;
    const auto row = (*rows_)[i];
    const bool has_last = !row.empty() && row.back().index == rows_->inner_size() - 1;
    const double x = has_last ? static_cast<double>(row.back().value) : 0;
    if (x == 0) return false;
    const double first = (is_hinge ? 1 : problem_.target(i) - problem_.epsilon()) / x;
    const double second =
        (is_hinge ? std::copysign(infinity, x) : (problem_.target(i) + problem_.epsilon()) / x);
    low = std::max(low, std::min(first, second));
    high = std::min(high, std::max(first, second));
  }
  if (!(low <= high)) return false;
  std::vector<double> w(best_w_.size(), 0.0);
  w.back() = is_hinge ? (std::isfinite(low) ? low : high) : low + (high - low) / 2;
  if (problem_.objective(w) != 0) w.back() *= 2;  // rounding: a hinge has no upper end
  if (problem_.objective(w) != 0) return false;
  best_w_ = std::move(w);
  best_objective_ = best_bound_ = 0;
  return true;
}

void PiecewiseLinearInteriorPoint::exchange_columns(const SparseMatrix& rows, std::span<const Index> origin,
                                                    std::span<const double> prices) {
  rows_ = &rows;
  if (iterate_) iterate_->exchange_columns(rows, origin, prices);
  best_w_.assign(origin.size(), 0.0);
  cleaned_.assign(origin.size(), 0.0);
  best_objective_ = last_gap_ = progress_gap_ = infinity;
  best_bound_ = 0;
  promised_gap_ = infinity;
  failed_repairs_ = 0;
  last_progress_ = progress_.updates;
  progress_.status = Status::running;
  next_ = iterate_ ? Walk::resume : Walk::start;
}

double PiecewiseLinearInteriorPoint::relative_gap() const {
  if (best_objective_ == infinity) return infinity;
  return (best_objective_ - best_bound_) / std::max(best_objective_, std::numeric_limits<double>::min());
}

/// Keeps all that has improved and decides how to go on.
void PiecewiseLinearInteriorPoint::judge(const PredictorCorrector::Values& values) {
  if (values.objective < best_objective_) {
    iterate_->clean_weights(cleaned_);
    best_objective_ = values.objective;
    best_w_.assign(iterate_->weights().begin(), iterate_->weights().end());
  }
  if (values.bound > best_bound_) {
    best_bound_ = values.bound;
    best_a_.assign(iterate_->dual().begin(), iterate_->dual().end());
  }
  is_finite_ = std::isfinite(values.objective + values.bound);
  if (is_worth_repairing(values)) {
    promised_gap_ = values.objective - values.promised_bound;
    next_ = Walk::repair;
  } else {
    go_on();
  }
}

bool PiecewiseLinearInteriorPoint::is_worth_repairing(const PredictorCorrector::Values& values) const {
  const double promised = values.objective - values.promised_bound;
  const double gap = best_objective_ - best_bound_;
  const bool may_improve = values.promised_bound > values.bound && promised <= progress_worth_repairing * gap;
  if (!may_improve) return false;
  if (iterate_->is_centring() && relative_gap() > tolerance_) return failed_repairs_ < most_failed_repairs;
  const bool is_near_tolerance = promised <= promise_worth_repairing * tolerance_ * best_objective_;
  return is_near_tolerance && promised <= progress_worth_repairing * promised_gap_;
}

void PiecewiseLinearInteriorPoint::repair() {
  double norm = 0;
  for (const double w_j : iterate_->weights()) norm += std::abs(w_j);
  const double allowed = repair_share * tolerance_;
  const double penalty_share = problem_.lambda() * problem_.m() * norm / best_objective_;
  const DualRepair::Aim aim{.margin = std::min(allowed / penalty_share, largest_margin), .enough = allowed};
  DualRepair dual_repair(problem_, *rows_);
  std::vector<double> a;
  const double bound = iterate_->repair(dual_repair, a, aim, deadline_);
  progress_.entries_touched += (dual_repair.walks() - 1) * static_cast<std::uint64_t>(rows_->nonzeros());
  ++failed_repairs_;
  if (bound > best_bound_) {
    best_bound_ = bound;
    best_a_ = std::move(a);
    failed_repairs_ = 0;
  }
  go_on();
}

void PiecewiseLinearInteriorPoint::go_on() {
  next_ = Walk::factorize;
  const double gap = relative_gap();
  note_progress(gap);
  if (gap <= tolerance_) {
    end(Status::converged);
  } else if (!is_finite_ || progress_.updates - last_progress_ > patience) {
    end(Status::stalled);
  }
}

void PiecewiseLinearInteriorPoint::note_progress(double gap) {
  const bool centring = iterate_->is_centring();
  const double product = iterate_->mean_product();
  if (gap < enough_progress * progress_gap_ || (!centring && product < enough_progress * progress_product_)) {
    progress_gap_ = std::min(gap, progress_gap_);
    progress_product_ = std::min(product, progress_product_);
    last_progress_ = progress_.updates;
  }
  // Once centred, what is left is a dual residual, a multiple of the products if columns are nearly
  // dependent.
  if (centring && !(gap < enough_progress * last_gap_)) floor_share_ *= 0.1;
  last_gap_ = gap;
}

void PiecewiseLinearInteriorPoint::end(Status status) {
  ending_ = status;
  if (relative_gap() <= tolerance_)
    ending_ = Status::converged;
  else if (status == Status::stalled)
    ending_ = end_at_rest(relative_gap());
  if (problem_.regularizer() == RegularizerKind::l1) {
    next_ = Walk::clean;
  } else {
    progress_.status = ending_;
  }
}

double PiecewiseLinearInteriorPoint::objective_of(std::span<const double> w) const {
  const double loss = with_loss(problem_.loss(), problem_.epsilon(), [&](auto loss_function) {
    double sum = 0;
    for (Index i = 0; i < rows_->outer_size(); ++i)
      sum += problem_.row_weight(i) * loss_function.value(dot((*rows_)[i], w.data()) - problem_.target(i));
    return sum;
  });
  return with_regularizer(problem_.regularizer(), [&](auto regularizer) {
    double sum = 0;
    for (const double w_j : w.first(w.size() - (problem_.free_intercept() ? 1 : 0)))
      sum += regularizer.value(w_j);
    return problem_.lambda() * sum + loss / problem_.m();
  });
}

void PiecewiseLinearInteriorPoint::move_to_vertex(std::span<double> w) {
  if (!iterate_) return;
  progress_.entries_touched +=
      iterate_->move_to_vertex(w, deadline_) * static_cast<std::uint64_t>(rows_->nonzeros());
}

/// Takes the weights with exact zeros if the tolerance allows their cost, at the vertex if need be.
void PiecewiseLinearInteriorPoint::clean() {
  double objective = objective_of(cleaned_) * problem_.m();
  const bool converged = ending_ == Status::converged;
  const double allowed = converged ? best_bound_ / (1 - tolerance_) : best_objective_ * (1 + tolerance_);
  if (objective > allowed) {
    move_to_vertex(cleaned_);
    objective = objective_of(cleaned_) * problem_.m();
  }
  if (objective <= allowed) {
    best_w_ = cleaned_;
    best_objective_ = objective;
  }
  progress_.status = ending_;
}

}  // namespace descent
