// Alternating direction method of multipliers (ADMM) for a smooth loss and a regulariser on a copy of the
// weights. Boyd, Parikh, Chu, Peleato and Eckstein (2011), "Distributed Optimization and Statistical Learning
// via the Alternating Direction Method of Multipliers", §3. For logistic regression with L1: docs/methods.md
// §8.
//
//   min_{w, ξ}  Σ_i ℓ(z_i) + λ_sum R(ξ)   subject to w = ξ,      λ_sum = λ m: F times m, the scale of ρ and u
//
//   w ← argmin  Σ_i ℓ(z_i) + u·(w − ξ) + (ρ/2)‖w − ξ‖²             inexactly, see admm_weight_update.hpp
//   ξ ← prox of (λ_sum/ρ) R at w + u/ρ                             L1: S(w + u/ρ, λ_sum/ρ)
//   u ← u + ρ (w − ξ)
//
// The iterate is ξ, which is sparse under L1. A free intercept has no part in R: its ξ is w + u/ρ.
//
// Residuals (§3.3): primal ‖w − ξ‖, dual ρ‖ξ − ξ_before‖; converged when they are at most
//   √n ε_abs + ε_rel max(‖w‖, ‖ξ‖)   and   √n ε_abs + ε_rel ‖u‖.
// Added here: the gradient left by the inexact w-update, the other part of the true dual residual ∇Σℓ(w) + u,
// must be within the second bound or inner_tolerance. And the dual weights must prove F(ξ) near the optimum
// (proven_gap.hpp), since residuals are not in units of F. If loose tolerances prove next to nothing, the run
// is `stopped`.
//
// `balancing` (§3.4.1): after an outer iteration ρ is doubled if the primal residual exceeds 10 times the
// dual, halved in the opposite case. Boyd et al. rescale u, which is y/ρ there; here u is y and stays. ρ
// changes at most 100 times, since convergence is proven only for a ρ that becomes fixed.
//
// Stalled: 1,000 outer iterations without a new minimum of ‖w − ξ‖² + ‖ξ − ξ_before‖², and a gap that leaves
// nothing to gain. With fixed ρ and exact updates this sum never rises (He and Yuan 2015), but rounding can
// stop it.
//
// An update is one inner iteration.

#include <algorithm>
#include <cmath>

#include "solvers/contract/method_registration.hpp"
#include "solvers/smooth/admm_weight_update.hpp"
#include "solvers/stopping/proven_gap.hpp"

namespace descent {

namespace {

constexpr double imbalance = 10;
constexpr double balancing_factor = 2;
constexpr int most_balancings = 100;
constexpr std::uint64_t most_iterations_without_gain = 1000;
constexpr double gap_for_residuals = 100;  // per tolerance: 1e-6 at 1e-8

template <class Regularizer>
class Admm : public WalkingSolver {
 public:
  Admm(const Problem& problem, const OptionValues& options, Random)
      : WalkingSolver(problem.rows()),
        problem_(problem),
        weight_update_(problem, options),
        rho_(options.number("rho")),
        balancings_left_(options.flag("balancing") ? most_balancings : 0),
        absolute_tolerance_(options.number("absolute_tolerance")),
        relative_tolerance_(options.number("relative_tolerance")),
        xi_(static_cast<std::size_t>(problem.n()), 0.0),
        u_(xi_.size(), 0.0),
        a_(static_cast<std::size_t>(problem.m())),
        gap_(problem) {
    progress_.outer_iterations = 0;
    weight_update_.begin(u_, xi_, rho_);
  }

  void weights(std::span<double> w) const override { std::copy(xi_.begin(), xi_.end(), w.begin()); }

  std::optional<Residuals> residuals() const override {
    return progress_.outer_iterations > 0u ? std::optional(residuals_) : std::nullopt;
  }

  /// At w, not ξ: there the mean of a_i row_i is −∇Σℓ/m, off λ ∂R(ξ) by the dual residual alone.
  std::optional<std::span<const double>> dual() const override {
    weight_update_.losses().dual_weights(weight_update_.weights(), a_);
    return a_;
  }

 private:
  void walk() override {
    if (gap_.walks_are_due()) {
      if (gap_.walk(*this)) conclude();
      return;
    }
    weight_update_.walk();
    progress_.updates = weight_update_.iterations();
    if (weight_update_.finished()) finish_iteration();
  }

  struct Norms {
    double w = 0;
    double xi = 0;
    double u = 0;
    double difference = 0;  ///< ‖w − ξ‖
    double movement = 0;    ///< ‖ξ − ξ_before‖
  };

  Norms update_copy(std::span<const double> w) {
    const double lambda_sum = problem_.lambda() * problem_.m();
    const auto penalized = static_cast<std::size_t>(problem_.penalized_columns());
    Norms squares;
    for (std::size_t j = 0; j < xi_.size(); ++j) {
      const double v = w[j] + u_[j] / rho_;
      const double before = xi_[j];
      xi_[j] = j < penalized ? Regularizer::prox(v, lambda_sum / rho_) : v;
      u_[j] += rho_ * (w[j] - xi_[j]);
      squares.w += w[j] * w[j];
      squares.xi += xi_[j] * xi_[j];
      squares.u += u_[j] * u_[j];
      squares.difference += (w[j] - xi_[j]) * (w[j] - xi_[j]);
      squares.movement += (xi_[j] - before) * (xi_[j] - before);
    }
    return {std::sqrt(squares.w), std::sqrt(squares.xi), std::sqrt(squares.u), std::sqrt(squares.difference),
            std::sqrt(squares.movement)};
  }

