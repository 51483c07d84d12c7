#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <stdexcept>

#include "support/files/folder_lock.hpp"

namespace descent::test {

/// A process that holds the lock of a folder until it is killed.
class LockOwner {
 public:
  explicit LockOwner(const std::filesystem::path& folder, const LockedWork& work = work_on_results) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
      try {
        const FolderLock lock(folder, work);
        const bool told = write(ends[1], "x", 1) == 1;
        while (told) pause();
      } catch (...) {  // the rest belongs to the parent
      }
      _exit(1);
    }
    close(ends[1]);
    char letter = 0;
    const bool holds = read(ends[0], &letter, 1) == 1;
    close(ends[0]);
    if (!holds) throw std::runtime_error("the other process could not lock the folder");
  }
  ~LockOwner() { end(); }
  LockOwner(const LockOwner&) = delete;
  LockOwner& operator=(const LockOwner&) = delete;

  pid_t process() const { return process_; }
  void end() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  pid_t process_ = 0;
};

}  // namespace descent::test
