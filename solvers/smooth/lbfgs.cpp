// Limited-memory BFGS: Liu and Nocedal (1989), "On the Limited Memory BFGS Method for Large Scale
// Optimization"; Nocedal and Wright (2006), Algorithms 7.4 and 7.5, with a line search for the strong Wolfe
// conditions (line_search.hpp).
//
//   min_w  F(w) = λ/2 ‖w‖² + (1/m) Σ_i ℓ(z_i)
//
//   d = −H ∇F(w),  H the BFGS approximation of the inverse Hessian from the last `memory` pairs
//       s = w⁺ − w,  y = ∇F(w⁺) − ∇F(w)  and  H₀ = (s·y/y·y) I of the latest, by the two-loop recursion
//   w ← w + t d,  t tried first is 1, or 1/‖∇F‖ when there is no pair
//
// Deviations: near the optimum, where F no longer shows the change along d, slope and curvature give it
// (change_along_step). A pair with s·y ≤ 10⁻¹⁴ ‖s‖ ‖y‖, caused by rounding alone, is left out. If the line
// search finds no step, the pairs are forgotten.
//
// Converged when ‖∇F‖ ≤ tolerance ‖∇F(0)‖ and the gap proved by the dual weights −ℓ'(z_i), ‖∇F‖²/(2λ), is at
// most 10⁴ tolerance F. Also ends if the line search fails without pairs, or ‖∇F‖ has no new minimum in 1,000
// steps: stalled if the gap leaves nothing to gain, else at the limit.
//
// An update is a step. Each walk over the rows is a trial point with its gradient.

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "solvers/contract/estimates_gap.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/smooth/line_search.hpp"
#include "solvers/smooth/smooth_loss_sum.hpp"
#include "solvers/stopping/proven_gap.hpp"
#include "support/numbers/vector_sum.hpp"

namespace descent {

namespace {

constexpr double least_cosine = 1e-14;
constexpr std::uint64_t most_steps_without_minimum = 1000;

void add_multiple(double scale, std::span<const double> u, std::span<double> v) {
  for (std::size_t j = 0; j < u.size(); ++j) v[j] += scale * u[j];
}

/// H, stored as its pairs.
class InverseHessian {
 public:
  InverseHessian(std::size_t n, std::size_t memory)
      : memory_(memory), pairs_(memory + 1, Pair{std::vector<double>(n), std::vector<double>(n)}) {}

  bool is_identity() const { return size_ == 0; }
  void forget() { size_ = 0; }

  /// Adds the pair of a step between two points, from their weights and gradients.
  void learn(const SmoothPoint& before, const SmoothPoint& after) {
    Pair& pair = pairs_[next_];
    for (std::size_t j = 0; j < pair.s.size(); ++j) {
      pair.s[j] = after.w[j] - before.w[j];
      pair.y[j] = after.gradient[j] - before.gradient[j];
    }
    const double sy = product(pair.s, pair.y);
    const double yy = product(pair.y, pair.y);
    if (!(sy > least_cosine * norm(pair.s) * std::sqrt(yy))) return;
    pair.rho = 1 / sy;
    scale_ = sy / yy;
    next_ = (next_ + 1) % pairs_.size();
    size_ = std::min(size_ + 1, memory_);
  }

  /// direction ← −H direction, the two-loop recursion.
  void apply_negative(std::span<double> direction) {
    const auto pair = [this](std::size_t age) -> Pair& {
      return pairs_[(next_ + pairs_.size() - 1 - age) % pairs_.size()];
    };
    for (std::size_t age = 0; age < size_; ++age) {
      pair(age).alpha = pair(age).rho * product(pair(age).s, direction);
      add_multiple(-pair(age).alpha, pair(age).y, direction);
    }
    const double scale = size_ > 0 ? -scale_ : -1;
    for (double& d_j : direction) d_j *= scale;
    for (std::size_t age = size_; age-- > 0;) {
      const double beta = pair(age).rho * product(pair(age).y, direction);
      add_multiple(-pair(age).alpha - beta, pair(age).s, direction);
    }
  }

 private:
  struct Pair {
    std::vector<double> s;
    std::vector<double> y;
    double rho = 0;    ///< 1/(s·y)
    double alpha = 0;  ///< of the recursion
  };
  std::size_t memory_;
  std::vector<Pair> pairs_;  ///< one more than `memory`, for a pair that may be left out
  std::size_t size_ = 0;
  std::size_t next_ = 0;  ///< index of the next pair
  double scale_ = 1;      ///< of H₀
};

class Lbfgs : public WalkingSolver, public EstimatesGap {
 public:
  Lbfgs(const Problem& problem, const OptionValues& options, Random)
      : WalkingSolver(problem.rows()),
        problem_(problem),
        losses_(SmoothLossSum::make(problem, threads_of(options))),
        tolerance_(options.number("tolerance")),
        here_(problem, SmoothPoint::Detail::value),
        trial_(here_),
        direction_(here_.w.size()),
        inverse_hessian_(direction_.size(), static_cast<std::size_t>(options.number("memory"))),
        a_(static_cast<std::size_t>(problem.m())) {}

  void weights(std::span<double> w) const override { std::copy(here_.w.begin(), here_.w.end(), w.begin()); }

  std::optional<std::span<const double>> dual() const override {
    losses_->dual_weights(here_.w, a_);
    return a_;
  }

  double estimated_gap() const override { return started_ ? relative_gap() : infinity; }

 private:
  void walk() override {
    evaluate(trial_);
    if (!started_) {
      started_ = true;
    } else {
      const double slope = product(here_.gradient, direction_);
      const double wanted = line_.step() * slope;
      const double change = change_along_step(here_.value, trial_.value, wanted, wanted, [&] {
        double squared_length = 0;
        for (std::size_t j = 0; j < trial_.w.size(); ++j) {
          const double change_j = trial_.w[j] - here_.w[j];
          squared_length += change_j * change_j;
        }
        return losses_->above_tangent(here_.arguments, trial_.arguments) / problem_.m() +
               problem_.lambda() * squared_length / 2;
      });
      if (!line_.accepts(change, product(trial_.gradient, direction_))) {
        if (line_.failed())
          start_over();
        else
          propose();
        return;
      }
      ++progress_.updates;
      inverse_hessian_.learn(here_, trial_);
    }
    std::swap(here_, trial_);
    judge();
    if (progress_.status == Status::running) choose_direction();
  }

  /// F and its gradient.
  void evaluate(SmoothPoint& point) const {
    losses_->evaluate(point);
    point.value = point.value / problem_.m() + problem_.lambda() / 2 * product(point.w, point.w);
    for (std::size_t j = 0; j < point.w.size(); ++j)
      point.gradient[j] = point.gradient[j] / problem_.m() + problem_.lambda() * point.w[j];
  }

  void judge() {
    norm_ = norm(here_.gradient);
    if (progress_.updates == 0) first_norm_ = norm_;
    stagnation_.note(norm_, progress_.updates);
    if (norm_ <= tolerance_ * first_norm_ && relative_gap() <= gap_for_tolerance(tolerance_))
      progress_.status = end_by_rule(relative_gap());
    else if (stagnation_.is_over(progress_.updates))
      progress_.status = end_at_rest(relative_gap());
  }

  double relative_gap() const {
    return norm_ == 0 ? 0.0 : norm_ / problem_.lambda() * norm_ / 2 / here_.value;
  }

  void choose_direction() {
    std::copy(here_.gradient.begin(), here_.gradient.end(), direction_.begin());
    inverse_hessian_.apply_negative(direction_);
    const double slope = product(here_.gradient, direction_);
    if (!(slope < 0)) return start_over();
    line_.begin(slope, inverse_hessian_.is_identity() ? 1 / norm_ : 1);
    propose();
  }

  /// Restarts along the gradient, unless that has just been tried.
  void start_over() {
    if (inverse_hessian_.is_identity()) {
      progress_.status = end_at_rest(relative_gap());
      return;
    }
    inverse_hessian_.forget();
    choose_direction();
  }

  void propose() {
    for (std::size_t j = 0; j < trial_.w.size(); ++j) trial_.w[j] = here_.w[j] + line_.step() * direction_[j];
  }

  const Problem& problem_;
  std::unique_ptr<const SmoothLossSum> losses_;
  double tolerance_;
  SmoothPoint here_;
  SmoothPoint trial_;
  std::vector<double> direction_;
  InverseHessian inverse_hessian_;
  StrongWolfe line_;
  mutable std::vector<double> a_;
  bool started_ = false;
  double norm_ = 0;  ///< of ∇F
  double first_norm_ = 0;
  Stagnation stagnation_{most_steps_without_minimum};  ///< of ‖∇F‖
};

const MethodRegistration lbfgs_registration(
    {.name = "lbfgs",
     .title = "L-BFGS",
     .source = "Liu and Nocedal 1989; Nocedal and Wright 2006, Algorithms 3.5, 3.6, 7.4 and 7.5",
     .takes_weights = TakesWeights::of_rows,
     .options = {number_option("memory", "pairs of steps and changes of the gradient that are kept", 10,
                               integers(1, 1000), "Liu and Nocedal 1989"),
                 tolerance_option("converged when the norm of the gradient is at most this times that at w = "
                                  "0, and the certified gap at most 1e4 times this, relatively",
                                  "as tron"),
                 threads_option()},
     .solves = {solver<Lbfgs, SquaredHinge, L2>(), solver<Lbfgs, Logistic, L2>(),
                solver<Lbfgs, SquaredEpsilonInsensitive, L2>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
