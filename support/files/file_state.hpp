#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace descent {

/// Cheap signs that a file has changed.
struct FileState {
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970; a program may set it to anything
  std::int64_t changed = 0;   ///< last change of bytes, name or rights; only the system sets it
  friend bool operator==(const FileState&, const FileState&) = default;
};

/// The state of a regular file, or of a link's target; empty for anything else.
std::optional<FileState> state_of(const std::filesystem::path& path);

/// True for a file or a link to one; false if it may not be accessed.
inline bool is_file(const std::filesystem::path& path) {
  return state_of(path).has_value();
}

/// True for anything, and for a folder, that is there and may be seen.
bool is_present(const std::filesystem::path& path);
bool is_folder(const std::filesystem::path& path);

/// True for a folder, a pipe or a device, which nothing may replace or wait for.
bool is_other_than_file(const std::filesystem::path& path);

}  // namespace descent
