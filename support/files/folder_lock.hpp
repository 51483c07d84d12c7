#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// What is kept to one process in a folder.
struct LockedWork {
  std::string file;    ///< in the folder; two of one name keep each other out
  std::string notice;  ///< what another process is told after "process N"
};

inline const LockedWork work_on_results{
    ".lock", "is at work in this folder; wait for its end, or give another folder with --out"};

/// Keeps work in a folder to this process: a lock on a hidden file there that the system gives up when the
/// process ends, however it ends, and that children do not inherit. The file says in words who holds it.
/// Where the file system has no locks, it keeps nobody out.
class FolderLock {
 public:
  /// Makes the folder where it is missing. Throws ConfigError that names the owner when another process has
  /// it, and ResultFileError when it cannot be made or written, or when the hidden file is a link.
  explicit FolderLock(const std::filesystem::path& folder, const LockedWork& work = work_on_results);
  /// Removes a folder that it made and that is still empty.
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

  /// The process that had the folder before and ended without giving it back; 0 when the last one did.
  pid_t interrupted() const { return interrupted_; }

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
  bool is_new_ = false;
  FileDescriptor file_;
  pid_t interrupted_ = 0;
};

}  // namespace descent
