#include "plots/gnuplot/figure_writer.hpp"

namespace descent {

namespace {

/// gnuplot ends a line at a line break and its text at a zero.
char without_control(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte < 0x20 || byte == 0x7f ? ' ' : letter;
}

}  // namespace

std::string gnuplot_verbatim(std::string_view text) {
  std::string quoted = "'";
  for (const char letter : text) {
    if (letter == '\'') quoted += '\'';
    quoted += without_control(letter);
  }
  return quoted + '\'';
}

std::string gnuplot_quoted(std::string_view text) {
  // gnuplot 5.4 ends the text at an apostrophe after another one or after the quotation mark; an empty group
  // separates them.
  std::string escaped;
  for (const char letter : text) {
    if (letter == '\'' && (escaped.empty() || escaped.back() == '\'')) escaped += "{}";
    if (std::string_view("_^{}@&~\\").find(letter) != std::string_view::npos) escaped += '\\';
    escaped += letter;
  }
  return gnuplot_verbatim(escaped);
}

std::string gnuplot_comment(std::string_view text) {
  std::string comment = "# ";
  for (const char letter : text) {
    comment += letter == '\\' ? '/' : without_control(letter);
  }
  return comment;
}

}  // namespace descent
