#pragma once

#include "support/numbers/infinity.hpp"
#include "support/process/processor.hpp"

namespace descent {

/// Thrown by Deadline::check(). The `advance` of the solver catches it, and the unfinished step counts as not
/// made.
struct OutOfTime {};

/// CPU time of the thread at which a step has to end, or wall time if threads share the step. Methods check
/// it between the large parts of a step that may take longer than a whole budget, never in an inner loop.
class Deadline {
 public:
  Deadline() = default;
  explicit Deadline(double cpu_seconds) : end_(cpu_seconds) {}

  static Deadline of_wall_time(double seconds) {
    Deadline deadline(seconds);
    deadline.now_ = wall_seconds;
    return deadline;
  }

  void check() const {
    if (end_ < infinity && now_() > end_) throw OutOfTime{};
  }

 private:
  double end_ = infinity;
  double (*now_)() = thread_cpu_seconds;
};

}  // namespace descent
