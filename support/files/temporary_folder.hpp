#pragma once

#include <filesystem>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// What TMPDIR of the environment names, or else /tmp. Throws ConfigError where that is no folder.
std::filesystem::path folder_of_temporary_files();

/// A folder among the temporary files that goes, with all that is in it, with this object; that of a process
/// that was killed goes with remove_abandoned_temporary_folders().
class TemporaryFolder {
 public:
  /// Throws RunError when it cannot be made or opened, and as folder_of_temporary_files() does.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  FileDescriptor lock_;
  std::filesystem::path path_;
};

/// Removes the folders that no living process has.
void remove_abandoned_temporary_folders();

}  // namespace descent
