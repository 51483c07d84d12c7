#pragma once

#include <span>
#include <string>
#include <vector>

namespace descent {

/// Where everything of a figure stands, in inches from its lower left corner. The problems stand in bands of
/// up to four columns; a problem is a column of panels, one for each of the figure's rows.
struct FigureLayout {
  double width = 0;
  double height = 0;
  std::size_t columns = 1;             ///< problems in a band
  std::vector<double> legend_columns;  ///< left end of each column
  double legend_top = 0;               ///< middle of the first row
  double panel_width = 0;
  std::vector<double> row_heights;
  std::vector<std::string> title_lines;

  struct Box {
    double left, right, bottom, top;
  };
  struct Spot {
    double x, y;
  };
  Box panel_box(std::size_t problem, std::size_t row) const;
  /// Left end and middle of an entry of the legend, which is filled row by row.
  Spot legend_spot(std::size_t entry) const;
  /// Middle of a line of small text under the legend, counted from the last one.
  Spot note_spot(std::size_t from_last) const;
  /// Middle of a line of the title.
  Spot title_spot(std::size_t line) const;
  double title_height() const;
};

/// How many letters of small text fit a line under the legend of a figure with that many problems.
std::size_t note_letters(std::size_t problems);

/// The text in lines that fit there.
std::vector<std::string> note_lines(const std::string& text, std::size_t problems);

/// As few bands as there can be, all as full as the first: six problems make two bands of three columns.
std::size_t column_count(std::size_t problems);

/// `title`: may take several lines; `row_heights`: of the rows from above, over that of a row of objectives;
/// `labels`: the legend's entries; `notes`: lines of small text under the legend.
FigureLayout make_layout(const std::string& title, std::size_t problems, std::size_t columns,
                         std::span<const double> row_heights, std::span<const std::string> labels,
                         std::size_t notes);

}  // namespace descent
