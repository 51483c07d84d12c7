#include "plots/gnuplot/panel_frame.hpp"

#include <algorithm>

#include "plots/gnuplot/gnuplot_text.hpp"
#include "support/text/text_width.hpp"

namespace descent {

std::string panel_letter(std::size_t panel) {
  const std::string last(1, static_cast<char>('a' + panel % 26));
  return panel < 26 ? last : panel_letter(panel / 26 - 1) + last;
}

void place_panel(GnuplotScript& script, const FigureLayout::Box& box, const FigureLayout& layout) {
  script.add("  set lmargin at screen {:.4f}; set rmargin at screen {:.4f}", box.left / layout.width,
             box.right / layout.width);
  script.add("  set bmargin at screen {:.4f}; set tmargin at screen {:.4f}", box.bottom / layout.height,
             box.top / layout.height);
}

namespace {

// For DejaVu Sans, as shares of an inch at one point.
constexpr double bold_letter_width = 0.0096;
constexpr double letter_width = 0.0085;
constexpr double smallest_points = 5;
constexpr double overhang = 0.08;  // inches into the gap between panels

/// A text and the size of its letters.
struct FittedText {
  std::string text;
  double points;
};

FittedText fitted(const std::string& text, double points, double width_at_one_point, double room) {
  const auto letters = [&](double size) { return room / (size * width_at_one_point); };
  const auto count = static_cast<double>(letter_count(text));
  if (count <= letters(points)) return {text, points};
  if (count <= letters(smallest_points)) return {text, points * letters(points) / count};
  const auto kept = static_cast<std::size_t>(std::max(1.0, letters(smallest_points) - 1));
  std::string shorter;
  std::size_t seen = 0;
  for (const char byte : text) {
    if ((byte & 0xC0) != 0x80 && ++seen > kept) break;
    shorter += byte;
  }
  return {shorter + "…", smallest_points};
}

}  // namespace

void add_panel_titles(GnuplotScript& script, const std::string& title, const std::string& subtitle,
                      const FigureLayout::Box& box, const FigureLayout& layout) {
  const double room = box.right - box.left + overhang;
  const FittedText above = fitted(title, 7, bold_letter_width, room);
  const FittedText below = fitted(subtitle, 6, letter_width, room);
  script.add("  set label 1 {} at screen {:.4f}, {:.4f} left font font.\" Bold,{:.3g}\"",
             gnuplot_quoted(above.text), box.left / layout.width, (box.top + 0.22) / layout.height,
             above.points);
  script.add("  set label 2 {} at screen {:.4f}, {:.4f} left font font.',{:.3g}'", gnuplot_quoted(below.text),
             box.left / layout.width, (box.top + 0.09) / layout.height, below.points);
}

}  // namespace descent
