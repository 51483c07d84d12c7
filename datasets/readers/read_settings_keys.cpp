#include "datasets/readers/reader.hpp"

#include <algorithm>
#include <limits>

#include "datasets/matrix/classes.hpp"
#include "support/records/record.hpp"

namespace descent {
namespace {

using S = ReadSettings;

/// A text, or a number as text.
Field<S> text_or_number(std::string name, std::string description, std::string S::*member) {
  return key<S>(
      std::move(name), std::move(description), optional,
      {{"oneOf", {{{"type", "string"}, {"minLength", 1}}, {{"type", "number"}}}}},
      [member](const JsonPlace& value, S& settings) {
        settings.*member = value.value().is_number() ? label_text(value.number()) : value.nonempty_text();
      },
      [member](const S& settings) { return settings.*member == "" ? Json() : Json(settings.*member); });
}

Field<S> format_key() {
  Json names = Json::array();
  for (const std::string_view name : file_format_names) names.push_back(name);
  return key<S>(
      "format", "format of the file; default: by the ending of its name", optional, {{"enum", names}},
      [](const JsonPlace& value, S& settings) {
        const auto found = std::ranges::find(file_format_names, value.text());
        if (found == file_format_names.end())
          value.fail_unknown("format", {file_format_names.begin(), file_format_names.end()});
        settings.format = static_cast<FileFormat>(found - file_format_names.begin());
      },
      [](const S& settings) { return settings.format ? Json(name_of(*settings.format)) : Json(); });
}

}  // namespace

const std::vector<Field<ReadSettings>>& read_settings_keys() {
  const auto count = whole_number(0, std::numeric_limits<Index>::max());
  static const std::vector<Field<S>> keys{
      format_key(),
      text_or_number("label",
                     "column with the labels of a CSV file, by name or number from 1; array with the "
                     "labels of an .npz file, default y",
                     &S::label),
      text_or_number("labels", "file with the labels, one a line, or .npy (relative to the data file)",
                     &S::labels),
      text_or_number("positive", "label of the class +1; all others are -1", &S::positive),
      key<S>(
          "index_base", "0 or 1: first index of LIBSVM text; default: 0 if an index 0 occurs", optional,
          {{"enum", {0, 1}}},
          [](const JsonPlace& value, S& settings) {
            settings.index_base = static_cast<Index>(value.integer(0, 1));
          },
          [](const S& settings) { return written(settings.index_base); }),
      key<S>(
          "header", "true: the first line of a CSV file names its columns; default: as it looks", optional,
          yes_or_no().schema, [](const JsonPlace& value, S& settings) { settings.header = value.flag(); },
          [](const S& settings) { return written(settings.header); }),
      unless_default(member_key("skip_lines", "lines of a CSV file before the header or the first row",
                                optional, count, &S::skip_lines)),
      key<S>(
          "decimal", "\",\": 0,5 in a CSV file is a half", optional, {{"enum", {".", ","}}},
          [](const JsonPlace& value, S& settings) { settings.decimal_comma = value.word(".", ",") == ","; },
          [](const S& settings) { return settings.decimal_comma ? Json(",") : Json(); })};
  return keys;
}

}  // namespace descent
