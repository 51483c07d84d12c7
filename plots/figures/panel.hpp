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
  std::string file_letter;         ///< "a", "b", …: of its data files, which all figures share
  std::string name;                ///< "a9a", with loss and regulariser if there are several: "a9a, L1"
  std::string title;               ///< "a9a", with a remark for a stand-in
  std::string subtitle;            ///< "32,561 × 123, λ = 1/m"
  std::vector<PanelCurve> curves;  ///< in the manifest's order
  Axis axis = Axis::cpu_seconds;   ///< horizontal
  AxisRange x;  ///< logarithmic, from the curves' first positive position to the end of the work, see below
  std::optional<double> start;            ///< maximum of the mean F(0)
  std::optional<double> lower_bound;      ///< D*
  std::optional<double> certificate_gap;  ///< (F(w*) − D*) / D*, if D* > 0
};

/// Position of a point on the axis; w = 0 is at 0. Panels end at the end of the longest curve without setup.
/// With setup on the axis all methods are shown for the same time, and a curve may extend beyond it. A curve
/// that would begin beyond it is shown to its end.
double axis_position(const CurvePoint& point, Axis axis);

/// True if a curve ends well before the panel's right edge.
bool ends_early(const Panel& panel, const PanelCurve& curve);

/// True if a curve ends before the panel does because the method did.
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

/// Keeps the curves of these methods (indices in the manifest) and the panels that have any.
void keep_methods(std::span<const std::size_t> methods, std::vector<Panel>& panels);

}  // namespace descent
