// L1-PSA, projected subgradients on an L1 ball: Duchi, Shalev-Shwartz, Singer, Chandra (2008), "Efficient
// Projections onto the l1-Ball for Learning in High Dimensions"; a rival in Tao et al. (2013), §4.2.
//
//   min_w  (1/m) Σ_i ℓ(z_i)   subject to ‖w‖₁ ≤ r
//
//   w ← Π(w − η_t g),   g = mean subgradient over k random rows, or over all of them
//
// With r = ‖w*‖₁ of the penalised problem ("radius": "optimum") both have the same solution; the penalised
// objective is reported. A step on k rows costs about their nonzeros (SparseL1Ball).

#include <fmt/format.h>

#include "solvers/contract/method_registration.hpp"
#include "solvers/first_order/batch_method.hpp"
#include "solvers/first_order/l1_ball.hpp"
#include "solvers/first_order/step_size.hpp"
#include "solvers/linear_algebra/line_order.hpp"
#include "support/errors.hpp"

namespace descent {

namespace {

class FullL1Psa : public BatchMethod<Hinge> {
 public:
  FullL1Psa(const Problem& problem, const OptionValues& options, double radius)
      : BatchMethod(problem, options),
        radius_(radius),
        step_size_(problem, options),
        scratch_(static_cast<std::size_t>(problem.n())) {}

 private:
  void step(double t, std::span<const double> g, std::span<double> w) override {
    const double eta = step_size_(t);
    for (std::size_t j = 0; j < w.size(); ++j) w[j] -= eta * g[j];
    project_onto_l1_ball(w, radius_, scratch_);
  }

  double radius_;
  StepSize step_size_;
  std::vector<double> scratch_;
};

class StochasticL1Psa : public SteppingSolver {
 public:
  StochasticL1Psa(const Problem& problem, const OptionValues& options, double radius, Random random)
      : problem_(problem),
        rows_(problem.rows()),
        step_size_(problem, options),
        order_(rows_, all_lines(problem.m()), LineOrder::Kind::uniform, random),
        w_(problem.n(), radius, options.flag("average")),
        batch_(static_cast<std::size_t>(options.number("batch"))) {}

  Progress advance(std::uint64_t entries) override {
    return work(entries, [this] {
      for (Draw& draw : batch_) {
        draw.row = order_.next();
        draw.derivative = problem_.row_weight(draw.row) * Hinge::derivative(w_.dot(rows_[draw.row]));
        progress_.entries_touched += rows_[draw.row].size();
      }
      ++progress_.updates;
      const double eta =
          step_size_(static_cast<double>(progress_.updates)) / static_cast<double>(batch_.size());
      for (const Draw& draw : batch_) {
        if (draw.derivative != 0) w_.add(rows_[draw.row], -eta * draw.derivative);
      }
      w_.project();
    });
  }

  void weights(std::span<double> w) const override { w_.weights(w); }

 private:
  struct Draw {
    Index row = 0;
    double derivative = 0;
  };

  const Problem& problem_;
  const SparseMatrix& rows_;
  StepSize step_size_;
  LineOrder order_;
  SparseL1Ball w_;
  std::vector<Draw> batch_;
};

std::unique_ptr<Solver> make_l1_psa(const Problem& problem, const OptionValues& options, Random random) {
  if (options.is_word("radius")) {
    throw ConfigError(
        fmt::format("radius \"{}\" is not known for this problem: run `descent tune` first, or give a number",
                    options.word("radius")));
  }
  const double radius = options.number("radius");
  if (options.is_word("batch")) return std::make_unique<FullL1Psa>(problem, options, radius);
  return std::make_unique<StochasticL1Psa>(problem, options, radius, random);
}

const MethodRegistration l1_psa_registration(Method{
    .name = "l1_psa",
    .title = "L1-PSA",
    .source = "Duchi et al. 2008; Tao et al. 2013, section 4.2",
    .randomized = true,
    .takes_weights = TakesWeights::of_rows,
    .options = {step_option("c of the step size; t counts steps"),
                schedule_option(),
                offset_option(),
                {.name = "batch",
                 .description = "rows a step; \"full\" takes all of them",
                 .default_value = 1.0,
                 .range = integers(1, 1e6),
                 .words = {"full"},
                 .source = "Duchi et al. 2008, section 7"},
                {.name = "radius",
                 .description =
                     "r of the ball; \"optimum\": the L1 norm of the penalised problem's solution; "
                     "\"tuned\": chosen by `descent tune`",
                 .default_value = "optimum",
                 .range = above_zero,
                 .words = {"optimum", "tuned"},
                 .source = "Duchi et al. 2008",
                 .tunable = true},
                average_option()},
    .solves = {{LossKind::hinge, RegularizerKind::l1, make_l1_psa}},
    .file = __FILE__});

}  // namespace

}  // namespace descent
