#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// In the names of files that are being written, and of those that a killed process has left.
inline constexpr std::string_view partial_mark = ".partial-";

/// The name of a file until it gets its later one; the file is removed when the owner goes before that.
class TemporaryName {
 public:
  TemporaryName() = default;
  explicit TemporaryName(std::filesystem::path path) : path_(std::move(path)) {}
  ~TemporaryName() { remove(); }
  TemporaryName(TemporaryName&& other) noexcept;
  /// Removes the file that it named.
  TemporaryName& operator=(TemporaryName&& other) noexcept;

  /// Empty when there is none, or none any more.
  const std::filesystem::path& path() const { return path_; }

  /// Gives the file its later name, in place of an older one. Throws std::system_error.
  void become(const std::filesystem::path& later);
  /// Removes the file, if there is one, whatever the system says.
  void remove() noexcept;

 private:
  std::filesystem::path path_;
};

/// A file that is being written. When its owner goes, it is closed before its name is removed.
struct PartialFile {
  TemporaryName name;
  FileDescriptor file;
};

/// Makes a file beside the later one that no other has: hidden, `.NAME.partial-XXXXXX`, open to read and
/// write (for children of this process it is not), with rights for nobody but the user. Throws
/// std::system_error.
PartialFile make_partial_file(const std::filesystem::path& later);

}  // namespace descent
