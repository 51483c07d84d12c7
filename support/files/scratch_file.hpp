#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "support/files/file_descriptor.hpp"

namespace descent {

/// What does not fit into memory: bytes on disk, in a file without a name, which goes with its owner. They
/// are appended first, and then mapped to be read and changed.
class ScratchFile {
 public:
  /// Throws std::system_error, as append() and map() do.
  explicit ScratchFile(const std::filesystem::path& folder) : file_(make_nameless_file(folder)) {}
  ~ScratchFile();
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  void append(std::span<const std::byte> bytes);
  std::size_t size() const { return size_; }

  /// All bytes, for as long as this lives; to be called once, when everything has been appended.
  std::span<std::byte> map();

 private:
  FileDescriptor file_;
  std::size_t size_ = 0;
  void* place_ = nullptr;
};

}  // namespace descent
