#include "plots/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plots/labels/labels.hpp"
#include "support/numbers/extremes.hpp"

namespace descent {
namespace {

constexpr double panel_height = 1.25;  // relative to a row of objectives

/// Start of a bar on an axis without 0: the lower end of its quantile, or the upper end if the lower is 0; 0
/// if the upper is 0 or unknown too.
double lowest_positive(const Bounds& time) {
  if (time.low > 0) return time.low;
  return std::isfinite(time.high) ? time.high : 0;
}

/// Data file; at NaN gnuplot interrupts a line.
std::string curve_text(const LambdaPathCurve& curve, const AxisRange& y, Axis axis) {
  const auto text = [](double value) {
    return value > 0 && std::isfinite(value) ? fmt::format("{:.8g}", value) : std::string("NaN");
  };
  std::string lines = "# lambda_rows median p10 p90\n";
  for (const LambdaPathRow& row : curve.points) {
    if (row.is_below_certificate) continue;
    const TimesOnAxis times = times_on(axis, row.time);
    // The bar of a run that missed the target ends with the axis.
    lines += fmt::format("{:.8g} {} {} {}\n", row.lambda_rows, text(times.median.high),
                         std::isfinite(times.p10.high) ? text(lowest_positive(times.p10)) : "NaN",
                         std::isfinite(times.p10.high) ? text(std::min(times.p90.high, y.high)) : "NaN");
  }
  return lines;
}

/// Of all times.
AxisRange time_axis(const LambdaPath& path, Axis axis) {
  Extremes found;
  for (const LambdaPathCurve& curve : path.curves) {
    for (const LambdaPathRow& row : curve.points) {
      if (row.is_below_certificate) continue;
      const TimesOnAxis times = times_on(axis, row.time);
      for (const double time : {lowest_positive(times.p10), times.median.high, times.p90.high})
        if (time > 0 && std::isfinite(time)) found.include(time);
    }
  }
  // Every run failed, or w = 0 meets the target for every λ.
  return found.low <= found.high ? power_range(found.low, found.high) : power_range(0.1, 1);
}

/// If w = 0 meets the target, no method has a time to show.
void add_starts(FigureWriter& figure, const LambdaPath& path, Axis axis) {
  std::set<double> positions;
  for (const LambdaPathCurve& curve : path.curves) {
    for (const LambdaPathRow& row : curve.points) {
      if (!row.is_below_certificate && times_on(axis, row.time).median == Bounds{0, 0})
        positions.insert(row.lambda_rows);
    }
  }
  int number = 12;
  for (const double position : positions)
    figure.add(
        "  set label {} '{{/:Italic w}} = 0 suffices' at first {:.8g}, graph 0.03 left rotate by 90 "
        "textcolor "
        "rgb '#555555'",
        number++, position);
}

/// λ m; it is 1 at λ = 1/m.
AxisRange lambda_axis(const LambdaPath& path) {
  const double m = static_cast<double>(path.dataset.rows);
  return power_range(m * path.lambdas.front(), m * path.lambdas.back());
}

void add_panel(FigureWriter& figure, const LambdaPath& path, std::size_t index) {
  const Manifest& manifest = figure.manifest();
  const Axis axis = axis_of_figures(manifest.x_axis);
  const AxisRange y = time_axis(path, axis);
  figure.begin_panel(index);
  const AxisRange x = lambda_axis(path);
  figure.add_x_axis(x, power_tics(x, figure.layout().tic_labels()), power_of_ten, "{/:Italic λ m}");
  figure.add_power_axis(
      y, fmt::format("{} to {{/:Italic ε}} = {}", axis == Axis::passes ? "Passes" : "CPU time (s)",
                     power_text(static_cast<int>(std::lround(std::log10(path_target))))));
  add_starts(figure, path, axis);
  std::vector<std::string> bars;
  std::vector<std::string> lines;
  for (const LambdaPathCurve& curve : path.curves) {
    const std::string data = figure.add_data(data_file_name(panel_letter(index), curve.method, manifest),
                                             curve_text(curve, y, axis));
    const auto add = [&](std::vector<std::string>& parts, const char* format) {
      parts.push_back(fmt::format(fmt::runtime(format), data, curve.method + 1));
    };
    add(bars, "{} using 1:3:(0):($4-$3) with vectors nohead ls {} dt solid lw 0.5");
    add(lines, "{} using 1:2 with lines ls {}");
    add(lines, "{} using 1:2 with points ls {} dt solid lw 0.8");
  }
  bars.insert(bars.end(), lines.begin(), lines.end());
  figure.plot(bars);
}

/// Meaning of lines and bars, and λ whose certificate is too weak.
std::string note(const Manifest& manifest, std::span<const LambdaPath> paths) {
  const Axis axis = axis_of_figures(manifest.x_axis);
  std::uint64_t most = 0;
  bool any_missed = false;
  bool any_bound = false;
  std::string uncertain;
  for (const LambdaPath& path : paths) {
    for (const LambdaPathCurve& curve : path.curves) {
      for (const LambdaPathRow& row : curve.points) {
        most = std::max(most, row.time.runs);
        if (row.is_below_certificate) continue;
        const Bounds median = times_on(axis, row.time).median;
        any_missed = any_missed || std::isinf(median.high);
        any_bound = any_bound || (std::isfinite(median.high) && !median.is_exact());
      }
    }
    for (const double lambda : path.uncertain)
      uncertain += fmt::format("{}{}, λ = {}", uncertain.empty() ? "" : "; ",
                               panel_name(manifest, path.dataset, path.loss, path.regularizer),
                               lambda_title(manifest, path.dataset, lambda));
  }
  std::string text =
      fmt::format("{} until (F(w) − D*)/D* stays ≤ ε; D*: certified lower bound. {}",
                  axis == Axis::passes ? "Passes" : "CPU time",
                  most == 1 ? "One run each." : fmt::format("Median of {} runs, bars 10–90 %.", most));
  if (any_missed)
    text += fmt::format(" Interrupted: {} does not get there.", most == 1 ? "the run" : "the median run");
  if (any_bound) text += " A time at a first checkpoint is an upper bound.";
  if (!uncertain.empty()) text += " The certificate does not suffice: " + uncertain + '.';
  return text;
}

}  // namespace

Figure lambda_path_figure(const Manifest& manifest, std::span<const LambdaPath> paths) {
  std::set<std::size_t> methods;
  std::vector<PanelHeading> headings;
  for (const LambdaPath& path : paths) {
    headings.push_back(
        {panel_title(manifest, path.dataset, path.loss, path.regularizer), size_text(path.dataset)});
    for (const LambdaPathCurve& curve : path.curves) methods.insert(curve.method);
  }
  FigureWriter figure(manifest, {.suffix = "-lambda-path",
                                 .subject = ": time to target over λ",
                                 .caption = {note(manifest, paths)},
                                 .legend = legend_of({methods.begin(), methods.end()}, manifest),
                                 .headings = with_letters(headings),
                                 .row_heights = {panel_height}});
  figure.add("  set logscale y; set mytics 10");
  for (std::size_t i = 0; i < paths.size(); ++i) add_panel(figure, paths[i], i);
  return figure.take();
}

}  // namespace descent
