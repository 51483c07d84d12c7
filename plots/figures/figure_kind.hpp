#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/figures/panel.hpp"
#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/figure_writer.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// One row of panels: a quantity with an axis in figures.
struct FigureRow {
  const Quantity* quantity = nullptr;
  double height = 1;  ///< relative to a row of objectives
};

/// A figure of averaged curves: rows of panels, with problems as columns.
struct FigureKind {
  const char* suffix = "";       ///< of the files' names: "-suboptimality", or empty
  const char* subject = "";      ///< in the caption, after the manifest's title: ": relative suboptimality"
  bool has_linear_time = false;  ///< CPU time from 0, as in the paper; else, and for passes, in powers of ten
  std::vector<std::string> remarks{};  ///< sentences of the caption that explain its words
  bool needs_quantity = true;          ///< problems without the first row's quantity have no panel
  std::vector<FigureRow> rows{};       ///< from the top
};

/// Vertical axis of the quantity in a panel: the panel's own, if it has one, else around its curves.
AxisRange vertical_range(const Quantity& quantity, const Panel& panel);

/// Keeps the curves of these methods (indices in the manifest) and the panels that have any. The panels keep
/// the axes of all of their curves, so that all figures of a problem can be compared.
void keep_methods(std::span<const std::size_t> methods, std::vector<Panel>& panels);

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel);

/// The paper's figure (objective and share of nonzeros), the suboptimality, and the support of the optimum.
const std::vector<FigureKind>& figure_kinds();

/// Replaces the row of nonzero weights by a remark if R makes no zeros and every curve ends with almost all
/// weights. The row is lower if R makes no zeros.
FigureKind fitted_to(FigureKind kind, std::span<const Panel> panels);

std::vector<Panel> panels_of(const FigureKind& kind, std::span<const Panel> panels);

/// A word for each curve without a visible part in the row's panel, so that no method seems to be missing.
/// "above ↑": stays above F(0). "below ↓": below the axis from the first checkpoint. "later →": begins beyond
/// the right edge. "failed": all runs failed.
std::vector<PanelWord> edge_words(const FigureRow& row, const Panel& panel, const AxisRange& x);

/// Sentences of a figure's caption: number of runs per line, meaning of bands and words, limits of
/// certificates, and setup times. `panels` are all panels of the results folder.
std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels);

/// "F(w) = Σ hinge + λ‖w‖².", for each regulariser.
std::string formula_sentence(const Manifest& manifest);

}  // namespace descent
