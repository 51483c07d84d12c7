#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/errors.hpp"
#include "support/files/contents.hpp"
#include "support/records/field.hpp"
#include "support/text/printable.hpp"

namespace descent {

/// A field as a column of a CSV file.
template <class Row>
using Column = Field<Row>;

// Fields. A required number is finite and not negative: a time, an amount of work, λ. An optional number may
// also be negative, empty, `inf` or `nan`, as the objectives of a diverging run are. A real number has as few
// digits as read back to the same bits.
std::string field_text(const std::string& value);
std::string field_text(std::uint64_t value);
std::string field_text(double value);
template <class Number>
std::string field_text(const std::optional<Number>& value) {
  return value ? field_text(*value) : "";
}
void read_field(const std::string& field, std::string& value);
void read_field(const std::string& field, std::uint64_t& value);
void read_field(const std::string& field, double& value);
void read_field(const std::string& field, std::optional<double>& value);
void read_field(const std::string& field, std::optional<std::uint64_t>& value);

/// A column that is a member of the row.
template <class Row, class Member>
Column<Row> column(std::string name, std::string unit, std::string description, Member Row::*member) {
  return {std::move(name), std::move(unit), std::move(description),
          [=](const Row& row) { return field_text(row.*member); },
          [=](Row& row, const std::string& field) { read_field(field, row.*member); }};
}

/// One line of a CSV file, unquoted; a quoted field may reach over several lines.
struct CsvRecord {
  std::vector<std::string> fields;  ///< no more than the reader was asked for
  std::size_t count = 0;            ///< of all its fields
  std::size_t line = 0;             ///< 1-based, of its first character
};

/// Goes through a file in the format of RFC 4180 (CRLF or LF), record by record: as text it takes much less
/// memory than as fields.
class CsvReader {
 public:
  /// Returns at most `most_fields` fields of each record. Throws ResultFileError when the file cannot be
  /// read.
  CsvReader(const std::filesystem::path& path, std::size_t most_fields);
  /// The same of the text that was read from there.
  CsvReader(const std::filesystem::path& path, std::string text, std::size_t most_fields);

  /// Whether there was one more record, which is now in `record`. Throws ResultFileError with file and line.
  bool next(CsvRecord& record);

 private:
  void take_field(std::string& field);

  std::string file_;
  std::string text_;
  std::size_t most_fields_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

template <class Row>
std::string header_text(const std::vector<Column<Row>>& columns) {
  std::string text;
  for (const auto& column : columns) text.append(text.empty() ? "" : ",").append(column.name);
  return text + '\n';
}

/// A whole file: header and rows.
template <class Row, class Rows>
std::string csv_text(const std::vector<Column<Row>>& columns, const Rows& rows) {
  std::string text = header_text(columns);
  for (const Row& row : rows) {
    for (const auto& column : columns)
      text.append(&column == &columns.front() ? "" : ",").append(column.text(row));
    text += '\n';
  }
  return text;
}

/// Reads the text of a file of these columns. Throws ResultFileError with file, line and column unless the
/// header has exactly the columns' names and every field is of its column's kind.
template <class Row>
std::vector<Row> read_table(const std::vector<Column<Row>>& columns, const std::filesystem::path& path,
                            std::string text) {
  // Room for all rows at once: one takes many times its text, and three times that in a vector that grows.
  // Each has a line, and a comma or a line's end behind each field.
  std::vector<Row> rows;
  rows.reserve(
      std::min(static_cast<std::size_t>(std::ranges::count(text, '\n')), text.size() / columns.size()));
  CsvReader csv(path, std::move(text), columns.size() + 1);
  CsvRecord record;
  const auto fail = [&](std::size_t line, const std::string& message) {
    throw ResultFileError(path.string() + ':' + std::to_string(line) + ": " + message);
  };
  if (!csv.next(record)) fail(1, "the header is missing");
  const auto& header = record.fields;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string& name = columns[i].name;
    if (i >= header.size()) fail(1, name + ": this column is missing");
    if (header[i] != name) fail(1, "expected the column " + name + ", got " + shown(header[i]));
  }
  if (header.size() > columns.size()) fail(1, "unknown column " + shown(header[columns.size()]));

  while (csv.next(record)) {
    if (record.count != columns.size()) {
      fail(record.line, "expected " + std::to_string(columns.size()) + " fields, got " +
                            std::to_string(record.count));
    }
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      try {
        columns[i].assign(row, record.fields[i]);
      } catch (const ResultFileError& error) {
        fail(record.line, columns[i].name + ": " + error.what());
      }
    }
  }
  return rows;
}

/// The same of a file. Throws ResultFileError as well when it cannot be read.
template <class Row>
std::vector<Row> read_table(const std::vector<Column<Row>>& columns, const std::filesystem::path& path) {
  return read_table(columns, path, text_of_file(path));
}

}  // namespace descent
