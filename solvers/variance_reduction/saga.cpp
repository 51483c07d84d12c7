// SAGA: Defazio, Bach and Lacoste-Julien (2014), "SAGA: A Fast Incremental Gradient Method With Support for
// Non-Strongly Convex Composite Objectives", §2.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   draw a row i;   w ← prox of γλR at w − γ((ℓ'(z_i) − φ_i) row_i + g),   g = (1/m) Σ_k φ_k row_k
//   then φ_i ← ℓ'(z_i), and g with it;   γ = 1/(3L),  L = sup ℓ'' max_i ‖row_i‖²
//
// The table holds one number per row, at first φ_i = ℓ' at w = 0, which takes a walk. A step touches the
// weights of its row alone (lazy_proximal_steps.hpp). g is recomputed every 128 passes. Stopping rule:
// row_steps.hpp.

#include "solvers/contract/method_registration.hpp"
#include "solvers/stopping/fresh_sums.hpp"
#include "solvers/variance_reduction/row_steps.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class Saga : public RowSteps<Loss, Regularizer> {
 public:
  Saga(const Problem& problem, const OptionValues& options, Random random)
      : RowSteps<Loss, Regularizer>(problem, options, 1.0 / 3, random), schedule_(problem.rows()) {}

  Progress advance(std::uint64_t entries) override {
    return this->work(entries, [this] {
      if (!started_ || schedule_.is_due(this->progress_)) {
        started_ = true;
        this->find_gradient();
        schedule_.refreshed(this->progress_);
      } else if (this->gap_.walks_are_due(this->progress_)) {
        this->prove();
      } else {
        const auto [phi, derivative] = this->step(1 / this->m_);
        phi = derivative;
      }
    });
  }

 private:
  bool started_ = false;
  RefreshSchedule schedule_;
};

const MethodRegistration saga_registration(
    {.name = "saga",
     .title = "SAGA",
     .source = "Defazio, Bach and Lacoste-Julien 2014, §2",
     .randomized = true,
     .takes_weights = TakesWeights::of_rows,
     .options = row_step_options("1/(3L)", "Defazio, Bach and Lacoste-Julien 2014"),
     .solves = {solver<Saga<SquaredHinge, L1>>(), solver<Saga<SquaredHinge, L2>>(),
                solver<Saga<Logistic, L1>>(), solver<Saga<Logistic, L2>>(),
                solver<Saga<SquaredEpsilonInsensitive, L1>>(), solver<Saga<SquaredEpsilonInsensitive, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
