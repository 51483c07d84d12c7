// Batch regularised dual averaging: Xiao (2010), "Dual Averaging Methods for Regularized Stochastic Learning
// and Online Optimization", Algorithm 1 with full subgradients.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   ḡ_t = mean of the subgradients g_1 … g_t
//   L1:  w = −c √t S(ḡ_t, λ)                  (β_t = √t / c, §2.2 there)
//   L2:  w = −G_t / (λ t + β), G_t = t ḡ_t     (strongly convex, §2.2 there: β = 0; with "offset" β = 1/c)
//
// Under L2 this is the subgradient method with η_t = 1/(λ t + β). Batch COMID has λ (t + 1) in place of λ t.

#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/batch_method.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class BatchRda : public BatchMethod<Loss> {
 public:
  BatchRda(const Problem& problem, const OptionValues& options, Random)
      : BatchMethod<Loss>(problem, options),
        lambda_(problem.lambda()),
        c_(step_constant(problem, options)),
        beta_(options.flag("offset") ? 1 / c_ : 0),
        sum_of_subgradients_(static_cast<std::size_t>(problem.n()), 0.0) {}

 private:
  void step(double t, std::span<const double> g, std::span<double> w) override {
    for (std::size_t j = 0; j < w.size(); ++j) {
      sum_of_subgradients_[j] += g[j];
      w[j] = dual_average_step<Regularizer>(sum_of_subgradients_[j] / t, t);
    }
  }

  template <class R>
  double dual_average_step(double mean, double t) const {
    if constexpr (R::kind == RegularizerKind::l1)
      return -c_ * std::sqrt(t) * soft_threshold(mean, lambda_);
    else
      return -mean / (lambda_ + beta_ / t);
  }

  double lambda_;
  double c_;
  double beta_;
  std::vector<double> sum_of_subgradients_;
};

const MethodRegistration batch_rda_registration(
    {.name = "batch_rda",
     .title = "Batch RDA",
     .source = "Xiao 2010, Algorithm 1",
     .takes_weights = TakesWeights::of_rows,
     .options = {dual_averaging_step_option(), offset_option_of_fixed_schedule(), average_option(),
                 threads_option()},
     .solves = {solver<BatchRda<Hinge, L1>>(), solver<BatchRda<Hinge, L2>>(),
                solver<BatchRda<EpsilonInsensitive, L1>>(), solver<BatchRda<EpsilonInsensitive, L2>>()},
     .file = __FILE__});

}  // namespace

}  // namespace descent
