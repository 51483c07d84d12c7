#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/gnuplot/axis_range.hpp"

namespace descent {

/// Letter size in points, and average letter widths in inches. The widths suit DejaVu Sans, which replaces
/// Arial where that is missing; Arial is narrower.
inline constexpr double letter_points = 8;
inline constexpr double letter_width = 0.061;
inline constexpr double bold_letter_width = 0.069;

/// Words above the top panel of a problem.
struct PanelHeading {
  std::string title;     ///< "(a) a9a (stand-in)", in bold
  std::string subtitle;  ///< "32,561 × 123, λ = 1/m"
};

struct HeadingLines {
  std::vector<std::string> lines;  ///< titles first
  std::size_t titles = 0;          ///< number of title lines
};

/// Positions in a figure from its lower left corner, in inches. Problems stand in
/// bands of up to four columns; a problem is a column of panels, one for each of the figure's rows.
struct FigureLayout {
  double width = 0;
  double height = 0;
  std::size_t columns = 1;                             ///< problems in a band
  std::vector<HeadingLines> headings;                  ///< of each problem
  std::vector<std::size_t> heading_lines;              ///< most of them in each band
  std::vector<std::vector<std::string>> legend_lines;  ///< of each label
  std::vector<double> legend_columns;                  ///< left end of each column
  std::vector<double> legend_rows;                     ///< middle of each row's first line
  double panel_width = 0;
  std::vector<double> row_heights;

  /// Labels of powers of ten that fit below a panel.
  std::size_t tic_labels() const;
  /// Step of a linear axis below a panel: twice the range's if few labels fit.
  double step_below(const AxisRange& range) const;

  struct Box {
    double left, right, bottom, top;
  };
  struct Spot {
    double x, y;
  };
  Box panel_box(std::size_t problem, std::size_t row) const;
  /// Left end and middle of a line of a problem's heading, counted from the top.
  Spot heading_spot(std::size_t problem, std::size_t line) const;
  /// Left end and middle of a line of an entry of the legend, which is filled row by row.
  Spot legend_spot(std::size_t entry, std::size_t line = 0) const;
};

/// Problems side by side: up to three, or four if there are more than six. Bands are evenly filled: four
/// problems make two bands of two columns.
std::size_t column_count(std::size_t problems);

/// Distance of a label's middle from its panel, in inches.
inline constexpr double y_label_distance = 0.41;

/// One column of panels has the width of a journal's column; up to four have that of its page. `headings`
/// are the problems'; `row_heights` are those of a problem's panels, from the top, relative to a row of
/// objectives; `labels` are the legend's entries.
FigureLayout make_layout(std::size_t columns, std::span<const PanelHeading> headings,
                         std::span<const double> row_heights, std::span<const std::string> labels);

/// The text in lines of at most so many letters. Words longer than a line are divided.
std::vector<std::string> fitted_lines(const std::string& text, double letters);

/// Name of panel number 0, 1, …: a … z, aa, ab, …
std::string panel_letter(std::size_t panel);

/// The headings with "(a) ", "(b) ", … before their titles; a single one has no letter.
std::vector<PanelHeading> with_letters(std::vector<PanelHeading> headings);

/// The heading in lines that fit a panel of that width in inches.
HeadingLines heading_lines(const PanelHeading& heading, double width);

}  // namespace descent
