// Subgradient descent on the whole objective, regulariser included: mirror descent as a black box, Tao et al.
// (2013), equation (5) with the Euclidean divergence, and the subgradient of all rows instead of one.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   w ← w − η_t (g + λ ∂R(w)),   g = subgradient of the mean loss at w
//
// Under L2 with η_t = 1/(λ t + β), w = −G_t/(λ t + β): batch RDA. Under L1 it keeps no sparsity, which it is
// here to show: a weight passes through 0 and never stays there.

#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/batch_method.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class Subgradient : public BatchMethod<Loss> {
 public:
  Subgradient(const Problem& problem, const OptionValues& options, Random)
      : BatchMethod<Loss>(problem, options),
        lambda_(problem.lambda()),
        penalized_(static_cast<std::size_t>(problem.penalized_columns())),
        step_size_(problem, options) {}

 private:
  void step(double t, std::span<const double> g, std::span<double> w) override {
    const double eta = step_size_(t);
    for (std::size_t j = 0; j < w.size(); ++j)
      w[j] -= eta * (g[j] + (j < penalized_ ? lambda_ * Regularizer::derivative(w[j]) : 0.0));
  }

  double lambda_;
  std::size_t penalized_;
  StepSize step_size_;
};

const MethodRegistration subgradient_registration = MethodRegistration::with_row_weights<Subgradient>(
    {.name = "subgradient",
     .title = "Subgradient",
     .source = "Tao et al. 2013, equation (5)",
     .free_intercept = true,
     .options = {step_option("c of the step size; t counts iterations"), schedule_option(), offset_option(),
                 average_option()},
     .file = __FILE__},
    On<Hinge, L1>{}, On<Hinge, L2>{});

}  // namespace

}  // namespace descent
