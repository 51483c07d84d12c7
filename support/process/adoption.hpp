#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

namespace descent {

struct EndOfProcess {
  int status = 0;          ///< as returned by waitpid()
  double cpu_seconds = 0;  ///< of the process and of all processes that it waited for

  /// "ended by signal 9 (Killed)" or "ended with exit status 7".
  std::string text() const;
};

EndOfProcess wait_for(pid_t process);

/// While it lives, processes whose parent ends become children of this process: none escapes or hides its CPU
/// time. Any left at its end are killed. (As a container's first process, it cannot distinguish them from
/// processes that others left there.)
class Adoption {
 public:
  Adoption();
  ~Adoption();
  Adoption(const Adoption&) = delete;
  Adoption& operator=(const Adoption&) = delete;

  /// Kills the adopted processes: all children except those from before and `own`, and processes that they
  /// leave behind. Returns the CPU seconds that they used.
  double end_all(std::span<const pid_t> own = {}) const;

 private:
  std::vector<pid_t> before_;
  int adopted_before_ = 0;  ///< whether this process adopted before
};

}  // namespace descent
