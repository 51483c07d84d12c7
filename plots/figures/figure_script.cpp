#include "plots/figures/figure_script.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "plots/figures/curve_file.hpp"
#include "plots/figures/edge_marks.hpp"
#include "plots/figures/figure_notes.hpp"
#include "plots/gnuplot/figure_writer.hpp"

namespace descent {
namespace {

constexpr std::size_t point_interval = 10;

std::string number(double value) {
  return fmt::format("{:.10g}", value);
}

/// The horizontal axis is labelled below the last row only.
void add_x_axis(FigureWriter& figure, const Panel& panel, Axis axis, TicLabels labels, bool is_lowest) {
  if (!is_lowest) {
    figure.add("  set xtics {} nomirror; unset xlabel", amount_tics(panel.x, labels, false));
    return;
  }
  figure.add("  set xtics {} nomirror offset 0,0.4", amount_tics(panel.x, labels));
  figure.add("  set xlabel '{}' offset 0,0.9", axis == Axis::passes        ? "Passes over the data"
                                               : axis == Axis::cpu_seconds ? "CPU time (seconds)"
                                                                           : "CPU time with setup (seconds)");
}

/// Numbers from 10,000 on as "12.5k", for which there is room beside a panel.
const char* tic_format(const AxisRange& range) {
  if (range.high < 10'000) return "% h";
  return std::fmod(range.step, 1000) == 0 ? "%.0s%c" : "%.1s%c";
}

void add_y_axis(FigureWriter& figure, const FigureRow& row, const AxisRange& range) {
  if (range.is_logarithmic) {
    figure.add("  set logscale y; set mytics 10");
    figure.add("  set yrange [{}:{}]; set ytics {} nomirror format '10^{{%T}}' offset 0.6", number(range.low),
               number(range.high), power_tics(range));
  } else {
    figure.add("  unset logscale y; unset mytics");
    figure.add("  set yrange [{}:{}]; set ytics {} nomirror format '{}' offset 0.6", number(range.low),
               number(range.high), number(range.step), tic_format(range));
  }
  const bool is_of_sums = figure.manifest().form.is_sum && row.line == Quantity::objective_mean;
  figure.add_y_label(fmt::format("{}{}", row.axis, is_of_sums ? " (sum)" : ""));
}

/// gnuplot cannot clip areas that reach far beyond the panel, and drops points that have no logarithm, such
/// as a suboptimality of 0: these belong below the panel. A band is drawn where its line is not above the
/// panel: pieces of bands that reach down from lines out of sight would belong to nothing.
void add_cut(FigureWriter& figure, const FigureRow& row, const AxisRange& range) {
  if (row.band_low) figure.add("  edge(line, y) = line <= {} ? cut(y) : NaN", number(range.high));
  if (range.is_logarithmic) {
    const double panels = std::pow(range.high / range.low, 3);
    figure.add("  cut(y) = y < {0} ? (y > {1} ? y : {1}) : {0}", number(std::min(range.high * panels, 1e305)),
               number(std::max(range.low / panels, 1e-305)));
  } else if (row.band_low) {
    figure.add("  cut(y) = y < {0} ? y : {0}", number(4 * range.high - 3 * range.low));
  }
}

void add_hatching(FigureWriter& figure, const FigureRow& row, const Panel& panel, const AxisRange& range) {
  const double gap = panel.certificate_gap.value_or(0);
  if (!row.hatches_certificate || gap <= range.low) return;
  figure.add("  set object 1 rectangle from graph 0, first {} to graph 1, first {} back fc rgb '#aaaaaa' \\",
             number(range.low), number(std::min(gap, range.high)));
  figure.add("    fs transparent pattern 4 noborder");
}

/// gnuplot draws no curve's point on the edge, or beyond it; a label's it does.
void add_edge_marks(FigureWriter& figure, const FigureRow& row, const Panel& panel, Axis axis) {
  int label = 11;
  for (const EdgeMark& mark : edge_marks(row, panel, axis)) {
    figure.add("  set label {} '' at first {}, first {} point ls {} lw 0.8 dt solid front", label++,
               number(mark.x), number(mark.y), mark.method + 1);
  }
}

/// Bands first, so that no line is hidden by one. `files`: of the panel's curves.
std::vector<std::string> plotted(const FigureRow& row, const Panel& panel, const AxisRange& range, Axis axis,
                                 std::span<const std::string> files) {
  const auto file = [&](const PanelCurve& curve) {
    return files[static_cast<std::size_t>(&curve - panel.curves.data())];
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
    const std::string points = fmt::format("{} using 1:{}", file(curve), y);
    parts.push_back(fmt::format("{} with lines ls {}", points, curve.method + 1));
    // Points of different methods are kept apart; a curve that ends early has one at its end. Of a method
    // that restarts each point is a run of its own, and the line only leads the eye.
    const std::size_t last = curve.points.size() - 1;
    const std::size_t offset =
        ends_early(panel, curve, axis) ? last % point_interval : std::min(last, 1 + 3 * curve.method % 8);
    parts.push_back(
        fmt::format("{}{} with points ls {} dt solid lw 0.8", points,
                    curve.sampled_by_tolerance ? "" : fmt::format(" every {}::{}", point_interval, offset),
                    curve.method + 1));
  }
  return parts;
}

/// Draws one problem: its title and a panel for each row of the figure. `labels`: of the horizontal axis.
void add_panels(FigureWriter& figure, const FigureKind& kind, std::size_t place, const Panel& panel,
                TicLabels labels) {
  const Manifest& manifest = figure.manifest();
  std::vector<std::string> files(panel.curves.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    const PanelCurve& curve = panel.curves[i];
    if (!curve.points.empty())
      files[i] = figure.add_data(data_file_name(panel.letter, curve.method, manifest),
                                 curve_file_text(curve, manifest.x_axis));
  }
  for (std::size_t i = 0; i < kind.rows.size(); ++i) {
    const FigureRow& row = kind.rows[i];
    const AxisRange range = row.range(panel);
    if (i == 0) {
      figure.begin_panel(place, panel.title, panel.subtitle);
      figure.add("  set xrange [{}:{}]", number(panel.x.low), number(panel.x.high));
    } else {
      figure.begin_panel(place, i);
    }
    add_x_axis(figure, panel, manifest.x_axis, labels, i + 1 == kind.rows.size());
    add_y_axis(figure, row, range);
    add_cut(figure, row, range);
    add_hatching(figure, row, panel, range);
    add_edge_marks(figure, row, panel, manifest.x_axis);
    figure.plot(plotted(row, panel, range, manifest.x_axis, files));
  }
}

/// The methods that some panel has a curve of, in the manifest's order.
std::vector<std::size_t> methods_in(std::span<const Panel> panels, const Manifest& manifest) {
  std::vector<std::size_t> methods;
  for (std::size_t method = 0; method < manifest.methods.size(); ++method) {
    const bool is_shown = std::ranges::any_of(panels, [&](const Panel& panel) {
      return std::ranges::find(panel.curves, method, &PanelCurve::method) != panel.curves.end();
    });
    if (is_shown) methods.push_back(method);
  }
  return methods;
}

}  // namespace

std::filesystem::path write_figure(const std::filesystem::path& folder, const std::string& name,
                                   const FigureKind& kind, const Manifest& manifest,
                                   std::span<const Panel> panels) {
  const auto shown = panels_of(kind, panels);
  const auto methods = methods_in(shown, manifest);
  std::vector<double> heights;
  for (const FigureRow& row : kind.rows) heights.push_back(row.height);
  FigureWriter figure(manifest, {.name = name,
                                 .suffix = kind.suffix,
                                 .subject = kind.subject,
                                 .legend = legend_of(methods, manifest),
                                 .notes = figure_notes(kind, manifest, panels),
                                 .problems = shown.size(),
                                 .row_heights = heights,
                                 .has_common_data = true});
  // Many bands on top of each other would hide the lines.
  figure.add("\n  band = {}  # opacity", methods.size() > 6 ? "0.10" : "0.15");
  std::vector<AxisRange> axes;
  for (const Panel& panel : shown) axes.push_back(panel.x);
  const TicLabels labels = amount_labels(axes);
  for (std::size_t i = 0; i < shown.size(); ++i) add_panels(figure, kind, i, shown[i], labels);
  return figure.write(folder);
}

}  // namespace descent
