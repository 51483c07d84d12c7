#include "plots/gnuplot/figure_layout.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "support/text/text_width.hpp"

namespace descent {
namespace {

// Inches, for letters of 7 points.
constexpr std::array<double, 4> figure_widths{5.5, 6.7, 8.1, 9.3};
constexpr std::array<double, 4> objective_heights{2.4, 1.9, 1.7, 1.6};
constexpr double left_margin = 0.50;
constexpr double right_margin = 0.20;         // holds half of the label at the end of an axis
constexpr double panel_gap = 0.36;            // holds the tic labels of the panel on its right
constexpr double title_height_of_one = 0.26;  // of a title of one line
constexpr double title_line_height = 0.16;
constexpr double title_letter_width = 0.069;  // of DejaVu Sans at 8 points
constexpr double subtitles_height = 0.33;
constexpr double row_gap = 0.09;
constexpr double x_axis_height = 0.36;  // tic labels and the axis' name
constexpr double legend_row_height = 0.16;
constexpr double note_height = 0.13;
constexpr double bottom_margin = 0.06;
constexpr double letter_width = 0.060;  // of DejaVu Sans at 7 points, on average
constexpr double note_letter_width = letter_width * 6 / 7;
constexpr double sample_width = 0.40;  // a line in the legend and the space behind it
constexpr double column_gap = 0.20;

double band_height(std::span<const double> row_heights) {
  const double rows = std::accumulate(row_heights.begin(), row_heights.end(), 0.0);
  return subtitles_height + rows + static_cast<double>(row_heights.size() - 1) * row_gap + x_axis_height;
}

/// Of the panels, under which the legend and the notes stand.
double middle(const FigureLayout& layout) {
  return (left_margin + layout.width - right_margin) / 2;
}

struct LegendColumns {
  std::vector<double> widths;  ///< with the gap to the next column
  std::size_t rows;
};

/// As few rows as the room allows; every column is as wide as its longest label.
LegendColumns legend_columns(std::span<const std::string> labels, double room) {
  const std::size_t entries = std::max<std::size_t>(1, labels.size());
  for (std::size_t rows = 1;; ++rows) {
    const std::size_t columns = (entries + rows - 1) / rows;
    std::vector<double> widths(columns, 0);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const double width =
          sample_width + letter_width * static_cast<double>(letter_count(labels[i])) + column_gap;
      widths[i % columns] = std::max(widths[i % columns], width);
    }
    const double width = std::accumulate(widths.begin(), widths.end(), 0.0) - column_gap;
    if (width <= room || columns == 1) return {std::move(widths), (entries + columns - 1) / columns};
  }
}

}  // namespace

FigureLayout::Spot FigureLayout::legend_spot(std::size_t entry) const {
  const std::size_t row_number = entry / legend_columns.size();
  return {legend_columns[entry % legend_columns.size()],
          legend_top - static_cast<double>(row_number) * legend_row_height};
}

FigureLayout::Spot FigureLayout::note_spot(std::size_t from_last) const {
  return {middle(*this), bottom_margin + (static_cast<double>(from_last) + 0.5) * note_height};
}

double FigureLayout::title_height() const {
  return title_height_of_one + static_cast<double>(title_lines.size() - 1) * title_line_height;
}

FigureLayout::Spot FigureLayout::title_spot(std::size_t line) const {
  return {middle(*this), height - title_height_of_one / 2 - static_cast<double>(line) * title_line_height};
}

FigureLayout::Box FigureLayout::panel_box(std::size_t problem, std::size_t row) const {
  const double left = left_margin + static_cast<double>(problem % columns) * (panel_width + panel_gap);
  double top = height - title_height() - subtitles_height -
               static_cast<double>(problem / columns) * band_height(row_heights);
  for (std::size_t above = 0; above < row; ++above) top -= row_heights[above] + row_gap;
  return {left, left + panel_width, top - row_heights[row], top};
}

std::size_t column_count(std::size_t problems) {
  const std::size_t count = std::max<std::size_t>(1, problems);
  const std::size_t bands = (count + figure_widths.size() - 1) / figure_widths.size();
  return (count + bands - 1) / bands;
}

std::size_t note_letters(std::size_t problems) {
  const double room = figure_widths[column_count(problems) - 1] - left_margin - right_margin;
  return static_cast<std::size_t>(room / note_letter_width);
}

std::vector<std::string> note_lines(const std::string& text, std::size_t problems) {
  return wrapped_lines(text, note_letters(problems));
}

FigureLayout make_layout(const std::string& title, std::size_t problems, std::size_t columns,
                         std::span<const double> row_heights, std::span<const std::string> labels,
                         std::size_t notes) {
  FigureLayout layout;
  layout.columns = columns;
  for (const double share : row_heights) {
    layout.row_heights.push_back(share * objective_heights[layout.columns - 1]);
  }
  layout.width = figure_widths[layout.columns - 1];
  const double room = layout.width - left_margin - right_margin;
  layout.panel_width = (room - static_cast<double>(columns - 1) * panel_gap) / static_cast<double>(columns);

  layout.title_lines = wrapped_lines(title, static_cast<std::size_t>(room / title_letter_width));
  const auto [widths, rows] = legend_columns(labels, room);
  const double legend_width = std::accumulate(widths.begin(), widths.end(), 0.0) - column_gap;
  double left = std::max(0.05, left_margin + (room - legend_width) / 2);
  for (const double width : widths) {
    layout.legend_columns.push_back(left);
    left += width;
  }

  const double below = bottom_margin + static_cast<double>(notes) * note_height;
  layout.legend_top = below + (static_cast<double>(rows) - 0.5) * legend_row_height;
  const std::size_t bands = (std::max<std::size_t>(1, problems) + layout.columns - 1) / layout.columns;
  layout.height = below + static_cast<double>(rows) * legend_row_height + 0.03 +
                  static_cast<double>(bands) * band_height(layout.row_heights) + layout.title_height();
  return layout;
}

}  // namespace descent
