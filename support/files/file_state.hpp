#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace descent {

/// What tells at a glance that a file has changed.
struct FileState {
  std::uint64_t bytes = 0;
  std::int64_t modified = 0;  ///< nanoseconds since 1970; a program may set it to anything
  std::int64_t changed =
      0;  ///< the same of the last change to bytes, name or rights; only the system sets it
  friend bool operator==(const FileState&, const FileState&) = default;
};

/// Of a regular file or what a link to one leads to; nothing for anything else.
std::optional<FileState> state_of(const std::filesystem::path& path);

/// Whether there is a file, or a link to one; no where nobody may look.
inline bool is_file(const std::filesystem::path& path) {
  return state_of(path).has_value();
}

/// Whether the file had been left alone for `time` by now. Clocks of files tick in steps (of 2 seconds on the
/// coarsest file systems): a file that was only just changed may change again and keep its state.
bool has_rested(const FileState& state, std::chrono::nanoseconds time);

}  // namespace descent
