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

/// Processes that MPI connects: `mpiexec -n P descent_ranks REQUEST`, where mpiexec and its own arguments are
/// the words of the environment's DESCENT_MPIEXEC, if that is set, and descent_ranks lies beside this program
/// (or is DESCENT_RANKS). They may use all processors that this program might when it started. The first one
/// is asked line by line, and answers so. They end with this object, and with this process.
class MpiJob {
 public:
  /// Throws RunError when there is no descent_ranks.
  MpiJob(int processes, const std::filesystem::path& request, double most_wall_seconds);
  ~MpiJob();
  MpiJob(const MpiJob&) = delete;
  MpiJob& operator=(const MpiJob&) = delete;

  /// The answer to a line, which has no end of line. Throws RunError, with what mpiexec says of it, when the
  /// processes have ended meanwhile.
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
  std::thread thread_;  ///< listens
};

/// To be called before runs in several processes: starts so many that only greet each other, and time their
/// sums. Throws ConfigError, with what mpiexec says, when that does not work. What has worked once is not
/// tried again.
void require_processes(int processes);

/// What so many processes have answered to that: {"allreduce": …} (experiments/ranks/allreduce_probe.hpp).
/// Empty where they were not asked.
Json greeting_of(int processes);

}  // namespace descent
