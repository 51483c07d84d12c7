// FISTA with adaptive restart: Beck and Teboulle (2009), "A Fast Iterative Shrinkage-Thresholding Algorithm",
// §4 (constant step and backtracking). Restarts are by the gradient scheme of O'Donoghue and Candès (2015),
// "Adaptive Restart for Accelerated Gradient Schemes", §3.2.
//
//   min_w  F(w) = f(w) + λ R(w),   f(w) = (1/m) Σ_i ℓ(z_i)
//
//   w⁺ ← prox of tλR at y − t ∇f(y)
//   θ⁺ = (1 + √(1 + 4θ²))/2;   y ← w⁺ + ((θ − 1)/θ⁺)(w⁺ − w)
//   (y − w⁺)·(w⁺ − w) > 0:  restart, θ = 1 and y ← w⁺
//   t is halved until  f(w⁺) ≤ f(y) + ∇f(y)·d + ‖d‖²/(2t),  d = w⁺ − y
//
// Hinge is not smooth. The smoothed hinge of Nesterov (2005), "Smooth Minimization of Non-Smooth Functions",
// replaces it, as in Zhang, Saha and Vishwanathan (2012) for SVMs,
//
//   ℓ_μ(z) = max over 0 ≤ a ≤ 1 of a(1 − z) − μa²/2,      ℓ_μ ≤ ℓ ≤ ℓ_μ + μ/2,
//
// starting with μ = 1. The smoothing adds (μ/2) times the mean of c_i a_i² to the gap of F. When the smoothed
// problem's gap is at most this, μ is halved, with a restart, unless the gap of F must first be proved. F is
// always the problem's own. As a_i is known up to the rounding of z_i over μ, gaps below 1e-8 are not always
// proved.
//
// Deviations: t doubles with every step, without momentum, until the first halving, and at every restart
// (Becker, Candès and Grant 2011, §5.3, let it grow in every step). Where f no longer shows the change, slope
// and curvature give it (change_along_step). As y lies on the line through two iterates with known z, its z
// costs no walk.
//
// Ends by its gap (gap_rule.hpp), known every 10 steps from ∇f(y), with dual weights a_i = −ℓ'(z_i) at y;
// dual() takes them at w.
//
// An update is a step: one walk over the rows for the gradient at y, one for z at w⁺, and one more per
// halving.

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "solvers/contract/looping_solver.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/linear_algebra/spectral_bound.hpp"
#include "solvers/smooth/line_search.hpp"
#include "solvers/smooth/smooth_loss_sum.hpp"
#include "solvers/stopping/gap_rule.hpp"

namespace descent {

namespace {

constexpr std::uint64_t steps_between_gaps = 10;
constexpr std::uint64_t most_steps_without_gain = 5000;
constexpr double shortest_step = 1e-300;
constexpr double square_of_rounding = 1e-28;  // relative to w: shorter steps are always taken
constexpr double least_smoothing = 1e-10;

template <class Regularizer>
class Fista : public LoopingSolver {
 public:
  Fista(const Problem& problem, const OptionValues& options, Random)
      : problem_(problem),
        losses_(SmoothLossSum::make(problem, threads_of(options))),
        m_(problem.m()),
        t_(m_ / (losses_->largest_curvature() *
                 std::max(squared_norm_bound(problem.rows(), 0, problem.row_weights()), shortest_step))),
        w_(static_cast<std::size_t>(problem.n()), 0.0),
        next_w_(w_),
        y_(w_),
        gradient_(w_),
        z_(problem.arguments_at_zero()),
        next_z_(z_),
        z_of_y_(z_),
        f_of_y_(mean_at(z_)),
        derivatives_(z_.size()),
        a_(z_.size()),
        gap_(problem, options, most_steps_without_gain) {}

