#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

namespace descent {

/// A file read once from front to back. Names that end in .bz2, .gz or .xz are decompressed on the way (files
/// of several concatenated archives included); every other file is read as it is, straight from the operating
/// system.
class CompressedInput {
 public:
  /// Throws DataError when the file cannot be opened or is a folder.
  explicit CompressedInput(const std::filesystem::path& path);
  ~CompressedInput();
  CompressedInput(CompressedInput&&) noexcept;
  CompressedInput& operator=(CompressedInput&&) noexcept;

  /// Fills `block` from its front and returns how many bytes there were: fewer than block.size() only at the
  /// end of the file. Throws DataError, naming the file, when it cannot be read or the archive is damaged or
  /// cut off.
  std::size_t read(std::span<char> block);

 private:
  struct Source;
  std::filesystem::path path_;
  std::unique_ptr<Source> source_;
};

}  // namespace descent
