#include "datasets/readers/line_reader.hpp"

#include <algorithm>
#include <utility>

#include "support/errors.hpp"

namespace descent {

namespace {

constexpr std::string_view blanks = " \t";

}  // namespace

std::string_view take_token(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::string_view token = line.substr(0, line.find_first_of(blanks));
  line.remove_prefix(token.size());
  return token;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

LineReader::LineReader(const std::filesystem::path& path)
    : name_(path.string()), blocks_(path, block_bytes, longest_line) {}

LineReader::LineReader(const std::string& name, LineBlocks::Read read)
    : name_(name), blocks_(name, std::move(read), block_bytes, longest_line) {}

std::optional<std::string_view> LineReader::next() {
  if (rest_.empty()) {
    if (!blocks_.next(block_)) return std::nullopt;
    rest_ = block_.text();
  }
  ++number_;
  std::string_view line = rest_.substr(0, rest_.find('\n'));
  rest_.remove_prefix(std::min(line.size() + 1, rest_.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void LineReader::fail(const std::string& message) const {
  throw DataError("{}:{}: {}", name_, number_, message);
}

}  // namespace descent