  void weights(std::span<double> w) const override { std::copy(w_.begin(), w_.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    losses_->dual_weights_at(z_, a_);
    return a_;
  }

 private:
  Loop loop() override {
    const auto all = static_cast<std::uint64_t>(problem_.rows().nonzeros());
    for (std::uint64_t judged_next = steps_between_gaps;;) {
      find_gradient();
      const bool is_judged = progress_.updates == judged_next;
      if (is_judged) judged_next += steps_between_gaps;
      const bool is_sharper = is_judged && judge();
      co_await walked(all);
      while (gap_.walks_are_due()) {
        progress_.status = gap_.walk(*this);
        co_await walked(all);
      }
      if (is_sharper) continue;
      while (!try_step()) co_await walked(all);
      co_await walked(all);
    }
  }

  double mean_at(const std::vector<double>& z) const { return losses_->smooth_value(z) / m_; }

  void find_gradient() {
    losses_->derivatives(z_of_y_, derivatives_);
    losses_->sum_rows(derivatives_, m_, gradient_);
    propose();
  }

  void propose() {
    for (std::size_t j = 0; j < y_.size(); ++j)
      next_w_[j] = Regularizer::prox(y_[j] - t_ * gradient_[j], t_ * problem_.lambda());
  }

  /// False if t was halved instead.
  bool try_step() {
    losses_->find_arguments(next_w_, next_z_);
    const double f = mean_at(next_z_);
    double slope = 0;
    double squared_length = 0;
    double squared_norm = 0;
    double against = 0;  // (y − w⁺)·(w⁺ − w)
    for (std::size_t j = 0; j < y_.size(); ++j) {
      const double d = next_w_[j] - y_[j];
      slope += gradient_[j] * d;
      squared_length += d * d;
      squared_norm += y_[j] * y_[j];
      against -= d * (next_w_[j] - w_[j]);
    }
    const double allowed = squared_length / (2 * t_);
    const double change = change_along_step(f_of_y_, f, slope, allowed,
                                            [&] { return losses_->above_tangent(z_of_y_, next_z_) / m_; });
    if (!(change - slope <= allowed) && !(squared_length <= square_of_rounding * squared_norm)) {
      is_growing_ = false;
      t_ /= 2;
      if (!(t_ >= shortest_step)) progress_.status = Status::limit;
      propose();
      return false;
    }
    ++progress_.updates;
    std::swap(w_, next_w_);
    std::swap(z_, next_z_);
    if (is_growing_ || against > 0)
      restart(squared_length > 0 ? 2 : 1);
    else
      extrapolate();
    return true;
  }

  void restart(double factor) {
    t_ *= factor;
    theta_ = 1;
    y_ = w_;
    z_of_y_ = z_;
    f_of_y_ = mean_at(z_);
  }

  void extrapolate() {
    const double theta = (1 + std::sqrt(1 + 4 * theta_ * theta_)) / 2;
    const double momentum = (theta_ - 1) / theta;
    theta_ = theta;
    for (std::size_t j = 0; j < y_.size(); ++j) y_[j] = w_[j] + momentum * (w_[j] - next_w_[j]);
    for (std::size_t i = 0; i < z_.size(); ++i) z_of_y_[i] = z_[i] + momentum * (z_[i] - next_z_[i]);
    f_of_y_ = mean_at(z_of_y_);
  }

  /// Finds the gap between w and the dual weights at y, whose gradient is known. True if y is another.
  bool judge() {
    double penalty = 0;
    double squared_norm = 0;
    double largest = 0;
    for (std::size_t j = 0; j < w_.size(); ++j) {
      penalty += problem_.lambda() * Regularizer::value(w_[j]);
      squared_norm += gradient_[j] * gradient_[j];
      largest = std::max(largest, std::abs(gradient_[j]));
    }
    constexpr bool l1 = Regularizer::kind == RegularizerKind::l1;
    const double scale = l1 ? std::min(1.0, problem_.lambda() / largest) : 1.0;
    losses_->dual_weights_at(z_of_y_, a_);
    for (double& a_i : a_) a_i *= scale;
    const double objective = penalty + losses_->value(z_) / m_;
    const double bound = losses_->dual_value(a_) / m_ - (l1 ? 0.0 : squared_norm / (2 * problem_.lambda()));
    gap_.judge((objective - bound) / objective, objective, progress_.updates);
    // A proof of the gap of F that is due uses the dual weights of this μ.
    return losses_->mu() > 0 && !gap_.walks_are_due() && sharpen(penalty, bound);
  }

  /// Halves μ if the smoothed problem is solved well enough.
  bool sharpen(double penalty, double bound) {
    double squares = 0;
    for (std::size_t i = 0; i < a_.size(); ++i)
      squares += problem_.row_weight(static_cast<Index>(i)) * a_[i] * a_[i];
    const double added = losses_->mu() / 2 * squares / m_;
    if (penalty + mean_at(z_) - (bound - added) > added || losses_->mu() < least_smoothing) return false;
    losses_->halve_mu();
    restart(0.5);
    return true;
  }

  const Problem& problem_;
  std::unique_ptr<SmoothLossSum> losses_;
  double m_;
  double t_;
  double theta_ = 1;
  bool is_growing_ = true;  ///< no step has been halved yet
  std::vector<double> w_;
  std::vector<double> next_w_;  ///< w⁺ while it is tried, then the previous iterate
  std::vector<double> y_;
  std::vector<double> gradient_;  ///< ∇f(y)
  std::vector<double> z_;
  std::vector<double> next_z_;
  std::vector<double> z_of_y_;
  double f_of_y_;
  std::vector<double> derivatives_;  ///< of the losses at y
  mutable std::vector<double> a_;
  GapRule gap_;
};

const MethodRegistration fista_registration(
    {.name = "fista",
     .title = "FISTA",
     .source = "Beck and Teboulle 2009, §4; O'Donoghue and Candès 2015, §3.2",
     .takes_weights = TakesWeights::of_rows,
     .options = {gap_tolerance_option(), threads_option()},
     .solves = {solver<Fista<L1>, Hinge>(), solver<Fista<L2>, Hinge>(), solver<Fista<L1>, SquaredHinge>(),
                solver<Fista<L2>, SquaredHinge>(), solver<Fista<L1>, Logistic>(),
                solver<Fista<L2>, Logistic>(), solver<Fista<L1>, SquaredEpsilonInsensitive>(),
                solver<Fista<L2>, SquaredEpsilonInsensitive>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
