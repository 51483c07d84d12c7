// Trust-region Newton: Lin, Weng and Keerthi (2008), "Trust Region Newton Method for Large-Scale Logistic
// Regression", Algorithms 1 and 2; for SVR Ho and Lin (2012), "Large-scale Linear Support Vector Regression".
// In several processes: Zhuang, Chin, Juan and Lin (2015), "Distributed Newton Methods for Regularized
// Logistic Regression", Algorithm 1 with the data split by rows (instance-wise).
//
//   min_w  f(w) = ½‖w‖² + C Σ_i ℓ(z_i),   C = 1/(λ m): F/λ
//
//   s ← argmin  ∇f·s + ½ s·∇²f s  in ‖s‖_M ≤ Δ, by conjugate gradients to a tenth of ‖∇f‖
//   ratio = (f(w) − f(w + s)) / −(∇f·s + ½ s·∇²f s);   w ← w + s if ratio > η₀;   Δ by ratio
//
// ∇²f v = v + C Xᵀ(ℓ''(z) ∘ X v) is never formed; where ℓ'' does not exist it is generalised. η₀ = 1e-4,
// η₁ = ¼, η₂ = ¾; σ₁ = ¼, σ₂ = ½, σ₃ = 4.
//
// preconditioner: "none" is M = I, the papers' method. "diagonal" is M = 0.99 I + 0.01 diag ∇²f (Hsia,
// Chiang and Lin 2018), in LIBLINEAR since version 2.20.
//
// hessian (tron alone): with "gram", for few columns, ∇²f is formed (gram_matrix.hpp) and its products walk
// over no row. Subproblems then are solved to a thousandth of ‖∇f‖.
//
// Deviations: the walk for f at a trial point takes gradient and curvatures as well, so that an accepted step
// needs no other. Near the optimum, where f no longer shows the change, slope and curvature give the
// reduction (change_along_step). Converged when ‖∇f‖ ≤ tolerance ‖∇f(0)‖ and the gap proved by the dual
// weights −ℓ'(z_i), ‖∇f‖²/2, is small next to f.
//
// The run also ends if 11 steps in a row promise less than 1e-12 of f, which then rests in rounding. These
// have no radius, and each is solved further than the last: what is left may lie in directions that a tenth
// of ‖∇f‖ does not see. The run is `stalled` if the gap proves it, else at its `limit`: conjugate gradients
// may fail for a condition number beyond 10¹⁶.
//
// An update is a trial point, a step of Newton's method. Each walk, for a product with ∇²f or a trial point,
// counts all stored entries. So does forming the matrix, and products with as many of its numbers.
//
// distributed_tron: each process has some rows; w, the gradient and all vectors of conjugate gradients are
// the same in all. A walk of each process over its rows ends with a round that adds up the sums. The message
// has n numbers, for a trial point also its value; with the preconditioner "diagonal" also the Hessian's
// diagonal, 2n + 1 numbers in all. Near the optimum a trial point takes one more round, of one number: the
// height of the losses above their tangent. With one process it is tron with "product", to the last bit.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "solvers/contract/estimates_gap.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/smooth/gram_matrix.hpp"
#include "solvers/smooth/line_search.hpp"
#include "solvers/smooth/smooth_loss_sum.hpp"
#include "solvers/stopping/proven_gap.hpp"
#include "support/numbers/vector_sum.hpp"

namespace descent {

namespace {

constexpr double eta0 = 1e-4;
constexpr double eta1 = 0.25;
constexpr double eta2 = 0.75;
constexpr double sigma1 = 0.25;
constexpr double sigma2 = 0.5;
constexpr double sigma3 = 4;
constexpr double share_of_gradient = 0.1;
constexpr double share_with_matrix = 1e-3;
constexpr double share_of_diagonal = 0.01;
constexpr double at_rest = 1e-12;  // of f
constexpr int most_steps_at_rest = 10;

double norm_of(std::span<const double> v) {
  return std::sqrt(squared_norm(v));
}

class DistributedTron : public WalkingSolver, public EstimatesGap {
 public:
  static constexpr Shared shared = Shared::rows;
  static constexpr bool keeps_rounds = true;

  DistributedTron(const ProblemShare& share, const OptionValues& options, Random, Ranks& ranks)
      : WalkingSolver(share.nonzeros),
        own_losses_(SmoothLossSum::make(share.own, threads_of(options))),
        ranks_(ranks),
        C_(share.c),
        tolerance_(options.number("tolerance")),
        preconditioned_(options.word("preconditioner") == "diagonal"),
        here_(share.own, preconditioned_ ? SmoothPoint::Detail::diagonal : SmoothPoint::Detail::curvatures),
        trial_(here_),
        metric_(preconditioned_ ? here_.w.size() : 0),
        product_(here_.w.size()),
        step_(product_.size(), ConjugateGradients::Norm::of_inverse_metric),
        a_(here_.arguments.size()) {}

  void weights(std::span<double> w) const override { std::ranges::copy(here_.w, w.begin()); }

  /// ‖∇f‖²/2 of f.
  double estimated_gap() const override {
    return started_ ? squared_norm(here_.gradient) / 2 / here_.value : infinity;
  }

  /// The dual weights of this process's rows.
  std::optional<std::span<const double>> dual() const override {
    own_losses_->dual_weights(here_.w, a_);
    return a_;
  }

 protected:
  /// Lets the steps use a matrix of these rows, which are all.
  void form_hessian(const SparseMatrix& rows) { hessian_.emplace(rows, own_losses_->team()); }

 private:
  /// A walk is a product with the Hessian, or a point.
  void walk() override {
    if (!started_) {
      started_ = true;
      evaluate(here_);
      first_norm_ = norm_of(here_.gradient);
      begin_step();
    } else if (!step_.finished()) {
      if (hessian_) {
        use_hessian();
      } else {
        own_losses_->hessian_product(here_.curvatures, step_.direction(), product_);
        ranks_.sum(product_);
        take_product();
      }
      if (!step_.finished()) return;
      for (std::size_t j = 0; j < trial_.w.size(); ++j) trial_.w[j] = here_.w[j] + step_.solution()[j];
    } else {
      evaluate(trial_);
      judge();
    }
  }

  /// Forms the Hessian for a new subproblem. Later walks make products until these have read as many numbers
  /// of the matrix as there are entries.
  void use_hessian() {
    if (!std::exchange(is_formed_, true))
      return hessian_->update([this](std::size_t i) { return here_.curvatures[i]; }, steps_at_rest_ > 0,
                              deadline_);
    std::uint64_t numbers = 0;
    do {
      hessian_->multiply(step_.direction(), product_);
      take_product();
      numbers += product_.size() * product_.size();
    } while (!step_.finished() && numbers < entries_of_walk());
  }

  /// Makes a step of conjugate gradients with the losses' Hessian times its direction.
  void take_product() {
    const auto direction = step_.direction();
    for (std::size_t j = 0; j < product_.size(); ++j) product_[j] = direction[j] + C_ * product_[j];
    step_.step(product_);
  }

  /// Value and gradient belong to f; arguments, curvatures and diagonal to the losses.
  void evaluate(SmoothPoint& point) {
    own_losses_->evaluate(point);
    add_up(point);
    for (std::size_t j = 0; j < point.w.size(); ++j) point.gradient[j] = point.w[j] + C_ * point.gradient[j];
    point.value = C_ * point.value + squared_norm(point.w) / 2;
  }

  /// Adds up the point's sums over the rows of all processes, in a round.
  void add_up(SmoothPoint& point) {
    if (ranks_.size() == 1) return ranks_.sum({});
    message_.assign(point.gradient.begin(), point.gradient.end());
    message_.insert(message_.end(), point.diagonal.begin(), point.diagonal.end());
    message_.push_back(point.value);
    ranks_.sum(message_);
    const auto diagonal_begin = message_.begin() + std::ssize(point.gradient);
    std::copy(message_.begin(), diagonal_begin, point.gradient.begin());
    std::copy(diagonal_begin, message_.end() - 1, point.diagonal.begin());
    point.value = message_.back();
  }

  /// Starts the next subproblem at the present point, or ends.
  void begin_step() {
    const double size = norm_of(here_.gradient);
    if (!std::isfinite(size)) progress_.status = Status::diverged;
    if (size <= tolerance_ * first_norm_ && size * size / 2 <= gap_for_tolerance(tolerance_) * here_.value)
      progress_.status = end_by_rule(size > 0 ? size * size / 2 / here_.value : 0.0);
    if (progress_.status != Status::running) return;
    for (std::size_t j = 0; j < metric_.size(); ++j)
      metric_[j] = 1 - share_of_diagonal + share_of_diagonal * (1 + C_ * here_.diagonal[j]);
    if (progress_.updates == 0) radius_ = length_of_gradient();
    begin_subproblem();
  }

  void begin_subproblem() {
    is_formed_ = false;
    step_.begin(here_.gradient, metric_,
                std::pow(hessian_ ? share_with_matrix : share_of_gradient, 1 + steps_at_rest_),
                steps_at_rest_ == 0 ? radius_ : ConjugateGradients::no_radius);
  }

