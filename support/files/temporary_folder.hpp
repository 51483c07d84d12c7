#pragma once

#include <filesystem>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// $TMPDIR, else /tmp. Throws ConfigError if TMPDIR is not a folder.
std::filesystem::path folder_of_temporary_files();

/// A folder in `where` for temporary files, removed with its content at this object's end, or, for a killed
/// process, by remove_abandoned_temporary_folders().
class TemporaryFolder {
 public:
  /// Throws RunError if it cannot be made or opened, and as folder_of_temporary_files() does.
  explicit TemporaryFolder(const std::filesystem::path& where = folder_of_temporary_files());
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  FileDescriptor lock_;
  std::filesystem::path path_;
};

/// Removes the folders in `where` that no living process has.
void remove_abandoned_temporary_folders(const std::filesystem::path& where);
/// The same in the folder of temporary files, if there is one.
void remove_abandoned_temporary_folders();

}  // namespace descent
