#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace descent {

/// Whole lines, with memory that the next lines use again.
struct TextBlock {
  std::string_view text() const { return {memory.get(), bytes}; }
  void make_room(std::size_t most, std::size_t kept);

  std::unique_ptr<char[]> memory;  // with bytes_read_ahead behind the text
  std::size_t room = 0;
  std::size_t bytes = 0;  // of the text
};

/// A text in blocks of whole lines, which end with LF, CR or both.
class LineBlocks {
 public:
  /// Fills a block from its front and returns the number of bytes; fewer only at the end.
  using Read = std::function<std::size_t(std::span<char>)>;

  /// `name` is for messages. A block is larger than `block_bytes` if it has a longer line.
  LineBlocks(std::string name, Read read, std::size_t block_bytes, std::size_t longest_line);
  /// A file, plain or compressed. Throws DataError if it cannot be opened.
  LineBlocks(const std::filesystem::path& path, std::size_t block_bytes, std::size_t longest_line);

  /// Reads the next lines; false at the end of the file. The last line gets an end if it has none. A byte
  /// order mark becomes blanks. Throws DataError if the text is unreadable or has a line of twice the
  /// longest; it has then ended.
  bool next(TextBlock& block);

 private:
  std::string name_;
  Read read_;
  std::size_t block_bytes_;
  std::size_t longest_line_;
  std::string cut_line_;  // the front of the next block
  bool at_start_ = true;
  bool has_ended_ = false;  // or failed
};

}  // namespace descent
