#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/linear_algebra/conjugate_gradients.hpp"
#include "solvers/linear_algebra/spectral_bound.hpp"
#include "solvers/smooth/line_search.hpp"
#include "solvers/smooth/smooth_loss_sum.hpp"

namespace descent {

/// The w-update of ADMM, a part of `admm`. Minimises the strongly convex
///
///   φ(w) = Σ_i ℓ(z_i) + u·(w − ξ) + (ρ/2)‖w − ξ‖²
///
/// from the last update's w, until ‖∇φ‖ ≤ inner_tolerance ‖∇Σℓ(0)‖, in one to inner_iterations steps. Without
/// a first step, an update that starts within the tolerance would leave w as it is, and ADMM could never get
/// nearer.
///
/// gradient: w ← w − (t/m) ∇φ(w) with one t for the whole run: `inner_step`, or 1/L of φ/m. newton: w ← w + s
/// d, (∇²Σℓ + ρI) d = −∇φ by conjugate gradients to a tenth of ‖∇φ‖; s is the first of
///            1, 1/2, 1/4, … with φ(w + s d) ≤ φ(w) + 1e-4 s ∇φ·d. Also ends when no s ≥ 2⁻²⁰ will do, or
///            when 10 steps bring no new minimum of ‖∇φ‖ and φ rests in the rounding of Σ ℓ. If φ does not
///            rest, 1e-4 becomes ¼: a squared loss may lead back and forth across its kink by steps
///            that hardly gain.
///
/// Works in walks over the rows: a product with the Hessian, or loss and derivatives at a new point.
class AdmmWeightUpdate {
 public:
  AdmmWeightUpdate(const Problem& problem, const OptionValues& options)
      : losses_(SmoothLossSum::make(problem)),
        newton_(options.word("inner") == "newton"),
        m_(problem.m()),
        inner_tolerance_(options.number("inner_tolerance")),
        most_iterations_(static_cast<std::uint64_t>(options.number("inner_iterations"))),
        fixed_step_(options.is_word("inner_step") ? 0 : options.number("inner_step") / m_),
        curvature_bound_(newton_ || fixed_step_ > 0
                             ? 0
                             : losses_->largest_curvature() *
                                   squared_norm_bound(problem.rows(), 20, problem.row_weights())),
        here_(problem, newton_ ? SmoothPoint::Detail::diagonal : SmoothPoint::Detail::gradient),
        trial_(here_),
        gradient_(here_.w.size()),
        metric_(newton_ ? here_.w.size() : 0),
        product_(metric_.size()),
        newton_direction_(metric_.size(), ConjugateGradients::Norm::euclidean) {}

  /// Poses the subproblem for these u, ξ (unchanged until it is solved) and ρ.
  void begin(std::span<const double> u, std::span<const double> xi, double rho) {
    u_ = u;
    xi_ = xi;
    rho_ = rho;
    iterations_ = 0;
    iteration_of_least_norm_ = 0;
    finished_ = false;
    gave_up_ = false;
    if (next_ == Walk::first) return;
    compute_gradient();
    start_iteration();
  }

  /// Makes one walk over all rows. Once finished(), `begin` comes next.
  void walk() {
    switch (next_) {
      case Walk::first:
        losses_->evaluate(here_);
        enough_ = inner_tolerance_ * norm(here_.gradient);
        compute_gradient();
        start_iteration();
        break;
      case Walk::hessian_product:
        losses_->hessian_product(here_.curvatures, newton_direction_.direction(), product_);
        for (std::size_t j = 0; j < product_.size(); ++j)
          product_[j] += rho_ * newton_direction_.direction()[j];
        newton_direction_.step(product_);
        if (newton_direction_.finished()) try_step(1);
        break;
      case Walk::trial_point:
        losses_->evaluate(trial_);
        if (!newton_ || descends()) {
          accept();
        } else if (step_ > shortest_step && !is_at_rest_) {
          try_step(step_ / 2);
        } else {
          gave_up_ = true;
          finish_iteration();
        }
        break;
    }
  }

  bool finished() const { return finished_; }
  std::span<const double> weights() const { return here_.w; }
  /// ‖∇φ(w)‖, left of the subproblem.
  double remaining_gradient() const { return gradient_norm_; }
  /// Bound on remaining_gradient(): inner_tolerance ‖∇Σℓ(0)‖.
  double tolerance() const { return enough_; }
  /// Steps of all updates so far.
  std::uint64_t iterations() const { return total_iterations_; }
  const SmoothLossSum& losses() const { return *losses_; }

