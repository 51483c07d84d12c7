#pragma once

#include <filesystem>
#include <string>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// Work that only one process at a time may do in a folder.
struct LockedWork {
  std::string file;    ///< in the folder; the same name excludes each other
  std::string notice;  ///< message to another process, after "process N"
};

inline const LockedWork work_on_results{
    ".lock", "is at work in this folder; wait for its end, or give another folder with --out"};

/// Reserves work in a folder for this process by a lock on a hidden file there. The system releases it when
/// the process ends, however it ends, and children do not inherit it. The file names the holder in words.
/// Without locks in the file system, it excludes no one.
class FolderLock {
 public:
  /// Makes the folder if missing. Throws ConfigError with the owner if another process has it, and
  /// ResultFileError if it cannot be made or written, or the hidden file is a link.
  explicit FolderLock(const std::filesystem::path& folder, const LockedWork& work = work_on_results);
  /// Removes the folder if this object made it and it is empty.
  ~FolderLock();

 private:
  std::filesystem::path folder_;
  std::filesystem::path path_;
  bool is_new_ = false;
  FileDescriptor file_;
};

}  // namespace descent
