#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>

namespace descent {

/// All bytes of a file, for as long as one computes on them: a copy, which nothing can change any more, or,
/// where a copy does not fit into memory, a mapping, which changes with the file: before results of mapped
/// bytes are kept, their checksum must be compared. The first byte is aligned to a page.
class FileBytes {
 public:
  /// Gets a file's bytes in pieces, in order, each while it lies in the nearer caches; `left` come after it.
  using Look = std::function<void(std::span<const std::byte> piece, std::size_t left)>;

  /// As a copy if the file has at most so many bytes (else: half of what programs can take before others have
  /// to give way), and the system gives the memory. Throws std::system_error when it cannot be read.
  explicit FileBytes(const std::filesystem::path& path, std::optional<std::uint64_t> most_copied = {},
                     const Look& look = {});
  ~FileBytes();
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;

  bool is_mapped() const { return is_mapped_; }
  std::span<const std::byte> all() const { return {static_cast<const std::byte*>(place_), size_}; }

 private:
  void give_back();

  void* place_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;  ///< of the memory or mapping
  bool is_mapped_ = false;
};

}  // namespace descent
