#pragma once

#include <cstdint>

#include "support/process/machine_state.hpp"
#include "support/records/run_file.hpp"

namespace descent {

/// Watches the machine around a run, from the construction to end(), on the thread and the core of the run.
class SurroundingsWatch {
 public:
  explicit SurroundingsWatch(std::uint64_t runs_beside);

  RunSurroundings end() const;

 private:
  RunSurroundings surroundings_;
  MachineState before_;
};

}  // namespace descent
