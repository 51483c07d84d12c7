#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/figure_writer.hpp"
#include "plots/results/curves.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Averaged curve of one method in one panel.
struct PanelCurve {
  std::size_t method = 0;  ///< index in the manifest
  std::vector<CurvePoint>
      points;  ///< points with a mean objective at positive positions; none if all runs failed
  std::optional<CurvePoint> start;    ///< w = 0
  bool has_band = false;              ///< true if the runs differ in more than their times
  std::uint64_t runs = 0;             ///< of the RunGroup, including failed runs
  double setup_seconds = 0;           ///< mean of the RunGroup, 0 if all runs failed
  bool ended_by_itself = false;       ///< the method ended all of its runs
  bool sampled_by_tolerance = false;  ///< as in the method: its points are marked one by one
};

/// A column of a figure: a problem (dataset, loss, regulariser and λ) with its curves, for any kind of
/// figure.
struct Panel {
  ProblemKey problem;
  std::string letter;              ///< "a", "b", …: equal in all figures of a results folder
  std::string name;                ///< "a9a", with loss and regulariser if there are several: "a9a, L1"
  std::string title;               ///< "(a) a9a", with a remark for a stand-in
  std::string subtitle;            ///< "32,561 × 123, λ = 1/m"
  std::vector<PanelCurve> curves;  ///< in the manifest's order
  Axis axis = Axis::cpu_seconds;   ///< horizontal
  AxisRange x;  ///< logarithmic, from the curves' first positive position to the end of the work, see below
  std::optional<double> start;            ///< maximum of the mean F(0)
  std::optional<double> lower_bound;      ///< D*
  std::optional<double> certificate_gap;  ///< (F(w*) − D*) / D*, if D* > 0
  std::vector<Panel> over_passes{};       ///< one panel with the same curves over passes, or none
};

/// Position of a point on the axis; w = 0 is at 0. Panels end at the end of the longest curve without setup.
/// With setup on the axis all methods are shown for the same time, and a curve may extend beyond it.
double axis_position(const CurvePoint& point, Axis axis);

/// True if a curve ends well before the panel's right edge.
bool ends_early(const Panel& panel, const PanelCurve& curve);

/// True if it ends there because the method did.
bool ends_by_itself(const Panel& panel, const PanelCurve& curve);

/// Panels of a results folder: its problems in the order of the curves, which is the configuration's.
std::vector<Panel> make_panels(const Manifest& manifest, std::span<const CurvePoint> curves, Axis axis);

/// True if any point of the curve has the quantity's line in figures.
bool has_quantity(const PanelCurve& curve, const Quantity& quantity);

/// Lines in a data file before the curve's first point: w = 0 at position 0, and again at the end of setup if
/// the axis includes setup.
std::size_t start_lines(const PanelCurve& curve, Axis axis);

/// Data file of a curve for all figures of a results folder: a header comment, the start_lines(), and per
/// point its position and data_columns() ("?" if unknown).
std::string curve_file_text(const PanelCurve& curve, Axis axis);

/// Curves that fit into a figure with one panel per problem.
struct ShownLambdas {
  std::vector<CurvePoint> curves;
  std::string remark;  ///< λ that are left out; empty if none
};

/// All curves of up to eight problems, two full bands of panels. With more, each dataset, loss and
/// regulariser with at least four λ keeps the smallest, middle and largest; the figure of the λ path shows
/// the dependence on λ.
ShownLambdas choose_shown_lambdas(std::span<const CurvePoint> curves);

/// One row of panels: a quantity with an axis in figures.
struct FigureRow {
  const Quantity* quantity = nullptr;
  double height = 1;         ///< relative to a row of objectives
  bool over_passes = false;  ///< shows Panel::over_passes
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

/// One problem in one row.
struct SeenPanel {
  const Panel& panel;        ///< of the row's horizontal axis
  const Quantity& quantity;  ///< the row's, or the suboptimality in its place, see seen_panel()
  AxisRange x, y;
};

/// Vertical axis. An objective is on a linear axis, as in the paper, from D* (without one, from the best
/// mean) to a height under which every curve is for three quarters of the horizontal axis. The axis is
/// logarithmic where a linear one cannot distinguish half of the curves, spans more than a factor of 100 or,
/// with a D*, has long tic labels.
AxisRange vertical_range(const Quantity& quantity, const Panel& panel, const AxisRange& x);

/// A problem in that row. The suboptimality replaces an objective that needs a logarithmic axis, if there is
/// a D*.
SeenPanel seen_panel(const FigureKind& kind, const FigureRow& row, const Panel& problem);

/// Keeps the curves of these methods (indices in the manifest) and the panels that have any.
void keep_methods(std::span<const std::size_t> methods, std::vector<Panel>& panels);

/// Adds the panels of the same letters as Panel::over_passes, with the curves that have passes.
void add_passes(std::span<const Panel> over_passes, std::vector<Panel>& panels);

/// True if a curve ends within 1/30 of its panel, so that a linear axis would show no more of it than a dot.
bool has_early_end(std::span<const Panel> panels);

AxisRange horizontal_range(const FigureKind& kind, const Panel& panel);

/// The paper's figure (objective and share of nonzeros), the suboptimality, and the support of the optimum.
const std::vector<FigureKind>& figure_kinds();

/// Replaces the row of nonzero weights by a remark if R makes no zeros and every curve ends with almost all
/// weights.
FigureKind fitted_to(FigureKind kind, std::span<const Panel> panels);

std::vector<Panel> panels_of(const FigureKind& kind, std::span<const Panel> panels);

/// A word for each curve without a visible point in the panel, so that no method seems to be missing.
/// "above ↑" or "below ↓": ends above or below the axis. "later →": begins beyond the right edge. "failed":
/// all runs failed.
std::vector<PanelWord> edge_words(const SeenPanel& seen);

/// Sentences of a figure's caption: number of runs per line, meaning of bands and words, accuracy of
/// certificates, and the longest setup. `panels` are all panels of the results folder.
std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels);

}  // namespace descent
