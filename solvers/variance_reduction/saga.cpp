// SAGA: Defazio, Bach and Lacoste-Julien (2014), "SAGA: A Fast Incremental Gradient Method With Support for
// Non-Strongly Convex Composite Objectives", §2.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   draw a row i;   w ← prox of γλR at w − γ((ℓ'(z_i) − φ_i) row_i + g),   g = (1/m) Σ_k φ_k row_k
//   then φ_i ← ℓ'(z_i), and g with it;   γ = 1/(3L),  L = sup ℓ'' max_i ‖row_i‖²
//
// The table holds one number per row, at first φ_i = ℓ' at w = 0, which takes a walk. A step touches the
// weights of its row alone (lazy_proximal_steps.hpp). g is recomputed every 128 passes.
//
// Converged when the gap proved by the dual weights −ℓ'(z_i) is at most `tolerance`, after 16, 32, 64, …
// passes.

#include "solvers/contract/fresh_sums.hpp"
#include "solvers/contract/gap_rule.hpp"
#include "solvers/contract/method_registration.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "solvers/variance_reduction/lazy_proximal_steps.hpp"
#include "solvers/variance_reduction/row_steps.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class Saga : public Solver {
 public:
  Saga(const Problem& problem, const OptionValues& options, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        m_(problem.m()),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem.n(), row_step<Loss>(problem, options, 1.0 / 3), problem.lambda()),
        derivatives_(problem.arguments_at_zero()),
        a_(derivatives_.size()),
        schedule_(rows_),
        gap_(problem, options) {
    for (std::size_t i = 0; i < derivatives_.size(); ++i)
      derivatives_[i] = of_row(loss_, i).derivative(derivatives_[i]);
  }

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal && progress_.status == Status::running) {
      if (!started_ || schedule_.is_due(progress_)) {
        started_ = true;
        w_.set_gradient(rows_, [&](Index i) { return derivatives_[static_cast<std::size_t>(i)] / m_; });
        schedule_.refreshed(progress_);
      } else if (gap_.walks_are_due(progress_)) {
        progress_.status = gap_.walk(*this);
        progress_.entries_touched += rows_.entries().size();
      } else {
        const Index i = order_.next(derivatives_.data());
        const auto row = rows_[i];
        double& phi = derivatives_[static_cast<std::size_t>(i)];
        const double derivative = of_row(loss_, i).derivative(w_.dot(row) - problem_.target(i));
        w_.step(row, derivative - phi, 1 / m_);
        phi = derivative;
        progress_.entries_touched += row.size();
        ++progress_.updates;
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
  const Problem& problem_;
  const SparseMatrix& rows_;
  Loss loss_;
  double m_;
  LineOrder order_;
  LazyProximalSteps<Regularizer> w_;
  std::vector<double> derivatives_;  ///< φ
  mutable std::vector<double> a_;
  bool started_ = false;
  RefreshSchedule schedule_;
  GapAtDoublings gap_;
  Progress progress_;
};

const MethodRegistration saga_registration = MethodRegistration::with_row_weights<Saga>(
    {.name = "saga",
     .title = "SAGA",
     .source = "Defazio, Bach and Lacoste-Julien 2014, §2",
     .randomized = true,
     .options = {row_step_option("1/(3L)", "Defazio, Bach and Lacoste-Julien 2014"), gap_tolerance_option()},
     .file = __FILE__},
    On<SquaredHinge, L1>{}, On<SquaredHinge, L2>{}, On<Logistic, L1>{}, On<Logistic, L2>{},
    On<SquaredEpsilonInsensitive, L1>{}, On<SquaredEpsilonInsensitive, L2>{});

}  // namespace

}  // namespace descent