  /// Takes or rejects the step, and sets the next radius.
  void judge() {
    ++progress_.updates;
    const auto s = step_.solution();
    const double* const gradient = here_.gradient.data();
    const double slope = vector_sum(s.size(), [=](std::size_t j) { return gradient[j] * s[j]; });
    const double predicted = step_.predicted_reduction(here_.gradient);
    const double change = change_along_step(here_.value, trial_.value, slope, predicted, [&] {
      std::array above{own_losses_->above_tangent(here_.arguments, trial_.arguments)};
      ranks_.sum(above);
      return squared_norm(s) / 2 + C_ * above.front();
    });
    // NaN comes from overflow at the trial point.
    const double factor = -slope / 2 / (change - slope);
    set_radius(-change, predicted, change <= slope ? sigma3 : (factor > sigma1 ? factor : sigma1));
    steps_at_rest_ = predicted > at_rest * here_.value ? 0 : steps_at_rest_ + 1;
    if (-change > eta0 * predicted) {
      std::swap(here_, trial_);
      begin_step();
    } else {
      begin_subproblem();
    }
    if (steps_at_rest_ <= most_steps_at_rest || progress_.status != Status::running) return;
    progress_.status =
        squared_norm(here_.gradient) / 2 <= gap_at_rest * here_.value ? Status::stalled : Status::limit;
  }

  /// `factor` of the step's length minimises the quadratic through f, its slope and f at the trial point.
  void set_radius(double actual, double predicted, double factor) {
    const double length = step_.length();
    if (progress_.updates == 1) radius_ = std::min(radius_, length);
    if (!(actual >= eta0 * predicted))
      radius_ = std::min(std::max(factor, sigma1) * length, sigma2 * radius_);
    else if (actual < eta1 * predicted)
      radius_ = std::max(sigma1 * radius_, std::min(factor * length, sigma2 * radius_));
    else if (actual < eta2 * predicted)
      radius_ = std::max(sigma1 * radius_, std::min(factor * length, sigma3 * radius_));
    else
      radius_ = std::max(radius_, std::min(factor * length, sigma3 * radius_));
  }

  /// ‖∇f‖ in the norm of M⁻¹: the first radius.
  double length_of_gradient() const {
    if (!preconditioned_) return norm_of(here_.gradient);
    const double* const gradient = here_.gradient.data();
    const double* const metric = metric_.data();
    return std::sqrt(
        vector_sum(metric_.size(), [=](std::size_t j) { return gradient[j] * gradient[j] / metric[j]; }));
  }

  std::unique_ptr<const SmoothLossSum> own_losses_;
  Ranks& ranks_;
  std::vector<double> message_;
  double C_;
  double tolerance_;
  bool preconditioned_;
  SmoothPoint here_;
  SmoothPoint trial_;
  std::optional<GramMatrix> hessian_;  ///< of the losses, if it is formed
  bool is_formed_ = false;             ///< for this subproblem
  std::vector<double> metric_;         ///< the diagonal of M, if it is not I
  std::vector<double> product_;
  ConjugateGradients step_;
  mutable std::vector<double> a_;
  double radius_ = 0;  ///< Δ
  bool started_ = false;
  double first_norm_ = 0;  ///< of ∇f
  int steps_at_rest_ = 0;  ///< in a row
};

/// In one process, also for rows with weights.
class Tron : private SoleRank, public DistributedTron {
 public:
  Tron(const Problem& problem, const OptionValues& options, Random random)
      : DistributedTron(ProblemShare::whole(problem), options, random, *this) {
    if (chooses_gram(options, problem.rows())) form_hessian(problem.rows());
  }
};

const Method tron_and_distributed{
    .options = {word_option("preconditioner",
                            "of the conjugate gradients; diagonal: a hundredth of the Hessian's diagonal",
                            "none", {"none", "diagonal"},
                            "none: Lin, Weng and Keerthi 2008; diagonal: Hsia, Chiang and Lin 2018"),
                tolerance_option("converged when the norm of the gradient is at most this times that "
                                 "at w = 0, and the certified gap at most 1e4 times this, relatively",
                                 "Ho and Lin 2012")},
    .file = __FILE__};

Method tron() {
  Method method = named(tron_and_distributed, "tron", "TRON",
                        "Lin, Weng and Keerthi 2008, Algorithms 1 and 2; Ho and Lin 2012");
  method.options.push_back(hessian_option());
  method.options.push_back(threads_option());
  method.too_wide = too_wide_for_gram;
  method.takes_weights = TakesWeights::of_rows;
  method.solves = {solver<Tron, SquaredHinge, L2>(), solver<Tron, Logistic, L2>(),
                   solver<Tron, SquaredEpsilonInsensitive, L2>()};
  return method;
}

const MethodRegistration tron_registration(tron());
const MethodRegistration distributed_tron_registration = distributed_method(
    named(tron_and_distributed, "distributed_tron", "Distributed TRON", "Zhuang et al. 2015, Algorithm 1"),
    {rank_capability<DistributedTron, SquaredHinge, L2>(), rank_capability<DistributedTron, Logistic, L2>(),
     rank_capability<DistributedTron, SquaredEpsilonInsensitive, L2>()});

}  // namespace

}  // namespace descent