  /// Updates ξ, u, ρ and the status from w. Touches no row.
  void finish_iteration() {
    const Norms norms = update_copy(weight_update_.weights());
    const double root_n = std::sqrt(static_cast<double>(problem_.n()));
    const double primal_bound =
        root_n * absolute_tolerance_ + relative_tolerance_ * std::max(norms.w, norms.xi);
    const double dual_bound = root_n * absolute_tolerance_ + relative_tolerance_ * norms.u;
    const std::uint64_t iterations = ++*progress_.outer_iterations;
    residuals_ = {.primal = norms.difference, .dual = rho_ * norms.movement};
    if (!std::isfinite(norms.w + norms.u)) {
      progress_.status = Status::diverged;
      return;
    }
    stagnation_.note(std::hypot(norms.difference, norms.movement), iterations);
    const bool small_residuals =
        residuals_.primal <= primal_bound && residuals_.dual <= dual_bound &&
        weight_update_.remaining_gradient() <= std::max(dual_bound, weight_update_.tolerance());
    if (small_residuals && gap_.ask(iterations)) {
      claim_ = {Status::converged, gap_for_residuals * std::max(absolute_tolerance_, relative_tolerance_)};
    } else if (stagnation_.is_over(iterations)) {
      stagnation_.wait_again(iterations);
      gap_.insist();
      claim_ = {Status::stalled, gap_at_rest};
    }
    if (!gap_.walks_are_due()) begin_iteration();
  }

  void conclude() {
    if (gap_.value() <= claim_.gap)
      progress_.status = claim_.status == Status::converged ? end_by_rule(gap_.value()) : claim_.status;
    else
      begin_iteration();
  }

  void begin_iteration() {
    balance();
    weight_update_.begin(u_, xi_, rho_);
  }

  void balance() {
    if (balancings_left_ == 0) return;
    const bool primal_lags = residuals_.primal > imbalance * residuals_.dual;
    const bool dual_lags = residuals_.dual > imbalance * residuals_.primal;
    if (!primal_lags && !dual_lags) return;
    rho_ *= primal_lags ? balancing_factor : 1 / balancing_factor;
    --balancings_left_;
    stagnation_.forget();
  }

  const Problem& problem_;
  AdmmWeightUpdate weight_update_;
  double rho_;
  int balancings_left_;
  double absolute_tolerance_;
  double relative_tolerance_;
  std::vector<double> xi_;
  std::vector<double> u_;
  mutable std::vector<double> a_;
  Residuals residuals_{};
  Stagnation stagnation_{most_iterations_without_gain};
  ProvenGap gap_;
  /// The status to take if the gap is at most `gap`.
  struct Claim {
    Status status = Status::running;
    double gap = 0;
  } claim_;
};

const MethodRegistration admm_registration(
    {.name = "admm",
     .title = "ADMM",
     .source = "Boyd et al. 2011, §3",
     .free_intercept = true,
     .takes_weights = TakesWeights::of_rows,
     .options =
         {word_option("inner",
                      "how the w-update minimises: gradient descent or Newton with conjugate gradients",
                      "newton", {"gradient", "newton"}),
          number_option("inner_tolerance",
                        "a w-update ends when the norm of its gradient is at most this times the norm of the "
                        "loss's gradient at w = 0",
                        1e-6, at_least_zero, "Boyd et al. 2011, §4.3.2"),
          number_option("inner_iterations", "most inner iterations of a w-update", 1000, integers(1, 1e9),
                        "this program"),
          {.name = "inner_step",
           .description =
               "inner gradient: the fixed step, in the scale of F as that of gradient_descent; auto: "
               "1/L of the w-update",
           .default_value = "auto",
           .range = above_zero,
           .words = {"auto"}},
          number_option("rho",
                        "penalty of w = xi, in the scale of the sum of losses; the first one with balancing",
                        1, above_zero, "Boyd et al. 2011, §3.1"),
          flag_option("balancing", "double or halve rho when one residual exceeds 10 times the other", false,
                      "Boyd et al. 2011, §3.4.1"),
          number_option("absolute_tolerance",
                        "part of the bounds on both residuals that grows with sqrt(n) alone", 1e-8,
                        at_least_zero, "Boyd et al. 2011, §3.3.1"),
          number_option("relative_tolerance",
                        "part of the bounds on both residuals that grows with the norms of w, xi and u", 1e-8,
                        at_least_zero, "Boyd et al. 2011, §3.3.1")},
     .solves = {solver<Admm<L1>, SquaredHinge>(), solver<Admm<L2>, SquaredHinge>(),
                solver<Admm<L1>, Logistic>(), solver<Admm<L2>, Logistic>(),
                solver<Admm<L1>, SquaredEpsilonInsensitive>(), solver<Admm<L2>, SquaredEpsilonInsensitive>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
