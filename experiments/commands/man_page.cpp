// The parts of command_line.hpp that make the manual page.

#include "experiments/commands/command_line.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string.hpp>
#include <sstream>
#include <utility>
#include <vector>

#include "experiments/program/build_info.hpp"

namespace descent {

namespace {

using Paragraphs = std::vector<std::pair<std::string, std::string>>;

/// Escapes text so that roff finds no commands in it.
std::string roff_text(const std::string& text) {
  std::string escaped;
  bool at_line_start = true;
  for (const char c : text) {
    if (at_line_start && (c == '.' || c == '\'')) escaped += "\\&";
    at_line_start = c == '\n';
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
  }
  return escaped;
}

/// Bold terms, each with its meaning.
std::string paragraphs(const Paragraphs& terms) {
  std::string text;
  for (const auto& [term, meaning] : terms)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff_text(term), roff_text(meaning));
  return text;
}

/// Heading of the options in `descent COMMAND --help`; "" if it is only the word "options".
std::string caption_of(const po::options_description& options) {
  std::ostringstream help;
  help << options;
  std::string caption = help.str().substr(0, help.str().find(":\n  -"));
  const std::string plain = "options";
  if (caption == plain || caption.ends_with('\n' + plain)) caption.resize(caption.size() - plain.size());
  return boost::trim_copy(caption);
}

}  // namespace

std::string man_page_opening(std::span<const Command> commands) {
  std::string page = fmt::format(
      ".TH DESCENT 1 \"\" \"descent {}\" \"User Commands\"\n"
      ".SH NAME\ndescent \\- compare solvers for linear classification and regression\n"
      ".SH SYNOPSIS\n.B descent\n.I COMMAND\n\\&...\n"
      ".SH DESCRIPTION\n"
      "Carries out experiments that JSON files describe, keeps every run as CSV, and draws figures and "
      "tables from these files alone.\n",
      roff_text(build_info().version));
  Paragraphs terms;
  for (const Command& command : commands) terms.emplace_back(command.name, command.summary);
  return page + paragraphs(terms) + ".SH COMMANDS AND THEIR OPTIONS\n";
}

std::string man_page_part(const std::string& usage, const po::options_description& options) {
  std::string part = fmt::format(".SS \"descent {}\"\n", roff_text(usage));
  if (const std::string caption = caption_of(options); !caption.empty()) part += roff_text(caption) + '\n';
  Paragraphs terms;
  for (const auto& option : options.options()) {
    const std::string parameter = option->format_parameter();
    terms.emplace_back(option->format_name() + (parameter.empty() ? "" : ' ' + parameter),
                       option->description());
  }
  return part + paragraphs(terms);
}

std::string man_page_ending() {
  return ".SH EXIT STATUS\n" +
         paragraphs({{"0", "all is done; of replay: all is equal"},
                     {"1", "some run failed, and the others are kept; of replay: something is not equal"},
                     {"2",
                      "arguments, configuration or data are wrong; the message says where, and what would be "
                      "right"}}) +
         ".SH ENVIRONMENT\n" +
         paragraphs({{"DESCENT_DATA", "folder in which data is looked for first"},
                     {"DESCENT_CACHE",
                      "folder of downloads; default: datasets/cache of the repository, or of an installed "
                      "program $XDG_CACHE_HOME/descent, or ~/.cache/descent"},
                     {"DESCENT_CATALOG", "a catalogue of datasets in place of the program's own"}}) +
         ".SH FILES\nBeside the program lie, in \\fIshare/descent\\fR, configurations of the papers' "
         "experiments (\\fIconfigs\\fR), the catalogue of datasets, and, in \\fIshare/doc/descent\\fR, all "
         "documentation.\n"
         ".SH SEE ALSO\n.BR gnuplot (1)\n";
}

}  // namespace descent
