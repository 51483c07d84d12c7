#include "experiments/measure/surroundings.hpp"

#include <array>
#include <atomic>
#include <thread>

#include "support/process/processor.hpp"
#include "tests/catch.hpp"

namespace descent::test {
namespace {

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

TEST_CASE("surroundings count only what changed during the run") {
  const MachineState before = state_after_rivalry();
  const double load = load_of_machine();
  const SurroundingsWatch watch(0);
  const RunSurroundings around = watch.end();
  CHECK((around.load == load || around.load == load_of_machine()));
  CHECK(around.runs_beside == 0);
  CHECK(around.cache_shared_by == 0);  // by none of these runs
  CHECK(around.switches < before.switches);
  CHECK((before.steal_seconds == 0 || around.steal_seconds < before.steal_seconds));
  CHECK((before.throttles == 0 || around.throttles < before.throttles));
  unpin_from_processor();
}

}  // namespace descent::test
