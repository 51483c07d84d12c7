#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>

namespace descent {

/// All bytes of a file during a computation: a copy, which nothing can change, or, if it does not fit into
/// memory, a mapping, which changes with the file. Before results of mapped bytes are kept, their checksum
/// must be compared. The first byte is aligned to a page.
class FileBytes {
 public:
  /// Copies the file if it has at most `most_copied` bytes (default: half of available_memory()) and the
  /// system gives the memory. Throws std::system_error if it is unreadable.
  explicit FileBytes(const std::filesystem::path& path, std::optional<std::uint64_t> most_copied = {});
  ~FileBytes();
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  bool is_mapped() const { return is_mapped_; }
  std::span<const std::byte> all() const { return {static_cast<const std::byte*>(place_), size_}; }

 private:
  void* place_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  ///< bytes of the memory or mapping
  bool is_mapped_ = false;
};

}  // namespace descent
