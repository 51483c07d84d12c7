// Methods that fail in various ways after some good steps.

#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <list>
#include <stdexcept>
#include <vector>

#include "solvers/contract/method_registration.hpp"

namespace descent::test {

namespace {

/// Steps before the failure, with checkpoints.
constexpr std::uint64_t good_steps = 5;

/// A solver whose steps each count as one pass over the data.
class WrongSolver : public Solver {
 public:
  /// Changes weights and dual weights in a step, given the number of earlier steps.
  using Step = std::function<void(std::uint64_t steps, std::vector<double>& w, std::vector<double>& dual)>;

  WrongSolver(const Problem& problem, Step step, bool has_dual)
      : step_(std::move(step)),
        has_dual_(has_dual),
        weights_(static_cast<std::size_t>(problem.n()), 0.0),
        dual_(static_cast<std::size_t>(problem.m()), 0.0),
        nonzeros_(static_cast<std::uint64_t>(problem.rows().nonzeros())) {}

  Progress advance(std::uint64_t entries) override {
    const std::uint64_t goal = progress_.entries_touched + entries;
    while (progress_.entries_touched < goal) {
      step_(progress_.updates, weights_, dual_);
      ++progress_.updates;
      progress_.entries_touched += nonzeros_;
    }
    return progress_;
  }

  void weights(std::span<double> w) const override { std::copy(weights_.begin(), weights_.end(), w.begin()); }
  std::optional<std::span<const double>> dual() const override {
    if (!has_dual_) return std::nullopt;
    return dual_;
  }

 private:
  Step step_;
  bool has_dual_;
  std::vector<double> weights_;
  std::vector<double> dual_;
  std::uint64_t nonzeros_;
  Progress progress_;
};

/// `step_of` returns the step for the options.
MethodRegistration registered(const std::string& name,
                              const std::function<WrongSolver::Step(const OptionValues&)>& step_of,
                              std::vector<Option> options = {}, bool has_dual = false) {
  const auto make = [=](const Problem& problem, const OptionValues& values, Random) {
    return std::make_unique<WrongSolver>(problem, step_of(values), has_dual);
  };
  return MethodRegistration(Method{.name = name,
                                   .title = name,
                                   .source = "none",
                                   .options = std::move(options),
                                   .solves = {{LossKind::hinge, RegularizerKind::l2, make}}});
}

/// A method that only fails in this way.
MethodRegistration turning(const std::string& name, const std::function<void()>& turn) {
  const WrongSolver::Step step = [=](std::uint64_t steps, const auto&, const auto&) {
    if (steps == good_steps) turn();
  };
  return registered(name, [=](const OptionValues&) { return step; });
}

// Methods whose process ends suddenly.

const MethodRegistration throws =
    turning("throws", [] { throw std::runtime_error("the step has no length"); });
const MethodRegistration throws_number = turning("throws_number", [] { throw 42; });
const MethodRegistration segfaults = turning("segfaults", [] {
  std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would make it another exit
  std::raise(SIGSEGV);
});
const MethodRegistration aborts = turning("aborts", [] { std::abort(); });
/// With the exit status of success or of failure.
const MethodRegistration exits = registered("exits",
                                            [](const OptionValues& options) -> WrongSolver::Step {
                                              const int exit_status =
                                                  static_cast<int>(options.number("exit_status"));
                                              return [=](std::uint64_t steps, const auto&, const auto&) {
                                                if (steps == good_steps) std::exit(exit_status);
                                              };
                                            },
                                            {{.name = "exit_status",
                                              .description = "what it tells the parent",
                                              .default_value = 0.0,
                                              .range = NumberRange{.lower = 0}}});

// Methods that never end by themselves.

/// Computes forever.
const MethodRegistration stuck = turning("stuck", [] {
  volatile std::uint64_t turns = 0;
  while (true) turns = turns + 1;
});
/// Takes and uses memory until there is none.
const MethodRegistration hungry = turning("hungry", [] {
  for (std::list<std::vector<char>> eaten;;) eaten.emplace_back(std::size_t{1} << 20, 'x');
});
/// Waits for the file named by DESCENT_GATE, so that a trial controls the length of a run.
const MethodRegistration waits = turning("waits", [] {
  const char* const gate = std::getenv("DESCENT_GATE");
  while (gate != nullptr && access(gate, F_OK) != 0) usleep(1000);
});

// Methods that end normally, with NaN or with numbers that prove nothing.

const MethodRegistration nan = registered("nan", [](const OptionValues&) {
  return [](std::uint64_t steps, std::vector<double>& w, const auto&) {
    if (steps == good_steps) w[0] = std::numeric_limits<double>::quiet_NaN();
  };
});
/// Weights grow at each step, soon to infinity.
const MethodRegistration diverges = registered("diverges", [](const OptionValues&) {
  return [](std::uint64_t, std::vector<double>& w, const auto&) { w[0] = w[0] == 0 ? 1e95 : w[0] * 1e100; };
});
/// Is best with the step 10, at w = 0, and diverges from 1000 on. With DESCENT_CRASH, the step 10 crashes.
const MethodRegistration fragile =
    registered("fragile",
               [](const OptionValues& options) -> WrongSolver::Step {
                 const double step = options.number("step");
                 return [=](std::uint64_t, std::vector<double>& w, const auto&) {
                   if (step == 10 && std::getenv("DESCENT_CRASH") != nullptr) {
                     std::signal(SIGSEGV, SIG_DFL);
                     std::raise(SIGSEGV);
                   }
                   w[0] = step < 1000 ? 100 * std::log10(step / 10) : w[0] == 0 ? 1e95 : w[0] * 1e100;
                 };
               },
               {{.name = "step",
                 .description = "its distance from 10 is that from the optimum",
                 .default_value = 1.0,
                 .range = above_zero,
                 .tunable = true}});
/// Stays at w = 0 and returns dual weights that would put min F far above F(0), if they were valid; with
/// "nothing" they are NaN.
const MethodRegistration lies = registered(
    "lies",
    [](const OptionValues& options) -> WrongSolver::Step {
      const double claim =
          options.word("claim") == "too much" ? 1e6 : std::numeric_limits<double>::quiet_NaN();
      return [=](std::uint64_t, const auto&, std::vector<double>& dual) { dual.assign(dual.size(), claim); };
    },
    {{.name = "claim",
      .description = "each dual weight: a million, or not a number",
      .default_value = "too much",
      .words = {"too much", "nothing"}}},
    true);

}  // namespace

}  // namespace descent::test
