#pragma once

#include <string>
#include <string_view>

// Text of users, data files and foreign folders, written so that it stays text. Every target has one
// function: these, printable() for messages and terminals, and gnuplot_quoted() for figures. Control
// characters become blanks, but for those of CSV fields, which keep them.

namespace descent {

/// The text with everything escaped that has a meaning of its own in a cell or a paragraph: raw HTML and
/// links that hide where they lead show as they were typed.
std::string markdown_text(std::string_view text);

/// The text with everything escaped that has a meaning of its own in HTML.
std::string html_text(std::string_view text);

/// The text for LaTeX: special characters escaped, and the symbols of formulas (λ, ‖, Σ, ², ≤, …) and dashes
/// as LaTeX writes them.
std::string latex_text(std::string_view text);

/// A text as a field of a CSV file (RFC 4180). An apostrophe is put before a text that begins with =, +, -,
/// @, tab or carriage return and is no number, since spreadsheets compute such cells. A text with apostrophes
/// before such a sign gets one more.
std::string csv_field(std::string_view value);

/// The text of an unquoted field: takes the apostrophe of csv_field() away. Files of earlier versions have
/// none.
std::string value_of_csv(std::string_view field);

}  // namespace descent
