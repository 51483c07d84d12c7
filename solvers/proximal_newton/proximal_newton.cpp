// Proximal Newton: Yuan, Ho and Lin (2012), "An Improved GLMNET for L1-Regularized Logistic Regression",
// newGLMNET, and LIBLINEAR's -s 6; for other smooth losses and regularisers Lee, Sun and Saunders (2014).
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   d ← coordinate descent on the quadratic model of the mean loss at w, with λ R as it is
//       (quadratic_model.hpp, model_descent.hpp)
//   β ← first of 1, ½, ¼, … with F(w + β d) − F(w) ≤ σ β (g·d + λ R(w + d) − λ R(w)),  σ = 0.01
//   w ← w + β d
//
// z and row_i·d are maintained: the line search touches no entry. A model is solved until its violations of
// optimality sum to at most a bound, at first their sum at w = 0. The bound falls to a quarter whenever one
// pass was enough, or 3 models brought no new minimum of violations. Columns with a zero weight whose
// derivative is far from λ are left out of the next models until the others are optimal.
//
// Deviations: a look at all columns leaves out of its own model those with a zero weight and |g_j| below
// λ − min(λ/5, the largest violation). The paper's model has them all, which on text takes 1.1 to 2 times as
// long. Between passes there are Newton steps on the face of the nonzero weights, if at most `dense_columns`
// and where they pay (face_step.hpp); 0 is the paper's method. On a9a, whose binary columns nearly depend on
// each other, a gap of 1e-8 takes 0.1 s instead of over 3.5 s. Near the optimum slope and curvature give the
// change of F (change_along_step).
//
// hessian: "product" is the paper's. With "gram", for few columns, the model's Hessian is a dense matrix
// (gram_matrix.hpp), so that a step walks along no column. Such a model is solved to a hundredth of its
// violations, since the matrix takes most of the time, and leaves out no column.
//
// Converged when the violations over all columns sum to at most tolerance times their sum at w = 0, and the
// dual weights prove F near the optimum (proven_gap.hpp). A run is at rest if no step shows, or if 5 models
// after looks at all columns bring no new minimum of violations and promise nothing that F would show. It is
// then `stalled` if the gap proves that nothing is left to gain. Else coordinate descent may not have solved
// the models: the next is solved further, five times in a run, then the status is `limit`. Before any end z
// is recomputed from w.
//
// An update is one step on a model, along a coordinate or on a face. A column counts once per step and once
// for its derivative g_j; forming a face's Hessian counts all entries, or those of the columns chosen before.
// With "gram" a step counts n, the numbers of a column of the matrix. The walk that forms it with all g_j,
// and the walk for row_i·d at the model's end, count all entries.

#include <algorithm>
#include <memory>

#include "solvers/contract/estimates_gap.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/proximal_newton/loss_along_line.hpp"
#include "solvers/proximal_newton/model_descent.hpp"
#include "solvers/proximal_newton/quadratic_model.hpp"
#include "solvers/smooth/gram_matrix.hpp"
#include "solvers/stopping/proven_gap.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {

