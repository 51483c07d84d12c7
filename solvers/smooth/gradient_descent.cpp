// Gradient descent, and proximal gradient descent under L1, the comparison in the ADMM experiment:
// docs/methods.md §8. Beck and Teboulle (2009), "A Fast Iterative Shrinkage-Thresholding Algorithm", §1.2
// (ISTA and its backtracking); Nocedal and Wright (2006), "Numerical Optimization", §3.1 (Armijo).
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   L2, none:  w ← w − t ∇F(w)                 L1:  w ← S(w − t g, t λ),  g = gradient of the mean loss
//
// step_rule "fixed": t = `step`; "auto" is 1/L, L = ℓ''_max ‖X‖²/m (+ λ under L2), with squared_norm_bound
// for ‖X‖². "backtracking": t is 1.1 times the last accepted step, halved until
//   L2, none:  F(w⁺) ≤ F(w) − σ t ‖∇F(w)‖²,  σ = 0.3                     (Armijo)
//   L1:        f(w⁺) ≤ f(w) + g·d + ‖d‖²/(2t),  d = w⁺ − w, f = mean loss  (the quadratic upper bound)
// In both, f lies above its tangent by at most a multiple of ‖d‖²/t, so there is one test. Every walk
// evaluates value and gradient of a trial point: an accepted step needs no other walk.
//
// Converged when ‖∇F‖ has fallen to `tolerance` times its value at w = 0 and the dual weights prove F near
// the optimum (proven_gap.hpp). Under L1 ∇F is the smallest subgradient of F, the limit of (w − w⁺)/t for
// short steps, independent of t.
//
// Added here: t grows before each search, by 2 until the first halving, so that little depends on the first
// step. Then it grows by 1.1: one walk in eight is for a rejected step. With 2 every other walk is, and the
// same objective takes 1.1 to 2 times the walks on heart_scale, abalone and a9a. A free intercept is left out
// of λ R.
//
// A run is at rest when no step is short enough, no step changes a weight, or this norm has no new minimum in
// 1,000 updates. Rounding has ended the descent, or steps are too long, or too short to show. The run is
// stalled if the dual weights prove that nothing is left to gain, else at its limit; backtracking that only
// lacks a new minimum goes on until such a proof.

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "solvers/contract/method_registration.hpp"
#include "solvers/linear_algebra/spectral_bound.hpp"
#include "solvers/smooth/line_search.hpp"
#include "solvers/smooth/smooth_loss_sum.hpp"
#include "solvers/stopping/proven_gap.hpp"

namespace descent {

namespace {

constexpr double armijo = 0.3;
constexpr double growth_at_first = 2;
constexpr double growth = 1.1;
constexpr int most_halvings = 100;
constexpr std::uint64_t most_updates_without_gain = 1000;

template <class Regularizer>
class GradientDescent : public WalkingSolver {
  static constexpr bool proximal = Regularizer::kind == RegularizerKind::l1;
  static constexpr bool ridge = Regularizer::kind == RegularizerKind::l2;

 public:
  GradientDescent(const Problem& problem, const OptionValues& options, Random)
      : WalkingSolver(problem.rows()),
        problem_(problem),
        losses_(SmoothLossSum::make(problem, threads_of(options))),
        backtracking_(options.word("step_rule") == "backtracking"),
        tolerance_(options.number("tolerance")),
        t_(options.is_word("step") ? safe_step() : options.number("step")),
        here_(problem, backtracking_ ? SmoothPoint::Detail::value : SmoothPoint::Detail::gradient),
        trial_(here_),
        a_(static_cast<std::size_t>(problem.m())),
        gap_(problem) {}

  void weights(std::span<double> w) const override { std::copy(here_.w.begin(), here_.w.end(), w.begin()); }

  /// None without a regulariser: no bound is known.
  std::optional<std::span<const double>> dual() const override {
    if (!proximal && !ridge) return std::nullopt;
    losses_->dual_weights(here_.w, a_);
    return a_;
  }

 private:
  /// The suspected end, until the gap has been computed.
  enum class Suspicion { converged, at_rest, stuck };

  /// 1/L. Backtracking finds the step by itself: the Frobenius norm, one walk, will do.
  double safe_step() const {
    const double norm = squared_norm_bound(problem_.rows(), backtracking_ ? 0 : 20, problem_.row_weights());
    return 1 / (losses_->largest_curvature() * norm / problem_.m() + (ridge ? problem_.lambda() : 0));
  }

  void walk() override {
    if (gap_.walks_are_due()) {
      if (gap_.walk(*this)) conclude();
      return;
    }
    evaluate(trial_);
    if (!started_) {
      started_ = true;
    } else if (backtracking_ && !flat_enough()) {
      t_ /= 2;
      growth_ = growth;
      if (++halvings_ > most_halvings)
        suspect(Suspicion::stuck);
      else
        propose();
      return;
    } else {
      ++progress_.updates;
      if (backtracking_) t_ *= growth_;
    }
    halvings_ = 0;
    std::swap(here_, trial_);
    judge();
    if (progress_.status == Status::running && !gap_.walks_are_due()) propose();
  }

  /// Value and gradient of the smooth part: F, or the mean loss under L1.
  void evaluate(SmoothPoint& point) {
    losses_->evaluate(point);
    point.value = backtracking_ ? point.value / problem_.m() : 0;
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    for (std::size_t j = 0; j < point.w.size(); ++j) {
      point.gradient[j] /= problem_.m();
      if (ridge && j < penalized) {
        point.gradient[j] += problem_.lambda() * point.w[j];
        point.value += problem_.lambda() * Regularizer::value(point.w[j]);
      }
    }
  }

  /// True if f lies near enough to its tangent at w for the step; no NaN passes.
  bool flat_enough() const {
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    double slope = 0;
    double squared_length = 0;
    double penalized_squared_length = 0;
    for (std::size_t j = 0; j < here_.w.size(); ++j) {
      const double d = trial_.w[j] - here_.w[j];
      slope += here_.gradient[j] * d;
      squared_length += d * d;
      if (j < penalized) penalized_squared_length += d * d;
    }
    const double quadratic = squared_length / t_;
    const double change = change_along_step(here_.value, trial_.value, slope, quadratic, [&] {
      return losses_->above_tangent(here_.arguments, trial_.arguments) / problem_.m() +
             (ridge ? problem_.lambda() * penalized_squared_length / 2 : 0.0);
    });
    return change - slope <= (proximal ? 0.5 : 1 - armijo) * quadratic;
  }

  void judge() {
    const double norm = gradient_norm();
    if (progress_.updates == 0) first_norm_ = norm;
    if (!std::isfinite(norm)) {
      // Only a far too long fixed step leads here; the last finite iterate stays.
      std::swap(here_, trial_);
      progress_.status = Status::diverged;
    } else if (!stagnation_.note(norm, progress_.updates) && stagnation_.is_over(progress_.updates)) {
      stagnation_.wait_again(progress_.updates);
      suspect(backtracking_ ? Suspicion::at_rest : Suspicion::stuck);
      return;
    }
    if (norm == 0)
      progress_.status = Status::converged;  // exactly the optimum, for example if all weights stay 0
    else if (norm <= tolerance_ * first_norm_)
      suspect(Suspicion::converged);
  }

  void suspect(Suspicion suspicion) {
    suspicion_ = suspicion;
    if (suspicion == Suspicion::converged)
      gap_.ask(progress_.updates);
    else
      gap_.insist();
  }

  void conclude() {
    if (gap_.value() <= gap_for_tolerance(tolerance_) && gradient_norm() <= tolerance_ * first_norm_)
      progress_.status = end_by_rule(gap_.value());
    else if (suspicion_ != Suspicion::converged && gap_.value() <= gap_at_rest)
      progress_.status = Status::stalled;
    else if (suspicion_ == Suspicion::stuck)
      progress_.status = Status::limit;
    else
      propose();
  }

  /// Norm of the smallest subgradient of F; 0 only if that is 0.
  double gradient_norm() const {
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    double sum = 0;
    double largest = 0;  // squares underflow once a loss is as small as 10⁻¹⁶²
    for (std::size_t j = 0; j < here_.w.size(); ++j) {
      double g = here_.gradient[j];
      if (proximal && j < penalized) {
        const double w = here_.w[j];
        g = w == 0 ? soft_threshold(g, problem_.lambda()) : g + std::copysign(problem_.lambda(), w);
      }
      sum += g * g;
      largest = std::max(largest, std::abs(g));
    }
    return std::max(std::sqrt(sum), largest);
  }

  /// Sets trial.w to the end of the step of length t.
  void propose() {
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    bool moved = false;
    for (std::size_t j = 0; j < here_.w.size(); ++j) {
      const double v = here_.w[j] - t_ * here_.gradient[j];
      trial_.w[j] = proximal && j < penalized ? Regularizer::prox(v, t_ * problem_.lambda()) : v;
      moved = moved || trial_.w[j] != here_.w[j];
    }
    if (!moved) suspect(Suspicion::stuck);
  }

  const Problem& problem_;
  std::unique_ptr<const SmoothLossSum> losses_;
  bool backtracking_;
  double tolerance_;
  double t_;
  SmoothPoint here_;
  SmoothPoint trial_;
  mutable std::vector<double> a_;
  bool started_ = false;  ///< the gradient at w = 0 is known
  double growth_ = growth_at_first;
  int halvings_ = 0;  ///< in this line search
  double first_norm_ = 0;
  Stagnation stagnation_{most_updates_without_gain};  ///< of this norm
  ProvenGap gap_;
  Suspicion suspicion_ = Suspicion::converged;
};

const MethodRegistration gradient_descent_registration(
    {.name = "gradient_descent",
     .title = "Gradient descent",
     .source = "Beck and Teboulle 2009, §1.2; Nocedal and Wright 2006, §3.1",
     .free_intercept = true,
     .takes_weights = TakesWeights::of_rows,
     .options =
         {word_option("step_rule", "how long a step is: always `step`, or found by a line search each time",
                      "backtracking", {"fixed", "backtracking"}, "Beck and Teboulle 2009, §1.2"),
          {.name = "step",
           .description = "the fixed step, or the first trial of backtracking; auto: 1/L, L an upper "
                          "bound on the curvature of the smooth part of F",
           .default_value = "auto",
           .range = above_zero,
           .words = {"auto"}},
          tolerance_option(
              "converged when the norm of the gradient (under L1 of the smallest subgradient) is at most "
              "this times its norm at w = 0, and the certified gap at most 1e4 times this, relatively",
              "this program"),
          threads_option()},
     .solves = {solver<GradientDescent<L1>, SquaredHinge>(), solver<GradientDescent<L2>, SquaredHinge>(),
                solver<GradientDescent<NoRegularizer>, SquaredHinge>(),
                solver<GradientDescent<L1>, Logistic>(), solver<GradientDescent<L2>, Logistic>(),
                solver<GradientDescent<NoRegularizer>, Logistic>(),
                solver<GradientDescent<L1>, SquaredEpsilonInsensitive>(),
                solver<GradientDescent<L2>, SquaredEpsilonInsensitive>(),
                solver<GradientDescent<NoRegularizer>, SquaredEpsilonInsensitive>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
