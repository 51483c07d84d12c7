// Methods that never come to an end by themselves.

#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <list>
#include <vector>

#include "tests/faults/methods/wrong_solver.hpp"

namespace descent::test {

namespace {

/// Computes on and on, and never returns.
template <class Loss, class Regularizer>
class Stuck : public WrongSolver {
 public:
  Stuck(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    volatile std::uint64_t turns = 0;
    while (steps() == good_steps) turns = turns + 1;
  }
};

/// Takes memory, and uses it, until there is no more.
template <class Loss, class Regularizer>
class Hungry : public WrongSolver {
 public:
  Hungry(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    while (steps() == good_steps) eaten_.emplace_back(std::size_t{1} << 20, 'x');
  }

 private:
  std::list<std::vector<char>> eaten_;
};

/// Goes on when the file that DESCENT_GATE names is there: a run that lasts as long as a trial wants.
template <class Loss, class Regularizer>
class Waits : public WrongSolver {
 public:
  Waits(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    const char* const gate = std::getenv("DESCENT_GATE");
    while (steps() == good_steps && gate != nullptr && access(gate, F_OK) != 0) usleep(1000);
  }
};

const MethodRegistration stuck =
    MethodRegistration::of<Stuck>({.name = "stuck", .title = "stuck", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration hungry =
    MethodRegistration::of<Hungry>({.name = "hungry", .title = "hungry", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration waits =
    MethodRegistration::of<Waits>({.name = "waits", .title = "waits", .source = "none"}, On<Hinge, L2>{});

}  // namespace

}  // namespace descent::test
