#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace descent {

/// What came of one job: the text that the child handed back, or why there is none.
struct JobResult {
  std::size_t job = 0;
  std::string answer;
  /// Empty when the job went well: the message of an exception, the signal or the limit that ended it.
  std::string failure;
};

/// What each job's process may use; without a value as much as it wants.
struct JobLimits {
  /// Private memory in bytes (RLIMIT_DATA): what it takes from the heap, with what the parent had taken from
  /// there when it forked; files that are mapped do not count. A job fails at once when that is more.
  std::optional<std::uint64_t> memory_bytes;
  std::optional<double> wall_seconds;  ///< from the process's start; one that needs longer is killed
};

/// Carries out jobs 0 … count − 1, each in a child process of its own that is bound to one physical core,
/// `at_once` of them at a time (at most the number of cores). A child sees all that this process has loaded;
/// a crash, a kill or a limit ends that job alone. `prepare` runs here just before the job's child starts,
/// `work` in the child, which hands back its answer, and `finished` here, in the order of completion.
/// Children die with this process, and before an exception of `prepare` or `finished` leaves. Throws
/// Interruption (signal_watch.hpp) when this process is told to stop meanwhile, and RunError when no process
/// can be started or watched, or when the processors that this one may use are unknown.
void run_in_children(std::size_t count, int at_once, const std::function<void(std::size_t)>& prepare,
                     const std::function<std::string(std::size_t)>& work,
                     const std::function<void(const JobResult&)>& finished, const JobLimits& limits = {});

}  // namespace descent
