#include "plots/gnuplot/figure_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "support/text/text_table.hpp"

namespace descent {
namespace {

// Inches. Widths of a figure in one column of a journal page and in both.
constexpr double one_column_width = 3.4;
constexpr double two_column_width = 7.0;
// Heights of a row of objectives, by number of columns.
constexpr std::array<double, 4> objective_heights{1.9, 1.65, 1.4, 1.2};
constexpr double left_margin = 0.50;
constexpr double right_margin = 0.13;  // holds half of the label at an axis' end
constexpr double panel_gap = 0.42;     // holds the tic labels of the panel to the right
constexpr double top_margin = 0.05;
constexpr double heading_line_height = 0.135;
constexpr double heading_gap = 0.05;  // between the heading and the panel
constexpr double row_gap = 0.09;
constexpr double x_axis_height = 0.36;  // tic labels and the axis' name
constexpr double band_gap = 0.06;
constexpr double legend_row_height = 0.155;
constexpr double bottom_margin = 0.04;
constexpr double sample_width = 0.44;  // a line in the legend and the space after it
constexpr double column_gap = 0.16;
constexpr double tic_label_width = 0.34;  // of a power of ten, and the space after it

double heading_height(std::size_t lines) {
  return static_cast<double>(lines) * heading_line_height + heading_gap;
}

double band_height(const FigureLayout& layout, std::size_t band) {
  double rows = -row_gap;
  for (const double height : layout.row_heights) rows += height + row_gap;
  return heading_height(layout.heading_lines[band]) + rows + x_axis_height + band_gap;
}

/// Width of a panel in a figure with so many columns.
double panel_width(double figure_width, std::size_t columns) {
  const auto count = static_cast<double>(columns);
  return (figure_width - left_margin - right_margin - (count - 1) * panel_gap) / count;
}

/// Widths of the legend's columns, with the gap to the next: as few rows as fit, every column as wide as its
/// longest line.
std::vector<double> legend_columns(std::span<const std::vector<std::string>> labels, double room) {
  const std::size_t entries = std::max<std::size_t>(1, labels.size());
  for (std::size_t rows = 1;; ++rows) {
    const std::size_t columns = (entries + rows - 1) / rows;
    std::vector<double> widths(columns, 0);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      for (const std::string& line : labels[i]) {
        const double width =
            sample_width + letter_width * static_cast<double>(letter_count(line)) + column_gap;
        widths[i % columns] = std::max(widths[i % columns], width);
      }
    }
    const double width = std::accumulate(widths.begin(), widths.end(), 0.0) - column_gap;
    if (width <= room || columns == 1) return widths;
  }
}

constexpr char glue = '\x1f';  // a blank where no line ends

/// Keeps "λ = 1/m", "4 × 6" and parentheses that fit a line together.
std::string glued(const std::string& text, std::size_t letters) {
  const std::string_view whole = text;
  const auto is_kept = [&](std::size_t blank) {
    for (const std::string_view sign : {"=", "×"})
      if (whole.substr(0, blank).ends_with(sign) || whole.substr(blank + 1).starts_with(sign)) return true;
    const std::size_t open = whole.rfind('(', blank);
    const std::size_t close = whole.find(')', blank);
    return open != std::string::npos && close != std::string::npos && whole.find(')', open) == close &&
           letter_count(whole.substr(open, close + 1 - open)) <= letters;
  };
  std::string result = text;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == ' ' && is_kept(i)) result[i] = glue;
  return result;
}

}  // namespace

std::size_t FigureLayout::tic_labels() const {
  return std::clamp<std::size_t>(static_cast<std::size_t>(panel_width / tic_label_width), 1, most_tic_labels);
}

double FigureLayout::step_below(const AxisRange& range) const {
  return panel_width < 1.4 ? 2 * range.step : range.step;
}

FigureLayout::Spot FigureLayout::legend_spot(std::size_t entry, std::size_t line) const {
  return {legend_columns[entry % legend_columns.size()],
          legend_rows[entry / legend_columns.size()] - static_cast<double>(line) * heading_line_height};
}

FigureLayout::Spot FigureLayout::heading_spot(std::size_t problem, std::size_t line) const {
  const Box box = panel_box(problem, 0);
  const double below = static_cast<double>(heading_lines[problem / columns] - line) - 0.5;
  return {box.left, box.top + heading_gap + below * heading_line_height};
}

