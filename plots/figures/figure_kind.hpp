#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/figures/curve_file.hpp"
#include "plots/figures/panel.hpp"
#include "plots/gnuplot/axis_range.hpp"

namespace descent {

/// One row of panels: what stands on their vertical axes.
struct FigureRow {
  const char* axis = "";                       ///< name of the axis, with gnuplot's markup
  double height = 1;                           ///< over that of a row of objectives
  AxisRange (*range)(const Panel&) = nullptr;  ///< of the axis, which each panel has its own of
  Quantity line{};
  std::optional<Quantity> band_low{}, band_high{};  ///< edges of the band around the line, where it has one
  bool hatches_certificate = false;  ///< whether what lies below the panel's certificate_gap is hatched
};

/// One of the figures that a results folder gets: rows of panels, with the problems as columns.
struct FigureKind {
  const char* suffix = "";       ///< of its files' name: "-suboptimality", or nothing
  const char* subject = "";      ///< of its caption, behind the manifest's title: ": relative suboptimality"
  const char* average = "mean";  ///< what a line is of the runs
  bool has_linear_time = false;  ///< CPU time from 0, as in the paper; else, and for passes, in powers of ten
  std::vector<std::string> remarks{};  ///< sentences of the caption that explain its words
  std::optional<Quantity> needs{};     ///< a problem has no panel where no curve has it
  std::vector<FigureRow> rows{};       ///< from above
};

/// The horizontal axis of a panel.
AxisRange horizontal_range(const FigureKind& kind, const Panel& panel);

/// The paper's figure (objective and share of nonzeros), the suboptimality and the support of the optimum.
const std::vector<FigureKind>& figure_kinds();

/// The kind without its row of nonzero weights, and with a remark instead, where that row would say nothing:
/// R is not one that makes zeros, and every curve ends with next to all weights. Lower where R makes none.
FigureKind fitted_to(FigureKind kind, std::span<const Panel> panels);

/// The panels that a figure of that kind has.
std::vector<Panel> panels_of(const FigureKind& kind, std::span<const Panel> panels);

}  // namespace descent
