#include "datasets/download/conversions.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "datasets/readers/line_reader.hpp"
#include "support/errors.hpp"
#include "support/numbers/extremes.hpp"
#include "support/numbers/number_of.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t cover_columns = 54;
constexpr std::int32_t cover_types = 7;

struct CoverRow {
  std::array<std::int32_t, cover_columns> numbers{};
  std::int32_t cover_type = 0;
};

/// Takes the first number, and the comma after it, off the rest of a line.
std::int32_t take_number(const LineReader& lines, std::string_view& rest, std::size_t field) {
  const std::size_t comma = rest.find(',');
  if ((comma == std::string_view::npos) != (field == cover_columns))
    lines.fail(fmt::format("expected {} numbers and the class, separated by commas, got {} fields",
                           cover_columns, field == cover_columns ? "more" : std::to_string(field + 1)));
  const std::string_view token = rest.substr(0, comma);
  const std::optional<std::int32_t> number = number_of<std::int32_t>(token);
  if (!number)
    lines.fail(fmt::format("field {}: expected a whole number, got {}", field + 1, quoted_token(token)));
  rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  return *number;
}

CoverRow parse_row(const LineReader& lines, std::string_view line) {
  CoverRow row;
  for (std::size_t column = 0; column < cover_columns; ++column)
    row.numbers[column] = take_number(lines, line, column);
  row.cover_type = take_number(lines, line, cover_columns);
  if (row.cover_type < 1 || row.cover_type > cover_types)
    lines.fail(fmt::format("expected a class from 1 to {}, got {}", cover_types, row.cover_type));
  return row;
}

std::array<Extremes, cover_columns> ranges_of(const std::filesystem::path& path) {
  std::array<Extremes, cover_columns> ranges;
  LineReader lines(path);
  while (const std::optional<std::string_view> line = lines.next()) {
    const CoverRow row = parse_row(lines, *line);
    for (std::size_t column = 0; column < cover_columns; ++column)
      ranges[column].include(row.numbers[column]);
  }
  if (lines.number() == 0)
    throw DataError("{}: has no rows, expected {} numbers and the class, separated by commas", path.string(),
                    cover_columns);
  return ranges;
}

}  // namespace

void convert_covtype(const std::filesystem::path& path, int positive_class, const TextSink& sink) {
  const std::array<Extremes, cover_columns> ranges = ranges_of(path);
  LineReader lines(path);
  fmt::memory_buffer text;
  while (const std::optional<std::string_view> line = lines.next()) {
    const CoverRow row = parse_row(lines, *line);
    text.clear();
    fmt::format_to(std::back_inserter(text), "{}", row.cover_type == positive_class ? "+1" : "-1");
    for (std::size_t column = 0; column < cover_columns; ++column) {
      const double value = ranges[column].scaled(row.numbers[column]);
      if (value != 0) fmt::format_to(std::back_inserter(text), " {}:{}", column + 1, value);
    }
    text.push_back('\n');
    sink({text.data(), text.size()});
  }
}

}  // namespace descent
