#pragma once

#include <string>
#include <string_view>

// Escapes text of users, data files and foreign folders, with one function for every target: those here,
// printable() for messages and terminals, and gnuplot_quoted() for figures. Control characters become blanks,
// except in CSV fields.

namespace descent {

/// Escapes Markdown in a cell or a paragraph. Raw HTML appears as typed.
std::string markdown_text(std::string_view text);

/// Escapes HTML.
std::string html_text(std::string_view text);

/// True for what a CSV field has only in quotes. (find_first_of() would call a function for each character.)
constexpr bool is_special_in_csv(char c) {
  return c == ',' || c == '"' || c == '\r' || c == '\n';
}

/// A text as a field of a CSV file (RFC 4180).
std::string csv_field(std::string_view value);

/// Makes a name that is safe in any folder: letters, digits, '.', '-' and '_' stay, anything else becomes
/// '_', and a leading '.' too.
std::string file_name_text(std::string_view text);

/// Quotes a path so that a shell reads it unchanged.
std::string shell_word(const std::string& text);

/// True if the text has only digits 0-9 and a-f, as in checksums and ids of runs.
constexpr bool is_hexadecimal(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace descent
