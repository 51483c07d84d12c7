#pragma once

#include "datasets/matrix/sparse_matrix.hpp"
#include "support/process/machine_state.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// Watches the machine around a run, from the construction to end(), on the thread and the core of the run.
class SurroundingsWatch {
 public:
  /// Calibrates first, about 40 ms off the run's clock: 200 MB of walks over the rows' stored bytes, and ten
  /// million dependent multiplications. Each is done in four pieces; the fastest counts, four times. Without
  /// calibration if $DESCENT_CALIBRATION is "off".
  SurroundingsWatch(const SparseMatrix& rows, std::uint64_t runs_beside);

  RunSurroundings end() const;

 private:
  RunSurroundings surroundings_;
  MachineState before_;
};

}  // namespace descent
