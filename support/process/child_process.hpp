#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>

#include "support/files/file_descriptor.hpp"
#include "support/process/job.hpp"

namespace descent {

/// A process that does one job, and the pipe for its answer. It dies with this process, or with this object
/// unless waited for.
class ChildProcess {
 public:
  /// Starts it on one logical processor; `work` runs there. Throws RunError if the system refuses.
  ChildProcess(std::size_t job, int processor, const std::function<std::string(std::size_t)>& work,
               const JobLimits& limits);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// For poll(): readable if the child has written something or has ended.
  int pipe() const { return pipe_.get(); }
  int processor() const { return processor_; }
  pid_t id() const { return process_; }

  /// Time to kill it, on the clock of wall_seconds(); infinite without a limit, and after the kill.
  double deadline() const { return deadline_; }
  void kill_if_late();

  /// Reads what the child has written. True if it has closed its end.
  bool read_some();

  /// Waits for the child's end and returns the result.
  const JobResult& end();

 private:
  pid_t process_ = 0;
  FileDescriptor pipe_;
  int processor_;
  JobLimits limits_;
  double deadline_;
  bool is_late_ = false;
  JobResult result_;
};

}  // namespace descent
