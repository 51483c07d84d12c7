#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace descent {

/// At the front of some texts in UTF-8.
inline constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";

inline constexpr std::array archive_endings{".bz2", ".gz", ".xz"};

/// Removes one of these endings from a file name.
std::string plain_name(const std::string& name);

/// A file read once from front to back. Archives of bzip2, gzip and xz, known by their first bytes or their
/// names, are decompressed. Several may follow each other, and zeros may follow the last, as tar pads. Other
/// files are read straight from the operating system.
///
/// Memory: buffers of 1 MiB, and what unpacking takes: under 100 KiB for .gz, 4 MiB for .bz2, and for .xz the
/// archive's dictionary, at most 100 MiB (xz -9 uses 64). An archive is refused once its output exceeds both
/// free_expansion bytes and most_expansion times its input so far. Text of numbers never does that; such an
/// archive was made to fill memory or time.
class CompressedInput {
 public:
  static constexpr std::uint64_t free_expansion = 16 << 20;
  static constexpr std::uint64_t most_expansion = 100;

  /// Throws DataError if the file cannot be opened or is a folder.
  explicit CompressedInput(const std::filesystem::path& path);
  ~CompressedInput();

  /// Fills `block` from its front and returns the number of bytes, below block.size() only at the end of the
  /// file. Throws DataError with the file's name if it is unreadable, damaged, cut off, unpacks to too
  /// much, or is text in UTF-16.
  std::size_t read(std::span<char> block);

 private:
  struct Source;
  std::size_t fill(std::span<char> block);
  void judge_expansion() const;
  bool begin_again();

  std::filesystem::path path_;
  std::unique_ptr<Source> source_;
  std::uint64_t bytes_read_ = 0;
  std::uint64_t own_zeros_ = 0;  // at the end of an archive, for the next try
};

}  // namespace descent
