#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <string>

#include "support/files/file_descriptor.hpp"
#include "support/process/job.hpp"

namespace descent {

/// A process that carries out one job, and the end of the pipe that its answer comes from. It dies with this
/// process; one that is not waited for is killed.
class ChildProcess {
 public:
  /// Starts it on one logical processor; `work` runs there. Throws RunError when the system refuses.
  ChildProcess(std::size_t job, int processor, const std::function<std::string(std::size_t)>& work,
               const JobLimits& limits);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// For poll(): readable when the child has something to say, or has ended.
  int pipe() const { return pipe_.get(); }
  int processor() const { return processor_; }
  pid_t id() const { return process_; }

  /// When it is to be killed, on the clock of wall_seconds(); infinite without a limit, and once it was.
  double deadline() const { return deadline_; }
  void kill_if_late();

  /// Takes in what the child has written. True when it has closed its end.
  bool read_some();

  /// Waits for the child's end and tells what came of it.
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
