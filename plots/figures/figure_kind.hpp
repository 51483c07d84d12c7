#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/figures/curve_file.hpp"
#include "plots/figures/panel.hpp"
#include "plots/gnuplot/axis_range.hpp"

namespace descent {

/// One row of panels, by their vertical axes.
struct FigureRow {
  const char* axis = "";                       ///< name with gnuplot's markup
  double height = 1;                           ///< relative to a row of objectives
  AxisRange (*range)(const Panel&) = nullptr;  ///< of the axis, which differs between panels
  Quantity line{};
  std::optional<Quantity> band_low{}, band_high{};  ///< edges of the band around the line, if any
  bool hatches_certificate = false;                 ///< hatch the part below the panel's certificate_gap
};

/// A figure of a results folder: rows of panels, with problems as columns.
struct FigureKind {
  const char* suffix = "";       ///< of the files' names: "-suboptimality", or empty
  const char* subject = "";      ///< in the caption, after the manifest's title: ": relative suboptimality"
  const char* average = "mean";  ///< of the runs, which a line shows
  bool has_linear_time = false;  ///< CPU time from 0, as in the paper; else, and for passes, in powers of ten
  std::vector<std::string> remarks{};  ///< sentences of the caption that explain its words
  std::optional<Quantity> needs{};     ///< problems without this quantity have no panel
  std::vector<FigureRow> rows{};       ///< from the top
};

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel);

/// The paper's figure (objective and share of nonzeros), the suboptimality, and the support of the optimum.
const std::vector<FigureKind>& figure_kinds();

/// Replaces the row of nonzero weights by a remark if R makes no zeros and every curve ends with almost all
/// weights. The row is lower if R makes no zeros.
FigureKind fitted_to(FigureKind kind, std::span<const Panel> panels);

std::vector<Panel> panels_of(const FigureKind& kind, std::span<const Panel> panels);

}  // namespace descent
