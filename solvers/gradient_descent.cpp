// Gradient descent, and proximal gradient descent under L1: methods.md §8; the method that the ADMM
// experiment has beside it. Beck and Teboulle (2009), "A Fast Iterative Shrinkage-Thresholding Algorithm",
// §1.2 (ISTA and its backtracking); Nocedal and Wright (2006), "Numerical Optimization", §3.1 (Armijo).
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   L2, none:  w ← w − t ∇F(w)                 L1:  w ← S(w − t g, t λ),  g = gradient of the mean loss
//
// step_rule "fixed": t = `step`; "auto" is 1/L, L = ℓ''_max ‖X‖²/m (+ λ under L2), ‖X‖² bounded from above by
// squared_norm_bound. "backtracking": t is 1.1 times the last step that was taken, halved until
//   L2, none:  F(w⁺) ≤ F(w) − σ t ‖∇F(w)‖²,  σ = 0.3                     (Armijo)
//   L1:        f(w⁺) ≤ f(w) + g·d + ‖d‖²/(2t),  d = w⁺ − w, f = mean loss  (the quadratic upper bound)
// Both say that f lies above its tangent by at most a multiple of ‖d‖²/t, so there is one test. Every walk
// over the rows evaluates value and gradient of one trial point: an accepted step needs no other walk.
//
// Converged when the norm of ∇F has fallen to `tolerance` times what it was at w = 0; under L1 ∇F is the
// smallest subgradient of F, the limit of (w − w⁺)/t for short steps, so that it does not depend on t.
// Ours: growth before each search, by 2 until a step has been halved for the first time, so that little
// depends on the first; then by 1.1, with which one walk in eight is for a step that is not taken (with 2
// every other one, and 1.1 to 2 times the walks to the same objective on heart_scale, abalone and a9a). A
// free intercept is left out of λ R. Stalled when no step is short enough or changes a weight, or when that
// norm has no new minimum in 1,000 updates: rounding, or a fixed step that is too long.

#include <cmath>
#include <limits>

#include "solvers/change_along_step.hpp"
#include "solvers/method.hpp"
#include "solvers/smooth_loss_sum.hpp"
#include "solvers/spectral_bound.hpp"

namespace descent {

namespace {

constexpr double armijo = 0.3;
constexpr double growth_at_first = 2;
constexpr double growth = 1.1;
constexpr int most_halvings = 100;
constexpr std::uint64_t most_updates_without_gain = 1000;

template <class Loss, class Regularizer>
class GradientDescent : public Solver {
  static constexpr bool proximal = Regularizer::kind == RegularizerKind::l1;
  static constexpr bool ridge = Regularizer::kind == RegularizerKind::l2;

 public:
  GradientDescent(const Problem& problem, const OptionValues& options, Random)
      : problem_(problem),
        losses_(problem),
        backtracking_(options.word("step_rule") == "backtracking"),
        tolerance_(options.number("tolerance")),
        t_(options.is_word("step") ? safe_step() : options.number("step")),
        here_(problem.n()),
        trial_(problem.n()),
        a_(static_cast<std::size_t>(problem.m())) {}

