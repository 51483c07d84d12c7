#include "support/records/csv_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/numbers/number_of.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

template <class Number>
Number parse(const std::string& field, const char* wanted) {
  const std::optional<Number> value = number_of<Number>(field);
  if (!value) throw ResultFileError("expected {}, got '{}'", wanted, shown(field));
  return *value;
}

}  // namespace

std::string field_text(const std::string& value) {
  return csv_field(value);
}

std::string field_text(std::uint64_t value) {
  return fmt::format("{}", value);
}

std::string field_text(double value) {
  return fmt::format("{}", value);
}

void read_field(const std::string& field, std::string& value) {
  value = field;
}

void read_field(const std::string& field, std::uint64_t& value) {
  value = parse<std::uint64_t>(field, "a whole number that is not negative");
}

void read_field(const std::string& field, double& value) {
  value = parse<double>(field, "a number");
  if (!std::isfinite(value) || value < 0) {
    throw ResultFileError("expected a finite number that is not negative, got '{}'", shown(field));
  }
}

void read_field(const std::string& field, std::optional<double>& value) {
  value = field.empty() ? std::nullopt : std::optional(parse<double>(field, "a number or nothing"));
}

void read_field(const std::string& field, std::optional<std::uint64_t>& value) {
  value = field.empty()
              ? std::nullopt
              : std::optional(parse<std::uint64_t>(field, "a whole number that is not negative or nothing"));
}

CsvReader::CsvReader(const std::filesystem::path& path, std::size_t most_fields)
    : CsvReader(path, text_of_file(path), most_fields) {}

CsvReader::CsvReader(const std::filesystem::path& path, std::string text, std::size_t most_fields)
    : file_(path.string()), text_(std::move(text)), most_fields_(most_fields) {}

bool CsvReader::next(CsvRecord& record) {
  if (at_ >= text_.size()) return false;
  record.line = line_;
  record.count = 0;
  std::string surplus;
  do {
    if (record.count > 0) ++at_;  // the comma
    if (record.count >= most_fields_)
      take_field(surplus);
    else if (record.count < record.fields.size())
      take_field(record.fields[record.count]);
    else
      take_field(record.fields.emplace_back());
    ++record.count;
  } while (at_ < text_.size() && text_[at_] == ',');
  record.fields.resize(std::min(record.count, most_fields_));
  if (at_ < text_.size() && text_[at_] == '\r') ++at_;
  if (at_ < text_.size() && text_[at_] != '\n') {
    throw ResultFileError("{}:{}: expected a comma or the line's end after field {}", file_, line_,
                          record.count);
  }
  ++at_;
  ++line_;
  return true;
}

/// Leaves `at_` on the comma, line end or end of text behind the field.
void CsvReader::take_field(std::string& field) {
  if (at_ >= text_.size() || text_[at_] != '"') {
    std::size_t end = at_;
    while (end < text_.size() && !is_special_in_csv(text_[end])) ++end;
    if (end < text_.size() && text_[end] == '"')
      throw ResultFileError("{}:{}: a quote inside an unquoted field", file_, line_);
    field.assign(text_, at_, end - at_);
    at_ = end;
    return;
  }
  const std::size_t first_line = line_;
  field.clear();
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] == '"') {
      if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') {
        ++at_;
        return;
      }
      ++at_;  // "" stands for one quote
    }
    if (text_[at_] == '\n') ++line_;
    field += text_[at_];
  }
  throw ResultFileError("{}:{}: a quoted field does not end", file_, first_line);
}

}  // namespace descent
