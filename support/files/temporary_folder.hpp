#pragma once

#include <filesystem>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// $TMPDIR, else /tmp. Throws ConfigError if TMPDIR is not a folder.
std::filesystem::path folder_of_temporary_files();

/// A folder for temporary files, removed with its content at this object's end, or, for a killed process, by
/// remove_abandoned_temporary_folders().
class TemporaryFolder {
 public:
  /// Throws RunError if it cannot be made or opened, and as folder_of_temporary_files() does.
  TemporaryFolder();
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  FileDescriptor lock_;
  std::filesystem::path path_;
};

/// Removes the folders that no living process has.
void remove_abandoned_temporary_folders();

}  // namespace descent
