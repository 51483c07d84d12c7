// Online COMID: Duchi, Shalev-Shwartz, Singer, Tewari (2010); Tao et al. (2013), equations (6) and (7), with
// the subgradient of one random row.
//
//   min_w  F(w) = λ R(w) + (1/m) Σ_i ℓ(z_i)
//
//   draw i;   g = ℓ'(z_i) y_i x_i;   w ← argmin_v  g·v + ‖v − w‖²/(2η_t) + λ R(v)
//   L1:  w ← S(w − η g, η λ)       L2:  w ← (w − η g)/(1 + η λ)
//
// The proximal step shrinks all n weights lazily, so that a step costs nnz(row i). Deviations: B(w,
// v) = ½‖w − v‖²; Tao et al. take ‖w − v‖², with an η twice as large. R(w) = ½‖w‖² under L2; they have ‖w‖².

#include <type_traits>

#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/lazy_soft_threshold.hpp"
#include "solvers/first_order/scaled_vector.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

namespace {

template <class Loss, class Regularizer>
class OnlineComid : public Solver {
 public:
  OnlineComid(const Problem& problem, const OptionValues& options, Random random)
      : rows_(problem.rows()),
        loss_(problem.loss_as<Loss>()),
        lambda_(problem.lambda()),
        step_size_(problem, options),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem.n(), options.flag("average")) {}

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal) {
      const Index i = order_.next();
      const auto row = rows_[i];
      const double derivative = of_row(loss_, i).derivative(w_.dot(row));
      ++progress_.updates;
      const double eta = step_size_(static_cast<double>(progress_.updates));
      if (derivative != 0) w_.add(row, -eta * derivative);
      shrink(w_, eta * lambda_);
      progress_.entries_touched += row.size();
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { w_.weights(w); }

 private:
  /// Members, so that each instance has its own, inlined at the call.
  static void shrink(LazySoftThreshold& w, double kappa) { w.threshold(kappa); }
  static void shrink(ScaledVector& w, double kappa) {
    w.scale(1 / (1 + kappa));
    w.count_iterate();
  }

  using Weights =
      std::conditional_t<Regularizer::kind == RegularizerKind::l1, LazySoftThreshold, ScaledVector>;

  const SparseMatrix& rows_;
  Loss loss_;
  double lambda_;
  StepSize step_size_;
  LineOrder order_;
  Weights w_;
  Progress progress_;
};

const MethodRegistration online_comid_registration = MethodRegistration::with_row_weights<OnlineComid>(
    {.name = "online_comid",
     .title = "Online COMID",
     .source = "Tao et al. 2013, equations (6) and (7); Duchi et al. 2010",
     .randomized = true,
     .options = {step_option("c of the step size; t counts rows"), schedule_option(), offset_option(),
                 average_option()},
     .file = __FILE__},
    On<Hinge, L1>{}, On<Hinge, L2>{});

}  // namespace

}  // namespace descent
