#pragma once

#include <sys/types.h>

#include <span>
#include <string>
#include <vector>

namespace descent {

struct EndOfProcess {
  int status = 0;          ///< as waitpid() gives it
  double cpu_seconds = 0;  ///< what it, and those that it has waited for, have used

  /// "ended by signal 9 (Killed)" or "ended with exit status 7".
  std::string text() const;
};

EndOfProcess wait_for(pid_t process);

/// While it lives, processes whose parent ends become children of this one: none gets away, and none hides
/// the time that it has used. Those that are left at its end are killed. (As the first process of a container
/// it cannot tell them from what others have left running there.)
class Adoption {
 public:
  Adoption();
  ~Adoption();
  Adoption(const Adoption&) = delete;
  Adoption& operator=(const Adoption&) = delete;

  /// Kills what has been adopted, which is all children of this process but those of before and the `own`
  /// ones. What one of them leaves behind is adopted in its turn. Returns the CPU seconds that they have
  /// used.
  double end_all(std::span<const pid_t> own = {}) const;

 private:
  std::vector<pid_t> before_;
  int adopted_before_ = 0;  ///< whether this process did so already
};

}  // namespace descent
