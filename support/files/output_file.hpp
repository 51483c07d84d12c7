#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

#include "support/files/atomic_file.hpp"

namespace descent {

/// A file that the user names for the output of a command. It replaces an older file, whole and not before
/// commit(), and keeps its access rights. A link is followed. A device or a pipe is written into.
class OutputFile {
 public:
  /// Throws ConfigError if the file is one of `inputs` under any name, was written by descent into a
  /// folder of results or optima, has no write permission, or is a folder. Throws ResultFileError if it
  /// cannot be written.
  explicit OutputFile(const std::filesystem::path& path, std::span<const std::filesystem::path> inputs = {});

  void write(std::string_view text);
  void commit();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  FileDescriptor stream_;           ///< of a device or a pipe
  std::optional<AtomicFile> file_;  ///< else
  AfterPowerFailure wanted_ = AfterPowerFailure::anything;
};

/// True for paths of one file, which need not be there.
bool is_one_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace descent
