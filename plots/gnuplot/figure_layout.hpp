#pragma once

#include <span>
#include <string>
#include <vector>

namespace descent {

/// Widths of a figure in one column of a journal page and in both, in inches.
inline constexpr double one_column_width = 3.4;
inline constexpr double two_column_width = 7.0;

/// Letter size in points and average letter widths in inches. The widths suit DejaVu Sans, which replaces
/// Arial where that is missing; Arial is narrower.
inline constexpr double letter_points = 8;
inline constexpr double letter_width = 0.061;
inline constexpr double bold_letter_width = 0.069;

/// Positions in a figure, in inches from its lower left corner. Problems stand in bands of up to four
/// columns; a problem is a column of panels, one for each of the figure's rows.
struct FigureLayout {
  double width = 0;
  double height = 0;
  std::size_t columns = 1;             ///< problems in a band
  std::size_t heading_lines = 0;       ///< above the top panel of each problem
  std::vector<double> legend_columns;  ///< left end of each column
  double legend_top = 0;               ///< middle of the first row
  double panel_width = 0;
  std::vector<double> row_heights;

  struct Box {
    double left, right, bottom, top;
  };
  struct Spot {
    double x, y;
  };
  Box panel_box(std::size_t problem, std::size_t row) const;
  /// Left end and middle of a line of a problem's heading, counted from the top.
  Spot heading_spot(std::size_t problem, std::size_t line) const;
  /// Left end and middle of an entry of the legend, which is filled row by row.
  Spot legend_spot(std::size_t entry) const;
};

/// Problems side by side: up to three, or four if there are more than six. Bands are evenly filled: four
/// problems make two bands of two columns.
std::size_t column_count(std::size_t problems);

/// Width of a panel in a figure with so many columns, in inches.
double panel_width(std::size_t columns);

/// `row_heights` are relative to a row of objectives, from the top; `labels` are the legend's entries.
FigureLayout make_layout(std::size_t problems, std::size_t columns, std::size_t heading_lines,
                         std::span<const double> row_heights, std::span<const std::string> labels);

/// Words above the top panel of a problem.
struct PanelHeading {
  std::string title;     ///< "(a) a9a (stand-in)", in bold
  std::string subtitle;  ///< "32,561 × 123, λ = 1/m"
};

struct HeadingLines {
  std::vector<std::string> lines;  ///< titles first
  std::size_t titles = 0;          ///< number of title lines
};

/// Name of panel number 0, 1, …: a … z, aa, ab, …
std::string panel_letter(std::size_t panel);

/// The headings with "(a) ", "(b) ", … before their titles; a single one has no letter.
std::vector<PanelHeading> with_letters(std::vector<PanelHeading> headings);

/// The heading in lines that fit a panel of that width in inches: up to two lines each for title and
/// subtitle, the second truncated if necessary.
HeadingLines heading_lines(const PanelHeading& heading, double width);

}  // namespace descent
