#pragma once

#include <span>
#include <vector>

#include "plots/manifest.hpp"
#include "plots/panel.hpp"

namespace descent {

/// Where everything of a figure stands, in inches from its lower left corner. Panels stand in bands of up to
/// four columns; a band is a row of objectives above a row of densities.
struct FigureLayout {
  double width = 0;
  double height = 0;
  std::size_t columns = 1;             ///< panels in a band
  std::vector<double> legend_columns;  ///< left end of each column
  double legend_top = 0;               ///< middle of the first row
  double panel_width = 0;

  struct Box {
    double left, right, bottom, top;
  };
  struct Spot {
    double x, y;
  };
  Box objective_box(std::size_t panel) const;
  Box density_box(std::size_t panel) const;
  /// Left end and middle of an entry of the legend, which is filled row by row.
  Spot legend_spot(std::size_t entry) const;
  /// Middle of a line of small text under the legend, counted from the last one.
  Spot note_spot(std::size_t from_last) const;
  Spot title_spot() const;
};

/// How many letters of small text fit a line under the legend of a figure with that many panels.
std::size_t note_letters(std::size_t panels);

/// `notes`: lines of small text under the legend.
FigureLayout make_layout(std::size_t panels, std::span<const ManifestMethod> methods, std::size_t notes);

}  // namespace descent
