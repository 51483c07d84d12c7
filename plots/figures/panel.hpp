#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/gnuplot/axis_range.hpp"
#include "plots/results/curves.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// The averaged curve of one method in one panel.
struct PanelCurve {
  std::size_t method = 0;  ///< its place in the manifest
  std::vector<CurvePoint>
      points;  ///< those with a mean objective at positive positions; none when all runs failed
  std::optional<CurvePoint> start;    ///< w = 0
  bool has_band = false;              ///< whether the runs differ anywhere, in more than their times
  std::uint64_t runs = 0;             ///< of the cell, failed ones included
  std::uint64_t failed_runs = 0;      ///< those that did not reach the end
  double setup_seconds = 0;           ///< mean of the cell, 0 when all runs failed
  bool ended_by_itself = false;       ///< all of its runs were ended by the method
  bool sampled_by_tolerance = false;  ///< the method's: its points are marked one by one
};

/// One column of a figure: a problem (dataset, loss, regulariser and λ) with its curves, whatever is drawn of
/// them.
struct Panel {
  ProblemKey problem;
  std::string letter;              ///< "a", "b", …: the same in all figures of a results folder
  std::string name;                ///< "a9a", with loss and regulariser if there are several: "a9a, L1"
  std::string title;               ///< "(a) a9a", with a remark for a stand-in
  std::string subtitle;            ///< "32,561 × 123, λ = 1/m"
  std::vector<PanelCurve> curves;  ///< in the manifest's order
  Axis axis = Axis::cpu_seconds;   ///< the horizontal one
  AxisRange x;  ///< logarithmic: from the curves' first positive position to the end of the work, see below
  std::optional<double> start;            ///< the highest mean of F(0)
  std::optional<double> lower_bound;      ///< D*
  std::optional<double> certificate_gap;  ///< (F(w*) − D*) / D*, where D* > 0
};

/// The axis of figures of runs with such a budget: all CPU time that a method takes, setup included.
constexpr Axis axis_of_figures(Axis budget) {
  return budget == Axis::cpu_seconds ? Axis::cpu_seconds_with_setup : budget;
}

/// Position of a point on the axis; that of w = 0 is 0 on each. Panels end where the longest curve ends by
/// its work alone: with setup on the axis all methods are shown for the same time, and a curve may go on
/// beyond it.
double axis_position(const CurvePoint& point, Axis axis);

/// Whether a curve stops well before the panel's right edge.
bool ends_early(const Panel& panel, const PanelCurve& curve);

/// Whether it stops before that because the method did.
bool ends_by_itself(const Panel& panel, const PanelCurve& curve);

/// The panels of a results folder: its problems in the order of the curves, which is the configuration's.
std::vector<Panel> make_panels(const Manifest& manifest, std::span<const CurvePoint> curves);

/// Keeps the curves of these methods, which are places in the manifest, and the panels that have any.
void keep_methods(std::span<const std::size_t> methods, std::vector<Panel>& panels);

}  // namespace descent
