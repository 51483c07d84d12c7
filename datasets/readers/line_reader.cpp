#include "datasets/readers/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "datasets/readers/compressed_input.hpp"
#include "support/errors.hpp"

namespace descent {

std::string_view take_token(std::string_view& line) {
  constexpr std::string_view blanks = " \t";
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view token = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(token.size());
  return token;
}

LineReader::LineReader(const std::filesystem::path& path)
    : LineReader(path.string(), [input = std::make_shared<CompressedInput>(path)](std::span<char> block) {
        return input->read(block);
      }) {}

LineReader::LineReader(std::string name, Read read)
    : name_(std::move(name)), read_(std::move(read)), block_(longest_line + 2) {}

std::optional<std::string_view> LineReader::next() {
  std::string_view rest(block_.data() + begin_, end_ - begin_);
  std::size_t line_end = rest.find('\n');
  if (line_end == std::string_view::npos && !at_end_) {
    fill();
    rest = {block_.data(), end_};
    line_end = rest.find('\n');
  }
  if (rest.empty()) return std::nullopt;
  ++number_;
  std::string_view line = rest.substr(0, line_end);
  begin_ += line_end == std::string_view::npos ? line.size() : line.size() + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() > longest_line) fail(fmt::format("a line of more than {} bytes", longest_line));
  return line;
}

void LineReader::fill() {
  const auto front = block_.begin();
  std::copy(front + static_cast<std::ptrdiff_t>(begin_), front + static_cast<std::ptrdiff_t>(end_), front);
  end_ -= begin_;
  begin_ = 0;
  const std::span<char> room = std::span(block_).subspan(end_);
  const std::size_t count = read_(room);
  at_end_ = count < room.size();
  end_ += count;
}

void LineReader::fail(const std::string& message) const {
  throw DataError("{}:{}: {}", name_, number_, message);
}

}  // namespace descent
