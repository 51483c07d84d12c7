#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace descent {

/// The result of one job: the child's answer, or the reason why there is none.
struct JobResult {
  std::size_t job = 0;
  std::string answer;
  /// Empty if the job succeeded: the message of an exception, or the signal or limit that ended it.
  std::string failure;
};

/// Limits of each job's process; unlimited without a value.
struct JobLimits {
  /// Private memory in bytes (RLIMIT_DATA): the heap, with the parent's heap at the fork, but without mapped
  /// files. A job fails at once if the parent's part exceeds it.
  std::optional<std::uint64_t> memory_bytes;
  std::optional<double> wall_seconds;  ///< from the process's start; a slower process is killed
};

/// Runs jobs 0 … count − 1, each in its own child process on one physical core, `at_once` at a time (at most
/// the number of cores). With `cores`, job k has cores(k) of these to itself, or all if there are fewer. A
/// child sees everything that this process has loaded; a crash, a kill or a limit
/// ends that job alone. `prepare` runs here just before a child starts, `work` in the child, which returns
/// its answer, and `finished` here in the order of completion. Children die with this process, and before an
/// exception of `prepare` or `finished` leaves. Their descendants die too, unless SIGKILL ends this process.
/// Throws Interruption if this process is asked to stop, and RunError if no process can be started or
/// watched, or the usable processors are unknown.
void run_in_children(std::size_t count, int at_once, const std::function<void(std::size_t)>& prepare,
                     const std::function<std::string(std::size_t)>& work,
                     const std::function<void(const JobResult&)>& finished, const JobLimits& limits = {},
                     const std::function<std::size_t(std::size_t)>& cores = {});

}  // namespace descent
