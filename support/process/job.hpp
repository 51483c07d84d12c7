#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

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

}  // namespace descent
