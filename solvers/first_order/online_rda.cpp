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

#include <type_traits>

#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/l1_dual_average.hpp"
#include "solvers/first_order/scaled_vector.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

/// L2: w(t) = −G/(λ t + β), that is w(t) = (1 − λ/(λ t + β)) w(t − 1) − g_t/(λ t + β).
class L2DualAverage {
 public:
  L2DualAverage(const Problem& problem, const OptionValues& options)
      : lambda_(problem.lambda()),
        beta_(options.flag("offset") ? 1 / step_constant(problem, options) : 0),
        w_(problem.n(), options.flag("average")) {}

  double dot(Line row) const { return w_.dot(row); }

  void step(Line row, double derivative) {
    t_ += 1;
    const double eta = 1 / (lambda_ * t_ + beta_);
    w_.scale(1 - eta * lambda_);
    if (derivative != 0) w_.add(row, -eta * derivative);
    w_.count_iterate();
  }

  void weights(std::span<double> w) const { w_.weights(w); }

 private:
  double lambda_;
  double beta_;
  ScaledVector w_;
  double t_ = 0;
};

template <class Loss, class Regularizer>
class OnlineRda : public Solver {
 public:
  OnlineRda(const Problem& problem, const OptionValues& options, Random random)
      : rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem, options) {}

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal) {
      const Index i = order_.next();
      const auto row = rows_[i];
      w_.step(row, of_row(loss_, i).derivative(w_.dot(row)));
      progress_.entries_touched += row.size();
      ++progress_.updates;
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { w_.weights(w); }

 private:
  const SparseMatrix& rows_;
  Loss loss_;
  LineOrder order_;
  std::conditional_t<Regularizer::kind == RegularizerKind::l1, L1DualAverage, L2DualAverage> w_;
  Progress progress_;
};

const MethodRegistration online_rda_registration = MethodRegistration::with_row_weights<OnlineRda>(
    {.name = "online_rda",
     .title = "Online RDA",
     .source = "Xiao 2010, Algorithm 1",
     .randomized = true,
     .options = {dual_averaging_step_option(), offset_option_of_fixed_schedule(), average_option()},
     .file = __FILE__},
    On<Hinge, L1>{}, On<Hinge, L2>{});

}  // namespace

}  // namespace descent
