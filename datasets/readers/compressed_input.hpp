#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

namespace descent {

/// A file read once from front to back. Names that end in .bz2, .gz or .xz are decompressed on the way (files
/// of several concatenated archives included); every other file is read as it is, straight from the operating
/// system.
///
/// Memory: buffers of 1 MiB, and what unpacking takes: under 100 KiB for .gz, 4 MiB for .bz2, and for .xz the
/// dictionary that the archive asks for, at most 100 MiB (xz -9 asks for 64). An archive that has unpacked to
/// more than free_expansion bytes and to more than most_expansion times what it took of the file is refused:
/// text of numbers does not do that, and what does was made to fill memory or time.
class CompressedInput {
 public:
  static constexpr std::uint64_t free_expansion = 16 << 20;
  static constexpr std::uint64_t most_expansion = 100;

  /// Throws DataError when the file cannot be opened or is a folder.
  explicit CompressedInput(const std::filesystem::path& path);
  ~CompressedInput();

  /// Fills `block` from its front and returns how many bytes there were: fewer than block.size() only at the
  /// end of the file. Throws DataError, naming the file, when it cannot be read or the archive is damaged,
  /// cut off or unpacks to too much.
  std::size_t read(std::span<char> block);

 private:
  struct Source;
  void judge_expansion() const;
  std::filesystem::path path_;
  std::unique_ptr<Source> source_;
};

}  // namespace descent
