#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

#include "support/files/file_descriptor.hpp"
#include "support/json/read_json.hpp"
#include "support/process/child_program.hpp"

namespace descent {

/// Processes connected by MPI: `mpiexec -n P descent_ranks REQUEST`. The environment's DESCENT_MPIEXEC, if
/// set, replaces mpiexec, with arguments. descent_ranks is beside this program (or DESCENT_RANKS). The
/// processes may use all processors that this program could at its start. The first process answers one line
/// per question. They end with this object, and with this process.
class MpiJob {
 public:
  /// Throws RunError if there is no descent_ranks.
  MpiJob(int processes, const std::filesystem::path& request, double most_wall_seconds);
  ~MpiJob();
  MpiJob(const MpiJob&) = delete;
  MpiJob& operator=(const MpiJob&) = delete;

  /// Returns the answer to a line without its end. Throws RunError, with mpiexec's message, if the processes
  /// have ended.
  Json ask(const std::string& line);

 private:
  std::string failure() const;

  int processes_;
  FileDescriptor questions_;
  std::mutex mutex_;
  std::condition_variable news_;
  std::string output_;
  std::string errors_;
  bool has_ended_ = false;
  ProgramEnd end_;
  std::thread thread_;  ///< reads the output
};

/// Must be called before runs in several processes. Starts this many, which only greet each other. Throws
/// ConfigError, with mpiexec's message, if that fails. Successes are not tried again.
void require_processes(int processes);

}  // namespace descent
