#pragma once

#include <span>
#include <vector>

#include "plots/figures/panel.hpp"

namespace descent {

/// One row of panels: a quantity with an axis in figures, on one kind of axis.
struct FigureRow {
  const Quantity* quantity = nullptr;
  double height = 1;            ///< relative to a row of objectives
  bool is_logarithmic = false;  ///< vertically, in every panel
};

/// A figure of averaged curves: rows of panels, with problems as columns.
struct FigureKind {
  const char* suffix = "";       ///< of the files' names: "-suboptimality", or empty
  const char* subject = "";      ///< in the caption, after the manifest's title: ": relative suboptimality"
  bool has_linear_time = false;  ///< CPU time from 0, as in the paper; else, and for passes, in powers of ten
  std::vector<std::string> remarks{};  ///< sentences of the caption
  std::vector<FigureRow> rows{};       ///< from the top
};

/// The paper's figure: the objective over time. Time is linear unless has_fast_method(). The objective is on
/// a linear axis too, unless in some panel a method rises far above F(0), or half of all curves are at the
/// bottom. Then all panels have the relative suboptimality, or without D* the objective, in powers of ten.
FigureKind paper_figure(std::span<const Panel> panels);

/// The same, but never with the suboptimality.
FigureKind objective_figure(std::span<const Panel> panels);

/// The relative suboptimality, both axes in powers of ten.
FigureKind suboptimality_figure();

/// The suboptimality over passes; the objective if some panel with a run has no D*.
FigureKind passes_figure(std::span<const Panel> panels);

/// The share of nonzeros; below it, if it is known, how much of the optimum's support they are.
FigureKind nonzeros_figure(std::span<const Panel> panels);

/// True if a method is through nine tenths of its descent within 1/30 of its panel's time. A linear axis
/// would show no more of it than a line on the left frame.
bool has_fast_method(std::span<const Panel> panels);

/// The least share of nonzeros, in %, at the end of a panel's curves; 100 if none is known.
double fewest_nonzeros(const Panel& panel);

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel);

/// Vertical axis. A linear one of the objective ends at F(0), since the first iterates of a method may be far
/// above. An axis in powers of ten contains F(0) and every point of every line, with three exceptions: a
/// method that ends a million times above F(0), values below `smallest_relative`, and values far below the
/// certificate's gap.
AxisRange vertical_range(const FigureRow& row, const Panel& panel);

/// One problem in one row.
struct SeenPanel {
  const Panel& panel;
  const Quantity& quantity;
  AxisRange x, y;
};

SeenPanel seen_panel(const FigureKind& kind, const FigureRow& row, const Panel& panel);

/// The panels that have the quantity of the figure's first row. Every panel has an objective, even if all of
/// its runs failed.
std::vector<Panel> panels_of(const FigureKind& kind, std::span<const Panel> panels);

/// A word for each curve that leaves the panel at the top or has no visible point, so that no method seems to
/// be missing. "above ↑" or "below ↓": it is above or below the axis. "failed": all its runs failed.
std::vector<PanelWord> edge_words(const SeenPanel& seen);

}  // namespace descent
