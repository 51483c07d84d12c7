// Batch COMID: Duchi, Shalev-Shwartz, Singer, Tewari (2010), "Composite Objective Mirror Descent", with full
// subgradients as in Tao et al. (2013), Algorithm 2.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   g = subgradient of the mean loss at w;   w ← argmin_v  g·v + ‖v − w‖²/(2η_t) + λ R(v)
//   L1:  w ← S(w − η g, η λ)       L2:  w ← (w − η g)/(1 + η λ)
//
// Under L2 with η_t = 1/(λ t + β₀), w_t = −G_t/(λ (t + 1) + β₀), G_t the sum of the subgradients. This is
// batch RDA with β = λ + β₀, and the subgradient method with one more step.
//
// Deviations: ε-insensitive losses, where the paper has hinge only. B(w, v) = ½‖w − v‖²; Tao et al. take
// ‖w − v‖², with an η twice as large. R(w) = ½‖w‖² under L2; they have ‖w‖².
//
// "subgradient" is its rival without a proximal step, mirror descent as a black box: Tao et al. (2013),
// equation (5) with the Euclidean divergence, and the subgradient of all rows instead of one.
//
//   w ← w − η_t (g + λ ∂R(w))
//
// Under L2 with η_t = 1/(λ t + β), w = −G_t/(λ t + β): batch RDA. Under L1 it keeps no sparsity, which it is
// here to show: a weight passes through 0 and never stays there.

#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/batch_method.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer, bool proximal>
class BatchSteps : public BatchMethod<Loss> {
 public:
  BatchSteps(const Problem& problem, const OptionValues& options, Random)
      : BatchMethod<Loss>(problem, options),
        lambda_(problem.lambda()),
        penalized_(static_cast<std::size_t>(problem.penalized_columns())),
        step_size_(problem, options) {}

 private:
  void step(double t, std::span<const double> g, std::span<double> w) override {
    const double eta = step_size_(t);
    for (std::size_t j = 0; j < w.size(); ++j) {
      if constexpr (proximal)
        w[j] = Regularizer::prox(w[j] - eta * g[j], j < penalized_ ? eta * lambda_ : 0.0);
      else
        w[j] -= eta * (g[j] + (j < penalized_ ? lambda_ * Regularizer::derivative(w[j]) : 0.0));
    }
  }

  double lambda_;
  std::size_t penalized_;
  StepSize step_size_;
};

template <class Loss, class Regularizer>
using BatchComid = BatchSteps<Loss, Regularizer, true>;
template <class Loss, class Regularizer>
using Subgradient = BatchSteps<Loss, Regularizer, false>;

const Method batch_steps{.free_intercept = true,
                         .takes_weights = TakesWeights::of_rows,
                         .options = {step_option("c of the step size; t counts iterations"),
                                     schedule_option(), offset_option(), average_option(), threads_option()},
                         .file = __FILE__};

const MethodRegistration batch_comid_registration(
    named(batch_steps, "batch_comid", "Batch COMID", "Tao et al. 2013, Algorithm 2; Duchi et al. 2010",
          {solver<BatchComid<Hinge, L1>, Hinge, L1>(), solver<BatchComid<Hinge, L2>, Hinge, L2>(),
           solver<BatchComid<EpsilonInsensitive, L1>, EpsilonInsensitive, L1>(),
           solver<BatchComid<EpsilonInsensitive, L2>, EpsilonInsensitive, L2>()}));
const MethodRegistration subgradient_registration(
    named(batch_steps, "subgradient", "Subgradient", "Tao et al. 2013, equation (5)",
          {solver<Subgradient<Hinge, L1>, Hinge, L1>(), solver<Subgradient<Hinge, L2>, Hinge, L2>()}));

}  // namespace

}  // namespace descent