  Progress advance(std::uint64_t nonzeros) override {
    const std::uint64_t goal = progress_.nonzeros + nonzeros;
    while (progress_.nonzeros < goal && progress_.status == Status::running) {
      walk();
      progress_.nonzeros += static_cast<std::uint64_t>(problem_.rows().nonzeros());
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { std::copy(here_.w.begin(), here_.w.end(), w.begin()); }

  /// None without a regulariser: no bound is known there.
  std::optional<std::span<const double>> dual() const override {
    if (!proximal && !ridge) return std::nullopt;
    losses_.dual_weights(here_.w, a_);
    return a_;
  }

 private:
  struct Point {
    explicit Point(Index n) : w(static_cast<std::size_t>(n), 0.0), gradient(w.size(), 0.0) {}
    std::vector<double> w;
    std::vector<double> gradient;  ///< of the smooth part: F, or the mean loss under L1
    double value = 0;              ///< of the smooth part; kept for backtracking alone
  };

  /// 1/L; for backtracking, which finds the step by itself, from the Frobenius norm, one walk.
  double safe_step() const {
    const double norm = squared_norm_bound(problem_.rows(), backtracking_ ? 0 : 20);
    return 1 / (Loss::curvature * norm / problem_.m() + (ridge ? problem_.lambda() : 0));
  }

  void walk() {
    evaluate(trial_);
    if (!started_) {
      started_ = true;
    } else if (backtracking_ && !flat_enough()) {
      t_ /= 2;
      growth_ = growth;
      if (++halvings_ > most_halvings)
        progress_.status = Status::stalled;
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
    if (progress_.status == Status::running) propose();
  }

  void evaluate(Point& point) {
    point.value = 0;
    if (backtracking_)
      point.value = losses_.value_and_gradient(point.w, point.gradient) / problem_.m();
    else
      losses_.gradient(point.w, point.gradient);
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    for (std::size_t j = 0; j < point.w.size(); ++j) {
      point.gradient[j] /= problem_.m();
      if (ridge && j < penalized) {
        point.gradient[j] += problem_.lambda() * point.w[j];
        point.value += problem_.lambda() * Regularizer::value(point.w[j]);
      }
    }
  }

  /// Whether f lies at most so far above its tangent at w that the step may be taken; no NaN passes.
  bool flat_enough() const {
    double slope_before = 0;
    double slope_after = 0;
    double squared_length = 0;
    for (std::size_t j = 0; j < here_.w.size(); ++j) {
      const double d = trial_.w[j] - here_.w[j];
      slope_before += here_.gradient[j] * d;
      slope_after += trial_.gradient[j] * d;
      squared_length += d * d;
    }
    const double quadratic = squared_length / t_;
    const double above_tangent =
        change_along_step(here_.value, trial_.value, slope_before, slope_after, quadratic) - slope_before;
    return above_tangent <= (proximal ? 0.5 : 1 - armijo) * quadratic;
  }

  /// Sets the status from the gradient here.
  void judge() {
    const double norm = gradient_norm();
    if (progress_.updates == 0) first_norm_ = norm;
    if (!std::isfinite(norm)) {
      // Only a fixed step that is far too long comes here; the last finite iterate stays.
      std::swap(here_, trial_);
      progress_.status = Status::diverged;
    } else if (norm <= tolerance_ * first_norm_) {
      progress_.status = Status::converged;
    } else if (norm < smallest_norm_) {
      smallest_norm_ = norm;
      updates_at_smallest_ = progress_.updates;
    } else if (progress_.updates - updates_at_smallest_ >= most_updates_without_gain) {
      progress_.status = Status::stalled;
    }
  }

  /// Norm of the smallest subgradient of F.
  double gradient_norm() const {
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    double sum = 0;
    for (std::size_t j = 0; j < here_.w.size(); ++j) {
      double g = here_.gradient[j];
      if (proximal && j < penalized) {
        const double w = here_.w[j];
        g = w == 0 ? soft_threshold(g, problem_.lambda()) : g + std::copysign(problem_.lambda(), w);
      }
      sum += g * g;
    }
    return std::sqrt(sum);
  }

  /// trial.w = the end of the step of length t from here.
  void propose() {
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    bool moved = false;
    for (std::size_t j = 0; j < here_.w.size(); ++j) {
      const double v = here_.w[j] - t_ * here_.gradient[j];
      trial_.w[j] = proximal && j < penalized ? Regularizer::prox(v, t_ * problem_.lambda()) : v;
      moved = moved || trial_.w[j] != here_.w[j];
    }
    if (!moved) progress_.status = Status::stalled;
  }

  const Problem& problem_;
  SmoothLossSum<Loss> losses_;
  bool backtracking_;
  double tolerance_;
  double t_;
  Point here_;
  Point trial_;
  mutable std::vector<double> a_;  ///< filled when asked for
  bool started_ = false;           ///< the gradient at w = 0 is known
  double growth_ = growth_at_first;
  int halvings_ = 0;  ///< in the present line search
  double first_norm_ = 0;
  double smallest_norm_ = std::numeric_limits<double>::infinity();
  std::uint64_t updates_at_smallest_ = 0;
  Progress progress_;
};

const MethodRegistration registration = MethodRegistration::of<GradientDescent>(
    {.name = "gradient_descent",
     .title = "Gradient descent",
     .source = "Beck and Teboulle 2009, §1.2; Nocedal and Wright 2006, §3.1",
     .free_intercept = true,
     .options = {{.name = "step_rule",
                  .description = "how long a step is: always `step`, or found by a line search each time",
                  .fallback = "backtracking",
                  .words = {"fixed", "backtracking"},
                  .source = "Beck and Teboulle 2009, §1.2"},
                 {.name = "step",
                  .description = "the fixed step, or the first trial of backtracking; auto: 1/L, L an upper "
                                 "bound on the curvature of the smooth part of F",
                  .fallback = "auto",
                  .range = NumberRange{.lower = 0, .lower_allowed = false},
                  .words = {"auto"}},
                 {.name = "tolerance",
                  .description = "converged when the norm of the gradient (under L1 of the smallest "
                                 "subgradient) is at most this times its norm at w = 0",
                  .fallback = 1e-10,
                  .range = NumberRange{.lower = 0},
                  .source = "ours"}},
     .file = __FILE__},
    On<SquaredHinge, L1>{}, On<SquaredHinge, L2>{}, On<SquaredHinge, NoRegularizer>{}, On<Logistic, L1>{},
    On<Logistic, L2>{}, On<Logistic, NoRegularizer>{}, On<SquaredEpsilonInsensitive, L1>{},
    On<SquaredEpsilonInsensitive, L2>{}, On<SquaredEpsilonInsensitive, NoRegularizer>{});

}  // namespace

}  // namespace descent