namespace {

constexpr double sufficient_decrease = 0.01;
constexpr double shortest_line_step = 0x1.0p-40;
constexpr double most_margin = 0.2;         // of λ
constexpr double share_with_matrix = 0.01;  // of the violations: what a model with a matrix may leave
constexpr int most_models_without_gain = 5;
constexpr int most_ends_without_proof = 5;
constexpr double no_gain = 1e-13;  // relative to F: what a model promises when nothing is left to gain

template <class Regularizer>
class ProximalNewton : public SteppingSolver, public EstimatesGap {
 public:
  ProximalNewton(const Problem& problem, const OptionValues& options, Random random)
      : nonzeros_(static_cast<std::size_t>(problem.rows().nonzeros())),
        loss_(LossAlongLine::make(problem)),
        m_(problem.m()),
        lambda_(problem.lambda()),
        tolerance_(options.number("tolerance")),
        model_(problem, chooses_gram(options, problem.rows()), threads_of(options)),
        has_matrix_(model_.matrix() != nullptr),
        descent_(problem, model_, static_cast<std::size_t>(options.number("dense_columns")), random),
        lines_(has_matrix_ ? all_lines(problem.n()) : nonempty_lines(problem.columns())),
        a_(static_cast<std::size_t>(problem.m())),
        objective_(loss_->mean()),
        gap_(problem) {
    differentiate();
  }

  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] {
      if (gap_.walks_are_due()) {
        progress_.entries_touched += nonzeros_;
        if (gap_.walk(*this)) conclude();
      } else if (refresh_is_due_) {
        progress_.entries_touched += nonzeros_;
        refresh();
      } else if (!lines_.at_end()) {
        differentiate_along(lines_.current());
      } else if (changes_are_due_) {
        changes_are_due_ = false;
        progress_.entries_touched += nonzeros_;
        model_.find_changes();
        take_step();
      } else {
        progress_.entries_touched += descent_.step(deadline_);
        ++progress_.updates;
        if (!descent_.finished()) return;
        changes_are_due_ = has_matrix_;
        if (!has_matrix_) take_step();
      }
    });
  }

  void weights(std::span<double> w) const override {
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = model_.variables()[j].w;
  }

  std::optional<std::span<const double>> dual() const override {
    loss_->dual_weights(a_);
    return a_;
  }

  double estimated_gap() const override { return estimated_gap_; }

 private:
  /// Whether violations still shrink from model to model.
  struct Gain {
    double smallest = infinity;
    int models_without = 0;

    void record(double sum) {
      models_without = sum < smallest ? 0 : models_without + 1;
      smallest = std::min(smallest, sum);
    }
  };

  /// Computes ℓ' and ℓ'' of the mean loss at z for a new model with d = 0; derivatives along columns follow.
  void differentiate() {
    loss_->differentiate(model_.rows());
    model_.begin(ends_without_proof_ > 0);
    lines_.begin_pass();
    largest_ = 0;
    sum_ = 0;
    slack_ = 0;
  }

  /// Computes g_j and the model's curvature along the column; the last column starts the model.
  void differentiate_along(Index j) {
    progress_.entries_touched += model_.differentiate(j, loss_->derivatives(), deadline_);
    const double w = model_.variable(j).w;
    const double g = model_.variable(j).gradient;
    if (model_.rests_at_zero(j, w, g, margin_)) {
      lines_.leave_out();
    } else {
      const double violated = model_.violation(j, w, g);
      largest_ = std::max(largest_, violated);
      sum_ += violated;
      slack_ += slack_of(j, w, g, violated);
      lines_.keep();
    }
    if (lines_.at_end()) begin_model();
  }

  /// Share of a column in F(w) − D(a), a_i = −ℓ'(z_i), without what scaling costs under L1.
  double slack_of(Index j, double w, double g, double violated) const {
    const double kappa = model_.weight_of_penalty(j);
    if (model_.has_kink(j)) return kappa * std::abs(w) + w * g;
    return kappa > 0 ? violated * violated / (2 * kappa) : 0;
  }

  /// Estimates the gap at the point of the new model. Under L1 a is scaled until |g_j| ≤ λ, which lowers D by
  /// about the same share.
  void estimate_gap() {
    const double scaled = Regularizer::kind == RegularizerKind::l1 ? largest_ / (largest_ + lambda_) : 0;
    estimated_gap_ = slack_ / objective_ + scaled;
  }

  void begin_model() {
    estimate_gap();
    if (!started_) {
      started_ = true;
      first_sum_ = enough_ = sum_;
    }
    is_full_ = lines_.is_whole();
    if (!has_matrix_) margin_ = largest_ / m_;
    if (sum_ <= tolerance_ * first_sum_ || lines_.is_empty()) {
      if (!settles()) return;
      if (gap_.ask(progress_.updates)) return;
    }
    go_on();
  }

  void conclude() {
    if (gap_.value() <= (is_stuck_ ? gap_at_rest : gap_for_tolerance(tolerance_))) {
      progress_.status = is_stuck_ ? Status::stalled : end_by_rule(gap_.value());
    } else if (is_stuck_ && ++ends_without_proof_ > most_ends_without_proof) {
      progress_.status = Status::limit;
    } else if (is_stuck_) {
      is_stuck_ = false;
      ask_for_more();
      look_at_all();
    } else {
      ask_for_more();
      go_on();
    }
  }

  void go_on() {
    Gain& gain = is_full_ ? gain_ : gain_on_some_;
    gain.record(sum_);
    if (gain.models_without > 2) ask_for_more();
    if (gain.models_without > most_models_without_gain && promised_ <= no_gain * objective_) {
      if (settles()) end_at_rest();
      return;
    }
    if (!is_full_ && sum_ <= 1e-2 * gain_.smallest) return look_at_all();
    if (is_full_ && !has_matrix_ && sum_ > 0) leave_out_resting();
    descent_.begin(lines_.active(), has_matrix_ ? std::min(enough_, share_with_matrix * sum_) : enough_,
                   objective_);
  }

  /// After a look at all columns, of which one at least violates optimality and stays.
  void leave_out_resting() {
    lines_.begin_pass();
    while (!lines_.at_end()) {
      const Index j = lines_.current();
      const double margin = std::min(largest_, most_margin * model_.weight_of_penalty(j));
      if (model_.rests_at_zero(j, model_.variable(j).w, model_.variable(j).gradient, margin))
        lines_.leave_out();
      else
        lines_.keep();
    }
  }

  /// True if the run may end here: all columns have just been visited, with z computed from w. Else this
  /// comes next.
  bool settles() {
    if (is_full_ && is_fresh_) return true;
    if (is_full_)
      refresh_is_due_ = true;
    else
      look_at_all();
    return false;
  }

  void look_at_all() {
    lines_.include_all();
    margin_ = infinity;
    gain_on_some_ = {};
    differentiate();
  }

  void refresh() {
    refresh_is_due_ = false;
    is_fresh_ = true;
    std::vector<double> w(model_.variables().size());
    weights(w);
    loss_->refresh(w);
    objective_ = loss_->mean() + model_.penalty();
    look_at_all();
  }

  /// Lets the next models leave fewer violations.
  void ask_for_more() { enough_ = std::max(enough_ / 4, 1e-15 * first_sum_); }

  /// The line search from w to w + d, which needs only m arguments and the active weights.
  void take_step() {
    if (descent_.passes() == 1) ask_for_more();
    const std::span<const ModelRow> rows = model_.rows();
    const double slope = loss_->slope(rows);
    const auto active = lines_.active();
    const double promised = slope + model_.penalty_change(active, 1);
    for (double step = 1; step >= shortest_line_step; step /= 2) {
      const auto trial = loss_->at(step, rows, slope, step * promised);
      const double change = trial.change + model_.penalty_change(active, step);
      if (!(change <= sufficient_decrease * step * promised)) continue;
      promised_ = -promised;
      objective_ += change;
      loss_->move(step, rows, trial.mean);
      const bool moved = model_.move_weights(active, step);
      is_fresh_ = is_fresh_ && !moved;
      if (!moved && descent_.passes() > 1) return get_stuck();
      return differentiate();
    }
    get_stuck();
  }

  /// Handles a line search without a visible step.
  void get_stuck() {
    model_.forget_step(lines_.active());
    if (settles()) end_at_rest();
  }

  /// Promises of models are no proof: coordinate descent may have left them unsolved.
  void end_at_rest() {
    is_stuck_ = true;
    gap_.insist();
  }

  std::size_t nonzeros_;
  std::unique_ptr<LossAlongLine> loss_;
  double m_;
  double lambda_;
  double tolerance_;
  QuadraticModel<Regularizer> model_;
  bool has_matrix_;
  ModelDescent<Regularizer> descent_;
  ActiveLines lines_;  ///< columns of the next model; columns before the current have their derivative
  mutable std::vector<double> a_;
  double objective_;  ///< F(w), up to rounding
  double largest_ = 0;
  double sum_ = 0;    ///< of violations
  double slack_ = 0;  ///< sum of slack_of()
  double estimated_gap_ = infinity;
  double margin_ = infinity;
  double enough_ = 0;    ///< sum of violations that a model may leave
  bool is_full_ = true;  ///< the last derivatives were those of all columns
  bool started_ = false;
  double first_sum_ = 0;
  double promised_ = infinity;    ///< first-order fall of F along the last d
  Gain gain_;                     ///< over all columns
  Gain gain_on_some_;             ///< since columns were last left out
  bool changes_are_due_ = false;  ///< of the rows, after a model with a matrix
  bool is_fresh_ = true;          ///< z was computed from this w
  bool refresh_is_due_ = false;
  bool is_stuck_ = false;
  int ends_without_proof_ = 0;  ///< ends at rest from which the run went on
  ProvenGap gap_;
};