 private:
  enum class Walk { first, hessian_product, trial_point };

  void compute_gradient() {
    for (std::size_t j = 0; j < gradient_.size(); ++j)
      gradient_[j] = here_.gradient[j] + u_[j] + rho_ * (here_.w[j] - xi_[j]);
    gradient_norm_ = norm(gradient_);
  }

  void start_iteration() {
    if (!newton_) {
      try_step(fixed_step_ > 0 ? fixed_step_ : 1 / (curvature_bound_ + rho_));
    } else if (gradient_norm_ > 0) {
      for (std::size_t j = 0; j < metric_.size(); ++j) metric_[j] = here_.diagonal[j] + rho_;
      newton_direction_.begin(gradient_, metric_, share_of_residual);
      next_ = Walk::hessian_product;
    } else {
      try_step(0);  // w is the solution; each iteration still takes a walk
    }
  }

  void try_step(double step) {
    step_ = step;
    next_ = Walk::trial_point;
    for (std::size_t j = 0; j < gradient_.size(); ++j) {
      trial_.w[j] = here_.w[j] + (newton_ ? step * newton_direction_.solution()[j] : -step * gradient_[j]);
    }
  }

  bool gradient_rests() const {
    return iterations_ - iteration_of_least_norm_ >= most_iterations_without_gain;
  }

  bool descends() {
    double slope = 0;
    double squared_length = 0;
    double before = here_.value;
    double after = trial_.value;
    for (std::size_t j = 0; j < gradient_.size(); ++j) {
      const double from_before = here_.w[j] - xi_[j];
      const double from_after = trial_.w[j] - xi_[j];
      before += from_before * (u_[j] + rho_ / 2 * from_before);
      after += from_after * (u_[j] + rho_ / 2 * from_after);
      const double change = trial_.w[j] - here_.w[j];
      slope += gradient_[j] * change;
      squared_length += change * change;
    }
    is_at_rest_ = !(-slope > at_rest * here_.value);
    const double change = change_along_step(before, after, slope, slope, [&] {
      return losses_->above_tangent(here_.arguments, trial_.arguments) + rho_ / 2 * squared_length;
    });
    return change <= (gradient_rests() ? cautious_armijo : armijo) * slope;
  }

  void accept() {
    std::swap(here_, trial_);
    compute_gradient();
    finish_iteration();
  }

  void finish_iteration() {
    ++iterations_;
    ++total_iterations_;
    if (iterations_ == 1 || gradient_norm_ < least_norm_) {
      least_norm_ = gradient_norm_;
      iteration_of_least_norm_ = iterations_;
    }
    gave_up_ = gave_up_ || (newton_ && is_at_rest_ && gradient_rests());
    // No comparison with a NaN holds: a diverged iterate ends the update.
    finished_ = !(gradient_norm_ > enough_) || iterations_ >= most_iterations_ || gave_up_;
    if (!finished_) start_iteration();
  }

  static constexpr std::uint64_t most_iterations_without_gain = 10;
  static constexpr double share_of_residual = 0.1;
  static constexpr double armijo = 1e-4;
  static constexpr double cautious_armijo = 0.25;
  static constexpr double shortest_step = 0x1.0p-20;
  static constexpr double at_rest = 1e-13;  // of the loss: what a step promises when nothing is left to gain

  std::unique_ptr<const SmoothLossSum> losses_;
  bool newton_;
  double m_;
  double inner_tolerance_;
  std::uint64_t most_iterations_;
  double fixed_step_;       ///< in the scale of φ; 0: from the curvature
  double curvature_bound_;  ///< of Σℓ; 0 if not needed
  SmoothPoint here_;
  SmoothPoint trial_;
  std::vector<double> gradient_;  ///< ∇φ at w
  std::vector<double> metric_;    ///< the diagonal of ∇²φ
  std::vector<double> product_;
  ConjugateGradients newton_direction_;
  std::span<const double> u_;
  std::span<const double> xi_;
  double rho_ = 0;
  Walk next_ = Walk::first;
  double step_ = 0;
  double gradient_norm_ = 0;
  double enough_ = 0;
  bool finished_ = false;
  bool gave_up_ = false;          ///< rounding leaves no descent
  bool is_at_rest_ = false;       ///< the last step promised no descent that shows in φ
  std::uint64_t iterations_ = 0;  ///< in this update
  std::uint64_t iteration_of_least_norm_ = 0;
  double least_norm_ = 0;  ///< of ∇φ in this update
  std::uint64_t total_iterations_ = 0;
};

}  // namespace descent
