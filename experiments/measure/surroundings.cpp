#include "experiments/measure/surroundings.hpp"

#include <algorithm>

namespace descent {

SurroundingsWatch::SurroundingsWatch(std::uint64_t runs_beside) {
  surroundings_.load = load_of_machine();
  surroundings_.runs_beside = runs_beside;
  surroundings_.cache_shared_by = std::min<std::uint64_t>(runs_beside, processors_beside_on_cache());
  before_ = machine_state();
}

RunSurroundings SurroundingsWatch::end() const {
  const MachineState after = machine_state();
  RunSurroundings surroundings = surroundings_;
  surroundings.throttles = after.throttles - before_.throttles;
  surroundings.steal_seconds = after.steal_seconds - before_.steal_seconds;
  surroundings.switches = after.switches - before_.switches;
  return surroundings;
}

}  // namespace descent
