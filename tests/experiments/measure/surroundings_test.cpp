#include "experiments/measure/surroundings.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>

#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/environment_variable.hpp"

namespace descent::test {
namespace {

/// CPU seconds of ten million dependent multiplications and additions.
double seconds_of_arithmetic() {
  const double start = thread_cpu_seconds();
  volatile double one = 1.0000000001;
  const double factor = one;
  double value = 1;
  for (int k = 0; k < 10'000'000; ++k) value = value * factor + 1e-12;
  one = value;
  return thread_cpu_seconds() - start;
}

/// Lets another thread drive this one from its processor, until that has happened a few times.
MachineState state_after_rivalry() {
  pin_to_processors(std::array{physical_cores().front()});
  std::atomic<bool> is_over = false;
  std::thread rival([&] {
    while (!is_over) {
    }
  });
  const double start = wall_seconds();
  while (machine_state().switches < 5 && wall_seconds() < start + 10) {
  }
  is_over = true;
  rival.join();
  return machine_state();
}

}  // namespace

TEST_CASE("surroundings are what changed meanwhile, and calibration counts the whole of its work") {
  const EnvironmentVariable calibration("DESCENT_CALIBRATION", "on");
  const Sample sample = random_sample(1, 40, 6);
  const MachineState before = state_after_rivalry();
  const double load = load_of_machine();
  const SurroundingsWatch watch(sample.rows, 0);
  const RunSurroundings around = watch.end();
  CHECK((around.load == load || around.load == load_of_machine()));
  CHECK(around.runs_beside == 0);
  CHECK(around.cache_shared_by == 0);  // by none of these runs
  CHECK(around.switches < before.switches);
  CHECK((before.steal_seconds == 0 || around.steal_seconds < before.steal_seconds));
  CHECK((before.throttles == 0 || around.throttles < before.throttles));
  CHECK(around.arithmetic_seconds > 0.5 * std::min(seconds_of_arithmetic(), seconds_of_arithmetic()));
  unpin_from_processor();
}

}  // namespace descent::test
