// Online regularised dual averaging: Xiao (2010), "Dual Averaging Methods for Regularized Stochastic Learning
// and Online Optimization", Algorithm 1 with the subgradient of one random row.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   draw i;   g_t = ℓ'(z_i) y_i x_i;   ḡ_t = (g_1 + … + g_t)/t
//   L1:  w = −c √t S(ḡ_t, λ)       (β_t = √t / c, §2.2 there)
//   L2:  w = −G_t / (λ t + β)      (strongly convex, β = 0: no constant to choose; with "offset" β = 1/c)
//
// Under L2 this is Pegasos with one row per step and without projection.
//
// A component of w depends only on its component of Σ g and on t, so that a step evaluates the row's
// components alone: it costs nnz(row i).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "datasets/matrix/lane_products.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/contract/option.hpp"
#include "solvers/first_order/online_method.hpp"
#include "solvers/first_order/scaled_vector.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

namespace {

/// The iterate of regularised dual averaging under L1, w(t) = −c S(G, λ t)/√t with G = g_1 + … + g_t. While a
/// component of G rests, it adds −c sign(G) (|G| Σ 1/√τ − λ Σ √τ) to the sum of iterates, over the steps
/// τ < |G|/λ in which it is not 0. Prefix sums over the steps of an epoch give these sums. After an epoch of
/// at least n steps every component is settled: O(1) per step.
class L1DualAverage {
 public:
  L1DualAverage(const Problem& problem, const OptionValues& options)
      : lambda_(problem.lambda()),
        c_(step_constant(problem, options)),
        G_(static_cast<std::size_t>(problem.n()), 0.0) {
    if (!options.flag("average")) return;
    means_.resize(G_.size());
    epoch_ = std::max<std::size_t>(G_.size(), 1024);
    inverse_roots_.reserve(epoch_ + 1);
    roots_.reserve(epoch_ + 1);
    start_epoch();
  }

  double dot(Line row) const {
    if (t_ == 0) return 0;
    const double threshold = lambda_ * static_cast<double>(t_);
    const double sum = line_sum(
        row, [&](Index index) { return soft_threshold(G_[static_cast<std::size_t>(index)], threshold); });
    return -c_ / std::sqrt(static_cast<double>(t_)) * sum;
  }

  /// Takes one more subgradient, derivative · row.
  void step(Line row, double derivative, double /*t*/) {
    if (derivative != 0) {
      if (!means_.empty()) {
        for_each_entry(row, [&](Index index, double) { settle(static_cast<std::size_t>(index)); });
      }
      add_in_lanes(row, derivative, G_.data());
    }
    ++t_;
    if (!means_.empty()) count_iterate();
  }

  void weights(std::span<double> w) const {
    for (std::size_t j = 0; j < w.size(); ++j) {
      if (t_ == 0)
        w[j] = 0;
      else if (!means_.empty())
        w[j] = (means_[j].sum + sum_since_settled(j)) / static_cast<double>(t_);
      else
        w[j] = -c_ * soft_threshold(G_[j], lambda_ * static_cast<double>(t_)) /
               std::sqrt(static_cast<double>(t_));
    }
  }

 private:
  struct Mean {
    double sum = 0;         ///< of the iterates up to `up_to`
    std::size_t up_to = 0;  ///< step of this epoch
  };

  void start_epoch() {
    epoch_start_ = t_;
    inverse_roots_.assign(1, 0.0);
    roots_.assign(1, 0.0);
    for (Mean& mean : means_) mean.up_to = 0;
  }

  void count_iterate() {
    const double root = std::sqrt(static_cast<double>(t_));
    inverse_roots_.push_back(inverse_roots_.back() + 1 / root);
    roots_.push_back(roots_.back() + root);
    if (roots_.size() < epoch_ + 1) return;
    for (std::size_t j = 0; j < means_.size(); ++j) settle(j);
    start_epoch();
  }

  void settle(std::size_t j) {
    means_[j].sum += sum_since_settled(j);
    means_[j].up_to = roots_.size() - 1;
  }

  /// Sum of the component's values since it was settled: G_j stayed the same, and w_j is 0 once λ t ≥ |G_j|.
  double sum_since_settled(std::size_t j) const {
    const std::size_t from = means_[j].up_to;
    const double magnitude = std::abs(G_[j]);
    const double nonzero_until = magnitude / lambda_ - static_cast<double>(epoch_start_);
    if (nonzero_until <= static_cast<double>(from)) return 0;
    const std::size_t last = roots_.size() - 1;
    const std::size_t to =
        nonzero_until < static_cast<double>(last) ? static_cast<std::size_t>(nonzero_until) : last;
    const double sum =
        magnitude * (inverse_roots_[to] - inverse_roots_[from]) - lambda_ * (roots_[to] - roots_[from]);
    return -c_ * std::copysign(sum, G_[j]);
  }

  double lambda_;
  double c_;
  std::vector<double> G_;
  std::uint64_t t_ = 0;
  std::vector<Mean> means_;
  std::size_t epoch_ = 0;              ///< steps of an epoch
  std::uint64_t epoch_start_ = 0;      ///< steps before this epoch
  std::vector<double> inverse_roots_;  ///< Σ 1/√τ over the epoch's first k steps
  std::vector<double> roots_;          ///< Σ √τ
};

/// L2: w(t) = −G/(λ t + β), that is w(t) = (1 − λ/(λ t + β)) w(t − 1) − g_t/(λ t + β).
class L2DualAverage {
 public:
  L2DualAverage(const Problem& problem, const OptionValues& options)
      : lambda_(problem.lambda()),
        beta_(options.flag("offset") ? 1 / step_constant(problem, options) : 0),
        w_(problem.n(), options.flag("average")) {}

  double dot(Line row) const { return w_.dot(row); }

  void step(Line row, double derivative, double t) {
    const double eta = 1 / (lambda_ * t + beta_);
    w_.scale(1 - eta * lambda_);
    if (derivative != 0) w_.add(row, -eta * derivative);
    w_.count_iterate();
  }

  void weights(std::span<double> w) const { w_.weights(w); }

 private:
  double lambda_;
  double beta_;
  ScaledVector w_;
};

template <class Loss, class Regularizer>
using OnlineRda =
    OnlineMethod<Loss,
                 std::conditional_t<Regularizer::kind == RegularizerKind::l1, L1DualAverage, L2DualAverage>>;

const MethodRegistration online_rda_registration(
    {.name = "online_rda",
     .title = "Online RDA",
     .source = "Xiao 2010, Algorithm 1",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = {dual_averaging_step_option(), offset_option_of_fixed_schedule(), average_option()},
     .solves = {solver<OnlineRda<Hinge, L1>, Hinge, L1>(), solver<OnlineRda<Hinge, L2>, Hinge, L2>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
