#pragma once

#include <csv.h>

#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/compressed_input.hpp"

namespace descent {

/// The rows of a CSV file (RFC 4180, by libcsv), plain or compressed. Cells are separated by tabs,
/// semicolons, commas or blanks: by the first of these that its first line has. Empty lines are left out.
class CsvRows {
 public:
  /// Skips so many lines.
  CsvRows(const std::filesystem::path& path, Index skip_lines);
  ~CsvRows();
  CsvRows(const CsvRows&) = delete;
  CsvRows& operator=(const CsvRows&) = delete;

  /// The next row, valid until the next call; empty at the end. Throws DataError with the line of a wrong
  /// quote.
  std::optional<std::span<const std::string>> next();

  /// The line on which the last row ended, from 1.
  std::uint64_t line() const { return line_of_row_; }
  char separator() const { return separator_; }
  [[noreturn]] void fail(const std::string& message) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::uint64_t line;
  };
  std::string_view next_piece();
  void parse(std::string_view piece);

  std::filesystem::path path_;
  CompressedInput input_;
  std::vector<char> block_;
  std::string_view text_;  // of the block, not parsed yet
  bool at_end_ = false;
  bool is_finished_ = false;
  csv_parser parser_;
  char separator_ = ',';
  std::vector<std::string> cells_;  // of the row being parsed
  std::deque<Row> rows_;            // parsed
  std::vector<std::string> returned_;
  std::uint64_t line_ = 1;
  std::uint64_t line_of_row_ = 0;
};

}  // namespace descent
