#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace descent
