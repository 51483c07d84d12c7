#include "solvers/smooth/trust_region_newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/contract/proven_gap.hpp"
#include "solvers/linear_algebra/vector_sum.hpp"
#include "solvers/problem/change_along_step.hpp"

namespace descent {

namespace {

using Detail = SmoothPoint::Detail;
constexpr double eta0 = 1e-4;
constexpr double eta1 = 0.25;
constexpr double eta2 = 0.75;
constexpr double sigma1 = 0.25;
constexpr double sigma2 = 0.5;
constexpr double sigma3 = 4;
constexpr double share_of_gradient = 0.1;
constexpr double share_of_diagonal = 0.01;
constexpr double at_rest = 1e-12;  // of f
constexpr int most_steps_at_rest = 10;

double norm_of(std::span<const double> v) {
  return std::sqrt(squared_norm(v));
}

}  // namespace

TrustRegionNewton::TrustRegionNewton(const Problem& problem, SharedLossSum losses, std::uint64_t nonzeros,
                                     double C, const OptionValues& options)
    : WalkingSolver(nonzeros),
      losses_(std::move(losses)),
      C_(C),
      tolerance_(options.number("tolerance")),
      preconditioned_(options.word("preconditioner") == "diagonal"),
      here_(problem, preconditioned_ ? Detail::diagonal : Detail::curvatures),
      trial_(here_),
      metric_(preconditioned_ ? static_cast<std::size_t>(problem.n()) : 0),
      product_(static_cast<std::size_t>(problem.n())),
      step_(product_.size(), ConjugateGradients::Norm::of_inverse_metric),
      a_(static_cast<std::size_t>(problem.m())) {}

void TrustRegionNewton::weights(std::span<double> w) const {
  std::copy(here_.w.begin(), here_.w.end(), w.begin());
}

std::optional<std::span<const double>> TrustRegionNewton::dual() const {
  losses_.dual_weights(here_.w, a_);
  return a_;
}

/// A walk is a product with the Hessian, or a point.
void TrustRegionNewton::walk() {
  if (!started_) {
    started_ = true;
    evaluate(here_);
    first_norm_ = norm_of(here_.gradient);
    begin_step();
  } else if (!step_.finished()) {
    losses_.hessian_product(here_.curvatures, step_.direction(), product_);
    const auto direction = step_.direction();
    for (std::size_t j = 0; j < product_.size(); ++j) product_[j] = direction[j] + C_ * product_[j];
    step_.step(product_);
    if (step_.finished()) propose();
  } else {
    evaluate(trial_);
    judge();
  }
}

/// Value and gradient belong to f; arguments, curvatures and diagonal to the losses.
void TrustRegionNewton::evaluate(SmoothPoint& point) {
  losses_.evaluate(point);
  for (std::size_t j = 0; j < point.w.size(); ++j) point.gradient[j] = point.w[j] + C_ * point.gradient[j];
  point.value = C_ * point.value + squared_norm(point.w) / 2;
}

/// Starts the next subproblem at the present point, or ends.
void TrustRegionNewton::begin_step() {
  const double size = norm_of(here_.gradient);
  if (!std::isfinite(size)) progress_.status = Status::diverged;
  if (size <= tolerance_ * first_norm_ && size * size / 2 <= gap_for_tolerance(tolerance_) * here_.value) {
    progress_.status = end_by_rule(size > 0 ? size * size / 2 / here_.value : 0.0);
  }
  if (progress_.status != Status::running) return;
  if (preconditioned_) {
    for (std::size_t j = 0; j < metric_.size(); ++j) {
      metric_[j] = 1 - share_of_diagonal + share_of_diagonal * (1 + C_ * here_.diagonal[j]);
    }
  }
  if (progress_.updates == 0) radius_ = length_of_gradient();
  begin_subproblem();
}

void TrustRegionNewton::begin_subproblem() {
  step_.begin(here_.gradient, metric_, std::pow(share_of_gradient, 1 + steps_at_rest_),
              steps_at_rest_ == 0 ? radius_ : ConjugateGradients::no_radius);
}

void TrustRegionNewton::propose() {
  for (std::size_t j = 0; j < trial_.w.size(); ++j) trial_.w[j] = here_.w[j] + step_.solution()[j];
}

/// Takes or rejects the step, and sets the next radius.
void TrustRegionNewton::judge() {
  ++progress_.updates;
  const auto s = step_.solution();
  const double* const gradient = here_.gradient.data();
  const double slope = vector_sum(s.size(), [=](std::size_t j) { return gradient[j] * s[j]; });
  const double predicted = step_.predicted_reduction(here_.gradient);
  const double change = change_along_step(here_.value, trial_.value, slope, predicted, [&] {
    return squared_norm(s) / 2 + C_ * losses_.above_tangent(here_.arguments, trial_.arguments);
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
void TrustRegionNewton::set_radius(double actual, double predicted, double factor) {
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
double TrustRegionNewton::length_of_gradient() const {
  if (!preconditioned_) return norm_of(here_.gradient);
  const double* const gradient = here_.gradient.data();
  const double* const metric = metric_.data();
  return std::sqrt(
      vector_sum(metric_.size(), [=](std::size_t j) { return gradient[j] * gradient[j] / metric[j]; }));
}

std::vector<Option> trust_region_newton_options() {
  return {{.name = "preconditioner",
           .description = "of the conjugate gradients; diagonal: a hundredth of the Hessian's diagonal",
           .default_value = "none",
           .words = {"none", "diagonal"},
           .source = "none: Lin, Weng and Keerthi 2008; diagonal: Hsia, Chiang and Lin 2018"},
          tolerance_option("converged when the norm of the gradient is at most this times that at w = 0, and "
                           "the certified gap at most 1e4 times this, relatively",
                           "Ho and Lin 2012")};
}

}  // namespace descent
