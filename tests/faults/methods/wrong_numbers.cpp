// Methods that end in an orderly way, with numbers that are none or that prove nothing.

#include <limits>

#include "tests/faults/methods/wrong_solver.hpp"

namespace descent::test {

namespace {

template <class Loss, class Regularizer>
class Nan : public WrongSolver {
 public:
  Nan(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    if (steps() == good_steps) weights_[0] = std::numeric_limits<double>::quiet_NaN();
  }
};

/// Its weights grow at each step, soon to infinity.
template <class Loss, class Regularizer>
class Diverges : public WrongSolver {
 public:
  Diverges(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) { weights_[0] = 1e-5; }
  void step() override { weights_[0] *= 1e100; }
};

/// Stays at w = 0 and claims dual weights that would put min F far above that, were they dual weights; those
/// that "nothing" asks for are no numbers at all.
template <class Loss, class Regularizer>
class Lies : public WrongSolver {
 public:
  Lies(const Problem& problem, const OptionValues& options, Random) : WrongSolver(problem) {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    dual_.assign(dual_.size(), options.word("claim") == "too much" ? 1e6 : nothing);
  }
  void step() override {}
  std::optional<std::span<const double>> dual() const override { return dual_; }
};

const MethodRegistration nan =
    MethodRegistration::of<Nan>({.name = "nan", .title = "NaN", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration diverges = MethodRegistration::of<Diverges>(
    {.name = "diverges", .title = "diverges", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration lies =
    MethodRegistration::of<Lies>({.name = "lies",
                                  .title = "lies",
                                  .source = "none",
                                  .options = {{.name = "claim",
                                               .description = "each dual weight: a million, or not a number",
                                               .default_value = "too much",
                                               .words = {"too much", "nothing"}}}},
                                 On<Hinge, L2>{});

}  // namespace

}  // namespace descent::test
