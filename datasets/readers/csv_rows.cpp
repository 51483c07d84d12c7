#include "datasets/readers/csv_rows.hpp"

#include <new>
#include <utility>

#include "support/errors.hpp"

namespace descent {
namespace {

constexpr std::size_t bytes_of_block = 1 << 18;

/// The first separator in a line, outside quotes.
char separator_of(std::string_view line) {
  std::string outside;
  bool is_quoted = false;
  for (const char c : line) {
    is_quoted ^= c == '"';
    if (!is_quoted) outside += c;
  }
  for (const char separator : {'\t', ';', ',', ' '})
    if (outside.find(separator) != std::string::npos) return separator;
  return ',';
}

int is_no_blank(unsigned char) {
  return 0;
}

}  // namespace

CsvRows::CsvRows(const std::filesystem::path& path, Index skip_lines)
    : path_(path), input_(path), block_(bytes_of_block) {
  if (csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0) throw std::bad_alloc();
  std::string_view first = next_piece();
  if (first.starts_with(utf8_mark)) first.remove_prefix(utf8_mark.size());
  for (; skip_lines > 0 && !first.empty(); --skip_lines) {
    for (; !first.empty() && !first.ends_with('\n'); first = next_piece()) {
    }
    ++line_;
    first = next_piece();
  }
  separator_ = separator_of(first.substr(0, first.find_last_not_of(" \r\n") + 1));
  csv_set_delim(&parser_, static_cast<unsigned char>(separator_));
  if (separator_ == ' ') csv_set_space_func(&parser_, is_no_blank);
  parse(first);
}

CsvRows::~CsvRows() {
  csv_free(&parser_);
}

std::string_view CsvRows::next_piece() {
  if (text_.empty() && !at_end_) {
    const std::size_t count = input_.read(block_);
    at_end_ = count < block_.size();
    text_ = {block_.data(), count};
  }
  const std::string_view piece =
      text_.substr(0, text_.find('\n') == std::string_view::npos ? text_.size() : text_.find('\n') + 1);
  text_.remove_prefix(piece.size());
  return piece;
}

void CsvRows::parse(std::string_view piece) {
  // Callbacks of C code must not throw: an exception for want of memory ends the program.
  const auto add_cell = [](void* text, std::size_t bytes, void* self) noexcept {
    static_cast<CsvRows*>(self)->cells_.emplace_back(static_cast<const char*>(text), bytes);
  };
  const auto end_row = [](int, void* self) noexcept {
    auto& rows = *static_cast<CsvRows*>(self);
    rows.rows_.push_back({std::exchange(rows.cells_, {}), rows.line_});
  };
  if (piece.empty()) {
    is_finished_ = true;
    if (csv_fini(&parser_, add_cell, end_row, this) == 0) return;
  } else if (csv_parse(&parser_, piece.data(), piece.size(), add_cell, end_row, this) == piece.size()) {
    line_ += piece.ends_with('\n') ? 1 : 0;
    return;
  }
  if (csv_error(&parser_) == CSV_ENOMEM) throw std::bad_alloc();
  line_of_row_ = line_;
  fail(piece.empty() ? "a quote is not closed" : "a quote inside a cell, or text after a quoted cell");
}

std::optional<std::span<const std::string>> CsvRows::next() {
  while (rows_.empty() && !is_finished_) parse(next_piece());
  if (rows_.empty()) return std::nullopt;
  returned_ = std::move(rows_.front().cells);
  line_of_row_ = rows_.front().line;
  rows_.pop_front();
  return returned_;
}

void CsvRows::fail(const std::string& message) const {
  throw DataError("{}:{}: {}", path_.string(), line_of_row_, message);
}

}  // namespace descent
