#include "plots/gnuplot/panel_heading.hpp"

#include <fmt/format.h>

#include "plots/gnuplot/figure_layout.hpp"
#include "support/text/text_width.hpp"

namespace descent {
namespace {

constexpr std::size_t most_lines = 2;  // of a title or a subtitle
constexpr double overhang = 0.2;       // inches into the gap between panels

/// The text in lines of limited length, truncated if it needs more lines or has a word longer than a line.
std::vector<std::string> fitted_lines(const std::string& text, double letters) {
  const auto most = static_cast<std::size_t>(letters);
  std::vector<std::string> lines = wrapped_lines(text, most);
  const bool is_cut = lines.size() > most_lines;
  if (is_cut) lines.resize(most_lines);
  for (std::string& line : lines) {
    const bool goes_on = is_cut && &line == &lines.back();
    if (letter_count(line) + (goes_on ? 1 : 0) <= most) {
      if (goes_on) line += "…";
      continue;
    }
    std::size_t end = 0;
    for (std::size_t seen = 0; end < line.size(); ++end) {
      if ((line[end] & 0xC0) != 0x80 && ++seen == most) break;
    }
    line = line.substr(0, end) + "…";
  }
  return lines;
}

}  // namespace

std::string panel_letter(std::size_t panel) {
  const std::string last(1, static_cast<char>('a' + panel % 26));
  return panel < 26 ? last : panel_letter(panel / 26 - 1) + last;
}

std::vector<PanelHeading> with_letters(std::vector<PanelHeading> headings) {
  if (headings.size() < 2) return headings;
  for (std::size_t i = 0; i < headings.size(); ++i)
    headings[i].title = fmt::format("({}) {}", panel_letter(i), headings[i].title);
  return headings;
}

HeadingLines heading_lines(const PanelHeading& heading, double width) {
  const double room = width + overhang;
  HeadingLines heads{fitted_lines(heading.title, room / bold_letter_width)};
  heads.titles = heads.lines.size();
  if (heading.subtitle.empty()) return heads;
  const auto below = fitted_lines(heading.subtitle, room / letter_width);
  heads.lines.insert(heads.lines.end(), below.begin(), below.end());
  return heads;
}

}  // namespace descent
