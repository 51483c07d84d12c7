// Loopless SVRG: Kovalev, Horváth and Richtárik (2020), "Don't Jump Through Hoops and Remove Those Loops:
// SVRG and Katyusha are Better Without the Outer Loop", Algorithm 1. SVRG itself: Johnson and Zhang 2013,
// with the prox of Xiao and Zhang (2014).
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   draw a row i;   w ← prox of γλR at w − γ((ℓ'(z_i) − ℓ'(z̃_i)) row_i + g),   z̃ and g = (1/m) Σ_k ℓ'(z̃_k)
//   row_k those of a reference point w̃, which becomes w with the probability p = 1/m after a step;
//   γ = 1/(6L),  L = sup ℓ'' max_i ‖row_i‖²
//
// ℓ'(z̃_i) is kept from the walks that compute g: a step reads its row once. It touches the weights of its
// row alone (lazy_proximal_steps.hpp). Deviations: the prox; the paper has R inside each row's loss. The
// reference point becomes the point after the step; the paper takes the point before. The step of the coin's
// first success is drawn at once, from the geometric distribution.
//
// Converged when the gap proved by the dual weights −ℓ'(z_i) is at most `tolerance`, after 16, 32, 64, …
// passes.
//
// An update is a step along a row. A new reference point takes two walks over the rows.

#include <cmath>

#include "datasets/matrix/line_products.hpp"
#include "solvers/contract/gap_rule.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/variance_reduction/lazy_proximal_steps.hpp"
#include "solvers/variance_reduction/row_steps.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class LooplessSvrg : public Solver {
 public:
  LooplessSvrg(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        m_(problem.m()),
        coin_(random.bits()),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem.n(), row_step<Loss>(problem, options, 1.0 / 6), problem.lambda()),
        reference_(static_cast<std::size_t>(problem.n())),
        derivatives_(problem.arguments_at_zero()),
        a_(derivatives_.size()),
        gap_(problem, options) {
    for (std::size_t i = 0; i < derivatives_.size(); ++i)
      derivatives_[i] = of_row(loss_, i).derivative(derivatives_[i]);
  }

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal && progress_.status == Status::running) {
      if (due_ == Due::steps && gap_.walks_are_due(progress_)) {
        progress_.status = gap_.walk(*this);
        progress_.entries_touched += rows_.entries().size();
      } else if (due_ == Due::steps) {
        const Index i = order_.next(derivatives_.data());
        const auto row = rows_[i];
        const double derivative = of_row(loss_, i).derivative(w_.dot(row) - problem_.target(i));
        w_.step(row, derivative - derivatives_[static_cast<std::size_t>(i)], 0);
        progress_.entries_touched += row.size();
        ++progress_.updates;
        if (progress_.updates == next_reference_) due_ = Due::derivatives;
      } else {
        progress_.entries_touched += rows_.entries().size();
        move_reference();
      }
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { w_.weights(w); }

  std::optional<std::span<const double>> dual() const override {
    find_dual_weights(problem_, loss_, w_, a_);
    return a_;
  }

 private:
  /// Steps, or the walks for a new reference point.
  enum class Due { steps, derivatives, gradient };

  void move_reference() {
    if (due_ == Due::derivatives) {
      due_ = Due::gradient;
      w_.weights(reference_);
      for (Index i = 0; i < problem_.m(); ++i) {
        derivatives_[static_cast<std::size_t>(i)] =
            of_row(loss_, i).derivative(dot(rows_[i], reference_.data()) - problem_.target(i));
      }
      return;
    }
    due_ = Due::steps;
    w_.set_gradient(rows_, [&](Index i) { return derivatives_[static_cast<std::size_t>(i)] / m_; });
    const double steps = std::floor(std::log1p(-coin_.uniform()) / std::log1p(-1 / m_));
    next_reference_ = progress_.updates + 1 + static_cast<std::uint64_t>(steps);
  }

  const Problem& problem_;
  const SparseMatrix& rows_;
  Loss loss_;
  double m_;
  Random coin_;
  LineOrder order_;
  LazyProximalSteps<Regularizer> w_;
  std::vector<double> reference_;    ///< w̃
  std::vector<double> derivatives_;  ///< ℓ'(z̃)
  mutable std::vector<double> a_;
  Due due_ = Due::gradient;
  std::uint64_t next_reference_ = 0;  ///< the update after which w̃ moves
  GapAtDoublings gap_;
  Progress progress_;
};

const MethodRegistration loopless_svrg_registration = MethodRegistration::with_row_weights<LooplessSvrg>(
    {.name = "loopless_svrg",
     .title = "L-SVRG",
     .source = "Kovalev, Horváth and Richtárik 2020, Algorithm 1",
     .randomized = true,
     .options = {row_step_option("1/(6L)", "Kovalev, Horváth and Richtárik 2020, Algorithm 1"),
                 gap_tolerance_option()},
     .file = __FILE__},
    On<SquaredHinge, L1>{}, On<SquaredHinge, L2>{}, On<Logistic, L1>{}, On<Logistic, L2>{},
    On<SquaredEpsilonInsensitive, L1>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent
