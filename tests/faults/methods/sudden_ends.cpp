// Methods whose process comes to a sudden end, each in its own way.

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "tests/faults/methods/wrong_solver.hpp"

namespace descent::test {

namespace {

template <class Loss, class Regularizer>
class Throws : public WrongSolver {
 public:
  Throws(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    if (steps() == good_steps) throw std::runtime_error("the step has no length");
  }
};

/// What is thrown is no std::exception.
template <class Loss, class Regularizer>
class ThrowsNumber : public WrongSolver {
 public:
  ThrowsNumber(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    if (steps() == good_steps) throw 42;
  }
};

template <class Loss, class Regularizer>
class Segfaults : public WrongSolver {
 public:
  Segfaults(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    if (steps() != good_steps) return;
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would turn it into an exit of its own
    std::raise(SIGSEGV);
  }
};

template <class Loss, class Regularizer>
class Aborts : public WrongSolver {
 public:
  Aborts(const Problem& problem, const OptionValues&, Random) : WrongSolver(problem) {}
  void step() override {
    if (steps() == good_steps) std::abort();
  }
};

/// Ends the program as if all were done, or as if not.
template <class Loss, class Regularizer>
class Exits : public WrongSolver {
 public:
  Exits(const Problem& problem, const OptionValues& options, Random)
      : WrongSolver(problem), exit_status_(static_cast<int>(options.number("exit_status"))) {}
  void step() override {
    if (steps() == good_steps) std::exit(exit_status_);
  }

 private:
  int exit_status_;
};

const MethodRegistration throws =
    MethodRegistration::of<Throws>({.name = "throws", .title = "throws", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration throws_number = MethodRegistration::of<ThrowsNumber>(
    {.name = "throws_number", .title = "throws a number", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration segfaults = MethodRegistration::of<Segfaults>(
    {.name = "segfaults", .title = "segfaults", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration aborts =
    MethodRegistration::of<Aborts>({.name = "aborts", .title = "aborts", .source = "none"}, On<Hinge, L2>{});
const MethodRegistration exits =
    MethodRegistration::of<Exits>({.name = "exits",
                                   .title = "exits",
                                   .source = "none",
                                   .options = {{.name = "exit_status",
                                                .description = "what it tells the parent",
                                                .default_value = 0.0,
                                                .range = NumberRange{.lower = 0}}}},
                                  On<Hinge, L2>{});

}  // namespace

}  // namespace descent::test
