// Dual coordinate descent for logistic regression: Yu, Huang, Lin (2011), "Dual Coordinate Descent Methods
// for Logistic Regression and Maximum Entropy Models", Algorithm 5, and LIBLINEAR's -s 7.
//
//   min_α  ½ αᵀ Q α + Σ α_i log α_i + Σ (C − α_i) log(C − α_i),   0 < α_i < C,   C = 1/(λ m)
//   Q_ij = y_i y_j x_i·x_j,   w = Σ_i α_i y_i x_i
//
//   for the rows in a fresh permutation each pass: minimise over α_i alone (see logistic_dual_variable.hpp),
//   w ← w + Δα_i y_i x_i
//
// The one-variable minimisations are inexact as in the paper: |g'| < ε_inner, which starts at 10⁻² and falls
// to a tenth, but not below min(10⁻⁸, tolerance), after a pass with at most m/10 Newton steps.
//
// Deviations:
// - The paper starts at α_i = min(10⁻³ C, 10⁻⁸), since its α has to lie inside (0, C). Here a run starts at
//   α = 0 and w = 0, as all methods do, and the first thing that `advance` does is the move to the paper's
//   start, where all α_i are alike and w is that α times Σ y_i x_i: a pass over the rows, and counted as one.
// - log(α_i/(C − α_i)) is kept, so that a visit which finds |g'| < ε_inner takes no logarithm and others take
//   one per Newton step. LIBLINEAR restarts at 0.1 Z before it looks at |g'|; here a variable that is good
//   enough stays.
// - α_i and C − α_i never fall below 10⁻²⁹⁰ C. Where that bound holds α_i back its |g'| is no violation.
// - A row without entries has α_i = C/2 once and for all and is not visited.
// - A first Newton step in log(Z/(C − Z)) where Z is far too small: see logistic_dual_variable.hpp.
// - |g'| < tolerance on all rows is in units of the margin: once it holds, the duality gap decides
//   (dual_certificate.hpp).
// - Newton's method also ends where |g'| is below the rounding of its own terms, which for large C ‖x‖² can
//   lie above ε_inner.

#include <algorithm>

#include "solvers/contract/method.hpp"
#include "solvers/coordinate/dual_certificate.hpp"
#include "solvers/coordinate/logistic_dual_variable.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class DualCdLogistic : public Solver {
 public:
  DualCdLogistic(const Problem& problem, const OptionValues& options, Random random)
      : rows_(problem.rows()),
        step_(problem.c()),
        tolerance_(options.number("tolerance")),
        least_inner_tolerance_(std::min(1e-8, tolerance_)),
        random_(random),
        order_(nonempty_lines(rows_)),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        a_(static_cast<std::size_t>(problem.m()), 0.0),
        certificate_(problem, tolerance_) {
    variables_.reserve(a_.size());
    for (Index i = 0; i < problem.m(); ++i) variables_.push_back(step_.start(squared_norm(rows_[i])));
  }

  Progress advance(std::uint64_t nonzeros) override {
    const std::uint64_t goal = progress_.nonzeros + nonzeros;
    if (progress_.nonzeros < goal && !started_) enter_box();
    while (progress_.nonzeros < goal && progress_.status == Status::running) {
      if (position_ == order_.size())
        end_pass();
      else
        visit();
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    for (std::size_t i = 0; started_ && i < a_.size(); ++i) a_[i] = step_.share(variables_[i]);
    return a_;
  }

 private:
  /// From α = 0 and w = 0 to the paper's start, where all α_i are alike: a pass over the rows.
  void enter_box() {
    for (Index i = 0; i < rows_.outer_size(); ++i) add(rows_[i], step_.start_alpha(), w_.data());
    progress_.nonzeros += static_cast<std::uint64_t>(rows_.nonzeros());
    started_ = true;
    begin_pass();
  }

  void visit() {
    prefetch();
    const Index i = order_[position_++];
    const auto row = rows_[i];
    const double b = dot(row, w_.data());
    const auto outcome = step_.minimise(variables_[static_cast<std::size_t>(i)], b, inner_tolerance_);
    if (outcome.change != 0) add(row, outcome.change, w_.data());
    largest_violation_ = std::max(largest_violation_, outcome.violation);
    newton_iterations_ += static_cast<std::size_t>(outcome.iterations);
    progress_.nonzeros += row.size();
    ++progress_.updates;
  }

  /// Rows come in random order, which the processor cannot guess.
  void prefetch() const {
    if (position_ + 8 < order_.size()) {
      const auto later = static_cast<std::size_t>(order_[position_ + 8]);
      __builtin_prefetch(rows_.starts().data() + later);
      __builtin_prefetch(variables_.data() + later);
    }
    if (position_ + 3 < order_.size()) prefetch_entries(rows_, order_[position_ + 3]);
  }

  void begin_pass() {
    position_ = 0;
    largest_violation_ = 0;
    newton_iterations_ = 0;
    shuffle(order_.begin(), order_.end(), random_);
  }

  void end_pass() {
    const bool rule_holds = largest_violation_ < tolerance_;
    if (rule_holds || certificate_.is_due(progress_)) {
      const auto alpha = [&](Index i) { return variables_[static_cast<std::size_t>(i)].alpha; };
      progress_.status = certificate_.judge<Loss>(rule_holds, alpha, w_, progress_);
      if (progress_.status != Status::running) return;
    }
    if (rule_holds) {
      tolerance_ *= 0.1;
      least_inner_tolerance_ = std::min(least_inner_tolerance_, tolerance_);
    }
    if (newton_iterations_ <= order_.size() / 10)
      inner_tolerance_ = std::max(least_inner_tolerance_, 0.1 * inner_tolerance_);
    begin_pass();
  }

  const SparseMatrix& rows_;
  LogisticDualStep step_;
  double tolerance_;
  double least_inner_tolerance_;
  Random random_;
  std::vector<Index> order_;
  std::vector<double> w_;
  std::vector<LogisticDualVariable> variables_;
  mutable std::vector<double> a_;
  Progress progress_;
  bool started_ = false;
  double inner_tolerance_ = 1e-2;
  std::size_t position_ = 0;
  double largest_violation_ = 0;       ///< max |g'| met in this pass
  std::size_t newton_iterations_ = 0;  ///< in this pass
  DualCertificate certificate_;
};

const MethodRegistration registration = MethodRegistration::of<DualCdLogistic>(
    {.name = "dual_cd_logistic",
     .title = "Dual CD (logistic)",
     .source = "Yu, Huang, Lin 2011, Algorithm 5",
     .randomized = true,
     .options = {{.name = "tolerance",
                  .description = "converged when the largest |derivative| met in a pass is below it and the "
                                 "relative duality gap at most 10^4 times it",
                  .default_value = 1e-10,
                  .range = NumberRange{.lower = 0},
                  .source = "Yu, Huang, Lin 2011"}},
     .file = __FILE__},
    On<Logistic, L2>{});

}  // namespace

}  // namespace descent
