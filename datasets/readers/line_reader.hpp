#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "datasets/readers/line_blocks.hpp"

namespace descent {

/// Takes the next token, up to a blank or tab, off the front of a line. If there is none, returns an empty
/// view at its end.
std::string_view take_token(std::string_view& line);

/// A text without blanks and tabs at its ends.
std::string_view trimmed(std::string_view text);

/// The lines of a text file, plain or compressed, read in order into a block of bounded size.
class LineReader {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;  ///< bytes; twice this is refused

  /// Throws DataError if the file cannot be opened.
  explicit LineReader(const std::filesystem::path& path);
  /// The lines of another text; `name` is for messages.
  LineReader(const std::string& name, LineBlocks::Read read);

  /// The next line without its LF or CRLF (the last may lack it), valid until the next call; empty at the end
  /// of the file. Throws DataError if the file is unreadable or has a longer line.
  std::optional<std::string_view> next();

  /// The number of the line that next() returned last, from 1.
  std::uint64_t number() const { return number_; }

  /// Throws DataError `path:line: message` for the line that next() returned last.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  static constexpr std::size_t block_bytes = std::size_t{1} << 16;

  std::string name_;
  LineBlocks blocks_;
  TextBlock block_;
  std::string_view rest_;  // of the block
  std::uint64_t number_ = 0;
};

}  // namespace descent
