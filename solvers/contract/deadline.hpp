#pragma once

#include "support/numbers/infinity.hpp"
#include "support/process/processor.hpp"

namespace descent {

/// Thrown by Deadline::check(). The `advance` of the solver catches it, and the unfinished step counts as not
/// made.
struct OutOfTime {};

/// CPU time of the thread at which a step has to end. Methods check it between the large parts of a step that
/// may take longer than a whole budget, never in an inner loop.
class Deadline {
 public:
  Deadline() = default;
  explicit Deadline(double cpu_seconds) : end_(cpu_seconds) {}

  void check() const {
    if (end_ < infinity && thread_cpu_seconds() > end_) throw OutOfTime{};
  }

 private:
  double end_ = infinity;
};

}  // namespace descent
