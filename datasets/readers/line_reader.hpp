#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace descent {

/// Takes the next token, up to a blank or tab, off the front of a line. If there is none, returns an empty
/// view at its end.
std::string_view take_token(std::string_view& line);

/// The lines of a text file, plain or compressed, read in order into a block of bounded size.
class LineReader {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;  ///< bytes

  /// Fills a block from its front and returns the number of bytes; fewer only at the end.
  using Read = std::function<std::size_t(std::span<char>)>;

  /// Throws DataError if the file cannot be opened.
  explicit LineReader(const std::filesystem::path& path);
  /// The lines of another text; `name` is for messages.
  LineReader(std::string name, Read read);

  /// The next line without its LF or CRLF (the last may lack it), valid until the next call; empty at the end
  /// of the file. Throws DataError if the file is unreadable or has a longer line.
  std::optional<std::string_view> next();

  /// The number of the line that next() returned last, from 1.
  std::uint64_t number() const { return number_; }

  /// Throws DataError `path:line: message` for the line that next() returned last.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void fill();

  std::string name_;
  Read read_;
  std::vector<char> block_;
  std::size_t begin_ = 0;  // of the text that next() has not returned yet
  std::size_t end_ = 0;
  bool at_end_ = false;  // of the file
  std::uint64_t number_ = 0;
};

}  // namespace descent
