#include "plots/figures/panel_script.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "plots/figures/curve_file.hpp"
#include "plots/figures/edge_marks.hpp"
#include "plots/gnuplot/gnuplot_text.hpp"
#include "plots/gnuplot/panel_frame.hpp"

namespace descent {
namespace {

constexpr std::size_t point_interval = 10;

std::string number(double value) {
  return fmt::format("{:.10g}", value);
}

/// The horizontal axis is labelled below the last row only.
void add_x_axis(GnuplotScript& script, const Panel& panel, Axis axis, bool is_lowest) {
  if (!is_lowest) {
    script.add("  set xtics {} nomirror format ''; unset xlabel", amount_tics(panel.x));
    return;
  }
  const bool is_plain = panel.x.low >= 0.0005 && panel.x.high <= 20000;
  script.add("  set xtics {} nomirror format '{}' offset 0,0.4", amount_tics(panel.x),
             is_plain ? "%g" : "10^{%T}");
  script.add("  set xlabel '{}' offset 0,0.9", axis == Axis::passes        ? "Passes over the data"
                                               : axis == Axis::cpu_seconds ? "CPU time (seconds)"
                                                                           : "CPU time with setup (seconds)");
}

/// Numbers from 10,000 on as "12.5k", for which there is room beside a panel.
const char* tic_format(const AxisRange& range) {
  if (range.high < 10'000) return "% h";
  return std::fmod(range.step, 1000) == 0 ? "%.0s%c" : "%.1s%c";
}

void add_y_axis(GnuplotScript& script, const FigureRow& row, const AxisRange& range, bool is_leftmost,
                const ObjectiveForm& form) {
  if (range.is_logarithmic) {
    script.add("  set logscale y; set mytics 10");
    script.add("  set yrange [{}:{}]; set ytics {} nomirror format '10^{{%T}}' offset 0.6", number(range.low),
               number(range.high), power_tics(range));
  } else {
    script.add("  unset logscale y; unset mytics");
    script.add("  set yrange [{}:{}]; set ytics {} nomirror format '{}' offset 0.6", number(range.low),
               number(range.high), number(range.step), tic_format(range));
  }
  if (is_leftmost) {
    const bool is_of_sums = form.is_sum && row.line == Quantity::objective_mean;
    script.add("  set ylabel '{}{}' offset 1.6", row.axis, is_of_sums ? " (sum)" : "");
  } else {
    script.add("  unset ylabel");
  }
}

/// gnuplot cannot clip areas that reach far beyond the panel, and drops points that have no logarithm, such
/// as a suboptimality of 0: these belong below the panel. A band is drawn where its line is not above the
/// panel: pieces of bands that reach down from lines out of sight would belong to nothing.
void add_cut(GnuplotScript& script, const FigureRow& row, const AxisRange& range) {
  if (row.band_low) script.add("  edge(line, y) = line <= {} ? cut(y) : NaN", number(range.high));
  if (range.is_logarithmic) {
    const double panels = std::pow(range.high / range.low, 3);
    script.add("  cut(y) = y < {0} ? (y > {1} ? y : {1}) : {0}", number(std::min(range.high * panels, 1e305)),
               number(std::max(range.low / panels, 1e-305)));
  } else if (row.band_low) {
    script.add("  cut(y) = y < {0} ? y : {0}", number(4 * range.high - 3 * range.low));
  }
}

void add_hatching(GnuplotScript& script, const FigureRow& row, const Panel& panel, const AxisRange& range) {
  const double gap = panel.certificate_gap.value_or(0);
  if (!row.hatches_certificate || gap <= range.low) return;
  script.add("  set object 1 rectangle from graph 0, first {} to graph 1, first {} back fc rgb '#aaaaaa' \\",
             number(range.low), number(std::min(gap, range.high)));
  script.add("    fs transparent pattern 4 noborder");
}

/// gnuplot draws no curve's point on the edge, or beyond it; a label's it does.
void add_edge_marks(GnuplotScript& script, const FigureRow& row, const Panel& panel, Axis axis) {
  int label = 11;
  for (const EdgeMark& mark : edge_marks(row, panel, axis)) {
    script.add("  set label {} '' at first {}, first {} point ls {} lw 0.8 dt solid front", label++,
               number(mark.x), number(mark.y), mark.method + 1);
  }
}

/// One plot command: bands first, so that no line is hidden by one.
void add_curves(GnuplotScript& script, const FigureRow& row, const Panel& panel, const AxisRange& range,
                const Manifest& manifest, const std::string& name) {
  const auto file = [&](const PanelCurve& curve) {
    return gnuplot_verbatim(curve_file(name, panel, curve, manifest));
  };
  std::vector<std::string> parts;
  const std::size_t column = column_number(row.line);
  for (const PanelCurve& curve : panel.curves) {
    if (!row.band_low || !curve.has_band || !has_quantity(curve, *row.band_low)) continue;
    parts.push_back(fmt::format(
        "{0} using 1:(edge(${1}, ${2})):(edge(${1}, ${3})) with filledcurves ls {4} fs transparent solid "
        "band noborder",
        file(curve), column, column_number(*row.band_low), column_number(*row.band_high), curve.method + 1));
  }
  const std::string y = range.is_logarithmic ? fmt::format("(cut(${}))", column) : fmt::format("{}", column);
  for (const PanelCurve& curve : panel.curves) {
    if (!has_quantity(curve, row.line)) continue;
    parts.push_back(fmt::format("{} using 1:{} with lines ls {}", file(curve), y, curve.method + 1));
    if (curve.sampled_by_tolerance) {  // each point is a run of its own, and the line only leads the eye
      parts.push_back(
          fmt::format("{} using 1:{} with points ls {} dt solid lw 0.8", file(curve), y, curve.method + 1));
      continue;
    }
    // Points of different methods are kept apart; a curve that ends early has one at its end.
    const std::size_t last = curve.points.size() - 1;
    const std::size_t offset = ends_early(panel, curve, manifest.x_axis)
                                   ? last % point_interval
                                   : std::min(last, 1 + 3 * curve.method % 8);
    parts.push_back(fmt::format("{} using 1:{} every {}::{} with points ls {} dt solid lw 0.8", file(curve),
                                y, point_interval, offset, curve.method + 1));
  }
  if (parts.empty()) parts.emplace_back("NaN");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", \\\n    ") + part;
  script.add("  plot {}", text);
}

}  // namespace

void add_panel(GnuplotScript& script, const FigureKind& kind, std::size_t place, const Panel& panel,
               const Manifest& manifest, const std::string& name, const FigureLayout& layout) {
  script.add("\n  {}", gnuplot_comment(panel.title));
  script.add("  set xrange [{}:{}]", number(panel.x.low), number(panel.x.high));
  for (std::size_t i = 0; i < kind.rows.size(); ++i) {
    const FigureRow& row = kind.rows[i];
    const AxisRange range = row.range(panel);
    const auto box = layout.panel_box(place, i);
    place_panel(script, box, layout);
    if (i == 0) {
      add_panel_titles(script, panel.title, panel.subtitle, box, layout);
    }
    add_x_axis(script, panel, manifest.x_axis, i + 1 == kind.rows.size());
    add_y_axis(script, row, range, place % layout.columns == 0, manifest.form);
    add_cut(script, row, range);
    add_hatching(script, row, panel, range);
    add_edge_marks(script, row, panel, manifest.x_axis);
    add_curves(script, row, panel, range, manifest, name);
    script.add("  unset label; unset object");
  }
}

}  // namespace descent
