#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/contract/solver.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/stopping/gap_rule.hpp"
#include "solvers/variance_reduction/lazy_proximal_steps.hpp"

namespace descent {

/// Steps along single random rows with a correction of their variance,
///
///   w ← prox of γλR at w − γ((ℓ'(z_i) − d_i) row_i + g),   γ = share/L,  L = sup ℓ'' max_i c_i ‖row_i‖²
///
/// where d_i is a known derivative and g = (1/m) Σ_k d_k row_k. At first d_i is ℓ' at w = 0. Converged when
/// the gap proved by the dual weights −ℓ'(z_i) is at most `tolerance`, after 16, 32, 64, … passes.
template <class Loss, class Regularizer>
class RowSteps : public SteppingSolver {
 public:
  void weights(std::span<double> w) const final { w_.weights(w); }

  /// In one walk: lazy steps keep no z_i.
  std::optional<std::span<const double>> dual() const final {
    std::vector<double> w(static_cast<std::size_t>(problem_.n()));
    w_.weights(w);
    for (Index i = 0; i < problem_.m(); ++i)
      a_[static_cast<std::size_t>(i)] = -loss_.derivative(problem_.argument(i, w));
    return a_;
  }

 protected:
  RowSteps(const Problem& problem, const OptionValues& options, double share, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        m_(problem.m()),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem.n(), gamma(problem, options, share), problem.lambda()),
        derivatives_(problem.arguments_at_zero()),
        a_(derivatives_.size()),
        gap_(problem, options) {
    for (std::size_t i = 0; i < derivatives_.size(); ++i)
      derivatives_[i] = problem.row_weight(i) * loss_.derivative(derivatives_[i]);
  }

  /// Steps along the next row; then g ← g + share_of_g · (ℓ'(z_i) − d_i) row_i. Returns d_i and ℓ'(z_i).
  std::pair<double&, double> step(double share_of_g) {
    const Index i = order_.next(derivatives_.data());
    const auto row = rows_[i];
    double& d_i = derivatives_[static_cast<std::size_t>(i)];
    const double z = w_.dot(row) - problem_.target(i);
    if (!std::isfinite(z)) {  // a step would make w finite again: the threshold of NaN is 0
      progress_.status = Status::diverged;
      return {d_i, d_i};
    }
    const double derivative = problem_.row_weight(i) * loss_.derivative(z);
    w_.step(row, derivative - d_i, share_of_g);
    progress_.entries_touched += row.size();
    ++progress_.updates;
    return {d_i, derivative};
  }

  /// Computes g from the d_i, in a walk that the caller counts.
  void find_gradient() {
    w_.set_gradient(rows_, [&](Index i) { return derivatives_[static_cast<std::size_t>(i)] / m_; });
  }

  /// Makes the next walk of a proof of the gap.
  void prove() {
    progress_.status = gap_.walk(*this);
    progress_.entries_touched += rows_.entries().size();
  }

  const Problem& problem_;
  const SparseMatrix& rows_;
  Loss loss_;
  double m_;
  LineOrder order_;
  LazyProximalSteps<Regularizer> w_;
  std::vector<double> derivatives_;  ///< d
  mutable std::vector<double> a_;
  GapAtDoublings gap_;

 private:
  static double gamma(const Problem& problem, const OptionValues& options, double share) {
    if (!options.is_word("step")) return options.number("step");
    double largest = std::numeric_limits<double>::min();
    for (Index i = 0; i < problem.m(); ++i)
      largest = std::max(largest, problem.row_weight(i) * squared_norm(problem.rows()[i]));
    return share / (Loss::curvature * largest);
  }
};

inline std::vector<Option> row_step_options(std::string automatic, std::string source) {
  return {{.name = "step",
           .description = "the constant step; auto: " + std::move(automatic) +
                          ", L the largest curvature of a row's loss; tuned: chosen by tune",
           .default_value = "auto",
           .range = above_zero,
           .words = {"auto", "tuned"},
           .source = std::move(source),
           .tunable = true},
          gap_tolerance_option()};
}

}  // namespace descent