std::optional<std::string> without_matrix_no_threads(LossKind, RegularizerKind, const OptionValues& options) {
  if (threads_of(options) == 0 || options.word("hessian") == "gram") return std::nullopt;
  return "\"threads\" share the forming of a matrix alone: give \"hessian\": \"gram\" too, or no threads";
}

const MethodRegistration proximal_newton_registration(
    {.name = "proximal_newton",
     .title = "Proximal Newton",
     .source = "Yuan, Ho and Lin 2012, newGLMNET",
     .randomized = true,
     .walks_columns = true,
     .free_intercept = true,
     .takes_weights = TakesWeights::of_rows,
     .options =
         {tolerance_option(
              "converged when the violations of optimality add up to at most this times those at "
              "w = 0, and the certified gap is at most 1e4 times this, relatively",
              "Yuan, Ho and Lin 2012"),
          number_option(
              "dense_columns",
              "up to so many nonzero weights, Newton steps on them between passes; 0: none, as the paper",
              2'000, integers(0, 10'000), "this program"),
          hessian_option(), threads_option("the walks for a Gram matrix, and nothing without it")},
     .complaint = without_matrix_no_threads,
     .too_wide = too_wide_for_gram,
     .spares_columns = chooses_gram,
     .solves = {solver<ProximalNewton<L1>, SquaredHinge>(), solver<ProximalNewton<L2>, SquaredHinge>(),
                solver<ProximalNewton<NoRegularizer>, SquaredHinge>(), solver<ProximalNewton<L1>, Logistic>(),
                solver<ProximalNewton<L2>, Logistic>(), solver<ProximalNewton<NoRegularizer>, Logistic>(),
                solver<ProximalNewton<L1>, SquaredEpsilonInsensitive>(),
                solver<ProximalNewton<L2>, SquaredEpsilonInsensitive>(),
                solver<ProximalNewton<NoRegularizer>, SquaredEpsilonInsensitive>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
