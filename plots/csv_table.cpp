#include "plots/csv_table.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <fstream>
#include <iterator>

namespace descent {
namespace {

template <class Number>
Number parse(const std::string& field, const char* wanted) {
  Number value{};
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc() || stop != end)
    throw ResultFileError(fmt::format("expected {}, got '{}'", wanted, field));
  return value;
}

/// Takes one field from `text` at `at`, leaving `at` on the comma, line end or end of text behind it.
std::string take_field(std::string_view text, std::size_t& at, std::size_t& line, const std::string& file) {
  if (at >= text.size() || text[at] != '"') {
    const std::size_t end = std::min(text.find_first_of(",\r\n\"", at), text.size());
    if (end < text.size() && text[end] == '"') {
      throw ResultFileError(fmt::format("{}:{}: a quote inside an unquoted field", file, line));
    }
    std::string field(text.substr(at, end - at));
    at = end;
    return field;
  }
  const std::size_t first_line = line;
  std::string field;
  for (++at; at < text.size(); ++at) {
    if (text[at] == '"') {
      if (at + 1 >= text.size() || text[at + 1] != '"') {
        ++at;
        return field;
      }
      ++at;  // "" stands for one quote
    }
    if (text[at] == '\n') ++line;
    field += text[at];
  }
  throw ResultFileError(fmt::format("{}:{}: a quoted field does not end", file, first_line));
}

}  // namespace

std::string field_text(const std::string& value, Digits) {
  if (value.find_first_of(",\"\r\n") == std::string::npos) return value;
  std::string quoted = "\"";
  for (const char letter : value) quoted.append(letter == '"' ? 2 : 1, letter);
  return quoted + '"';
}

std::string field_text(std::uint64_t value, Digits) {
  return fmt::format("{}", value);
}

std::string field_text(double value, Digits digits) {
  return digits == Digits::seventeen ? fmt::format("{:.17g}", value) : fmt::format("{}", value);
}

std::string field_text(const std::optional<double>& value, Digits digits) {
  return value ? field_text(*value, digits) : "";
}

std::string field_text(const std::optional<std::uint64_t>& value, Digits digits) {
  return value ? field_text(*value, digits) : "";
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
    throw ResultFileError(fmt::format("expected a finite number that is not negative, got '{}'", field));
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

std::vector<CsvRecord> read_csv(const std::filesystem::path& path) {
  const std::string file = path.string();
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw ResultFileError(fmt::format("{}: cannot be opened for reading", file));
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) throw ResultFileError(fmt::format("{}: cannot be read", file));

  std::vector<CsvRecord> records;
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    CsvRecord record;
    record.line = line;
    record.fields.push_back(take_field(text, at, line, file));
    while (at < text.size() && text[at] == ',') record.fields.push_back(take_field(text, ++at, line, file));
    if (at < text.size() && text[at] == '\r') ++at;
    if (at < text.size() && text[at] != '\n') {
      throw ResultFileError(fmt::format("{}:{}: expected a comma or the line's end after field {}", file,
                                        line, record.fields.size()));
    }
    ++at;
    ++line;
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace descent