FigureLayout::Box FigureLayout::panel_box(std::size_t problem, std::size_t row) const {
  const double left = left_margin + static_cast<double>(problem % columns) * (panel_width + panel_gap);
  const std::size_t band = problem / columns;
  double top = height - top_margin - heading_height(heading_lines[band]);
  for (std::size_t above = 0; above < band; ++above) top -= band_height(*this, above);
  for (std::size_t above = 0; above < row; ++above) top -= row_heights[above] + row_gap;
  return {left, left + panel_width, top - row_heights[row], top};
}

std::size_t column_count(std::size_t problems) {
  const std::size_t most = problems > 6 ? 4 : 3;
  const std::size_t count = std::max<std::size_t>(1, problems);
  const std::size_t bands = (count + most - 1) / most;
  return (count + bands - 1) / bands;
}

FigureLayout make_layout(std::size_t columns, std::span<const PanelHeading> headings,
                         std::span<const double> row_heights, std::span<const std::string> labels) {
  FigureLayout layout;
  layout.width = columns == 1 ? one_column_width : two_column_width;
  layout.columns = columns;
  layout.panel_width = panel_width(layout.width, columns);
  for (const double share : row_heights)
    layout.row_heights.push_back(share * objective_heights.at(columns - 1));
  const std::size_t bands = (std::max<std::size_t>(1, headings.size()) + columns - 1) / columns;
  layout.heading_lines.resize(bands);
  for (const PanelHeading& heading : headings) {
    std::size_t& most = layout.heading_lines[layout.headings.size() / columns];
    layout.headings.push_back(heading_lines(heading, layout.panel_width));
    most = std::max(most, layout.headings.back().lines.size());
  }

  const double room = layout.width - 0.1;
  for (const std::string& label : labels)
    layout.legend_lines.push_back(fitted_lines(label, (room - sample_width) / letter_width));
  const auto widths = legend_columns(layout.legend_lines, room);
  const double legend_width = std::accumulate(widths.begin(), widths.end(), 0.0) - column_gap;
  const double middle = (left_margin + layout.width - right_margin) / 2;  // of the panels
  double left = std::max(0.05, std::min(middle - legend_width / 2, layout.width - 0.05 - legend_width));
  for (const double width : widths) {
    layout.legend_columns.push_back(left);
    left += width;
  }

  double legend_height = 0;
  for (std::size_t end = labels.size(); end > 0;) {
    std::size_t lines = 1;
    do lines = std::max(lines, layout.legend_lines[--end].size());
    while (end % widths.size() != 0);
    legend_height += legend_row_height + static_cast<double>(lines - 1) * heading_line_height;
    layout.legend_rows.insert(layout.legend_rows.begin(),
                              bottom_margin + legend_height - legend_row_height / 2);
  }
  layout.height = bottom_margin + legend_height + top_margin;
  for (std::size_t band = 0; band < bands; ++band) layout.height += band_height(layout, band);
  return layout;
}

std::vector<std::string> fitted_lines(const std::string& text, double letters) {
  const auto most = static_cast<std::size_t>(letters);
  std::vector<std::string> lines;
  for (std::string line : wrapped_lines(glued(text, most), most)) {
    while (letter_count(line) > most) {
      std::size_t end = 0;
      for (std::size_t seen = 0; end < line.size(); ++end) {
        const bool begins_letter = (line[end] & 0xC0) != 0x80;  // other bytes of UTF-8 continue one
        if (begins_letter && ++seen > most) break;
      }
      const std::size_t joint = line.find_last_of("_-/.,", end - 1);
      if (joint != std::string::npos && 2 * joint > end) end = joint + 1;
      lines.push_back(line.substr(0, end));
      line.erase(0, end);
    }
    lines.push_back(std::move(line));
  }
  for (std::string& line : lines) std::ranges::replace(line, glue, ' ');
  return lines;
}

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
  constexpr double overhang = 0.2;  // into the gap between panels
  const double room = width + overhang;
  HeadingLines heads{fitted_lines(heading.title, room / bold_letter_width)};
  heads.titles = heads.lines.size();
  if (heading.subtitle.empty()) return heads;
  const auto below = fitted_lines(heading.subtitle, room / letter_width);
  heads.lines.insert(heads.lines.end(), below.begin(), below.end());
  return heads;
}

}  // namespace descent
