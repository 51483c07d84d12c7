#include "plots/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plots/labels/labels.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

constexpr double panel_height = 1.25;  // relative to a row of objectives

/// Data file; "?" if there is nothing to draw.
std::string curve_text(const LambdaPathCurve& curve, const PathHeights& heights, Axis axis) {
  const double mark = heights.mark(curve.method);
  const auto text = [](double value) {
    return value > 0 && std::isfinite(value) ? fmt::format("{:.8g}", value) : std::string("?");
  };
  std::string lines = "# lambda_rows median p10 p90 mark_above_the_longest_run median_or_mark\n";
  for (const LambdaPathRow& row : curve.points) {
    if (row.is_below_certificate) continue;
    const TimesOnAxis times = times_on(axis, row.time);
    const double median = times.median.high;
    // A quantile of a run that missed the target ends where the strip begins.
    const double high = std::min(times.p90.high, heights.reached.high);
    lines +=
        fmt::format("{:.8g} {} {} {} {} {}\n", row.lambda_rows, text(median),
                    std::isfinite(times.p10.high) ? text(lowest_positive(times.p10)) : "?",
                    std::isfinite(times.p10.high) ? text(high) : "?",
                    std::isfinite(median) ? "?" : text(mark), text(std::isfinite(median) ? median : mark));
  }
  return lines;
}

/// Labels at powers of ten and small tics between them, none in the strip.
std::string tics_below(const AxisRange& range) {
  const int first = static_cast<int>(std::floor(std::log10(range.low)));
  const int last = static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
  std::string tics;
  for (int power = first; power <= last; ++power) {
    for (int factor = 1; factor < 10; ++factor) {
      const double tic = factor * std::pow(10, power);
      if (tic < range.low || tic > range.high * (1 + 1e-9)) continue;
      const char* const format = factor == 1 ? "{}'{}' {:.6g} 0" : "{0}'' {2:.6g} 1";
      tics += fmt::format(fmt::runtime(format), tics.empty() ? "" : ", ", power_text(power), tic);
    }
  }
  return '(' + tics + ')';
}

void add_strip(FigureWriter& figure, const PathHeights& heights) {
  if (heights.levels.empty()) return;
  figure.add(
      "  set object 1 rectangle from graph 0, first {:.8g} to graph 1, graph 1 behind fc rgb '#eeeeee' \\",
      heights.reached.high);
  figure.add("    fs solid noborder");
  figure.add(
      "  set label 11 'not reached' at graph 0.015, graph 1 offset 0,-0.55 left textcolor rgb '#555555'");
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

/// `labels` belong to the horizontal axis.
void add_panel(FigureWriter& figure, const LambdaPath& path, std::size_t index, TicLabels labels) {
  const Manifest& manifest = figure.manifest();
  const auto box = figure.layout().panel_box(index, 0);
  const PathHeights heights = path_heights(path, manifest.x_axis, box.top - box.bottom);
  figure.begin_panel(index);
  const AxisRange x = lambda_axis(path);
  figure.add_x_axis(x, power_tics(x, figure.layout().tic_labels()), power_format(labels), "{/:Italic λ m}");
  figure.add("  set yrange [{:.8g}:{:.8g}]; set ytics {} nomirror offset 0.6", heights.reached.low,
             heights.top, tics_below(heights.reached));
  figure.add_y_label(fmt::format("{} to {{/:Italic ε}} = {}",
                                 manifest.x_axis == Axis::passes ? "Passes" : "CPU time (s)",
                                 power_text(static_cast<int>(std::lround(std::log10(path_target))))));
  add_strip(figure, heights);
  add_starts(figure, path, manifest.x_axis);
  std::vector<std::string> bars;
  std::vector<std::string> lines;
  for (const LambdaPathCurve& curve : path.curves) {
    const std::string data = figure.add_data(data_file_name(panel_letter(index), curve.method, manifest),
                                             curve_text(curve, heights, manifest.x_axis));
    const auto add = [&](std::vector<std::string>& parts, const char* format) {
      parts.push_back(fmt::format(fmt::runtime(format), data, curve.method + 1));
    };
    add(bars, "{} using 1:3:(0):($4-$3) with vectors nohead ls {} dt solid lw 0.5");
    add(bars, "{} using 1:6 with lines ls {} dt (1, 3) lw 0.5");
    add(lines, "{} using 1:2 with lines ls {}");
    add(lines, "{} using 1:2 with points ls {} dt solid lw 0.8");
    add(lines, "{} using 1:5 with points ls {} dt solid lw 0.8");
  }
  bars.insert(bars.end(), lines.begin(), lines.end());
  figure.plot(bars);
}

/// Meaning of lines, bars and strip, and λ whose certificate is too weak.
std::string note(const Manifest& manifest, std::span<const LambdaPath> paths) {
  std::uint64_t most = 0;
  bool any_missed = false;
  bool any_bound = false;
  std::string uncertain;
  for (const LambdaPath& path : paths) {
    for (const LambdaPathCurve& curve : path.curves) {
      for (const LambdaPathRow& row : curve.points) {
        most = std::max(most, row.time.runs);
        if (row.is_below_certificate) continue;
        const Bounds median = times_on(manifest.x_axis, row.time).median;
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
      fmt::format("{} until (F(w) − D*)/D* ≤ ε = {} for good; D*: certified lower bound. {} {}",
                  manifest.x_axis == Axis::passes        ? "Passes over the data"
                  : manifest.x_axis == Axis::cpu_seconds ? "CPU time, without setup,"
                                                         : "CPU time, setup included,",
                  target_text(path_target), formula_sentence(manifest),
                  most == 1 ? "One run each."
                            : fmt::format("Lines: median of {} runs; bars: 10 % to 90 % of them.", most));
  if (any_missed)
    text += fmt::format(" Not reached: {} ended without getting there.",
                        most == 1 ? "the run" : "the median run");
  if (any_bound) text += " A time that ends at a first checkpoint is an upper bound.";
  if (!uncertain.empty()) text += " The certificate cannot tell: " + uncertain + '.';
  return text;
}

// Inches.
constexpr double mark_height = 0.09;         // of a method's level in the strip
constexpr double strip_title_height = 0.13;  // of the words in it

}  // namespace

Figure lambda_path_figure(const Manifest& manifest, std::span<const LambdaPath> paths) {
  std::set<std::size_t> methods;
  std::vector<PanelHeading> headings;
  for (const LambdaPath& path : paths) {
    headings.push_back(
        {panel_title(manifest, path.dataset, path.loss, path.regularizer), size_text(path.dataset)});
    for (const LambdaPathCurve& curve : path.curves) methods.insert(curve.method);
  }
  FigureWriter figure(manifest, {.suffix = lambda_path_suffix,
                                 .subject = ": time to target over λ",
                                 .caption = {note(manifest, paths)},
                                 .legend = legend_of({methods.begin(), methods.end()}, manifest),
                                 .headings = with_letters(headings),
                                 .row_heights = {panel_height}});
  figure.add("  set logscale y; set mytics 10");
  std::vector<AxisRange> axes;
  for (const LambdaPath& path : paths) axes.push_back(lambda_axis(path));
  const TicLabels labels = amount_labels(axes);
  for (std::size_t i = 0; i < paths.size(); ++i) add_panel(figure, paths[i], i, labels);
  return figure.take();
}

double PathHeights::mark(std::size_t method) const {
  const auto index = std::ranges::find(levels, method) - levels.begin();
  return reached.high * std::pow(level, static_cast<double>(index) + 0.7);
}

double lowest_positive(const Bounds& time) {
  if (time.low > 0) return time.low;
  return std::isfinite(time.high) ? time.high : 0;
}

PathHeights path_heights(const LambdaPath& path, Axis axis, double inches) {
  PathHeights heights;
  double low = infinity;
  double high = 0;
  for (const LambdaPathCurve& curve : path.curves) {
    for (const LambdaPathRow& row : curve.points) {
      if (row.is_below_certificate) continue;
      const TimesOnAxis times = times_on(axis, row.time);
      if (const double least = lowest_positive(times.p10); least > 0) low = std::min(low, least);
      for (const Bounds& time : {times.median, times.p90})
        if (std::isfinite(time.high)) high = std::max(high, time.high);
      if (std::isfinite(times.median.high)) continue;
      high = std::max(high, times.longest);
      if (heights.levels.empty() || heights.levels.back() != curve.method)
        heights.levels.push_back(curve.method);
    }
  }
  if (!(high > 0)) high = 1;  // every run failed, or w = 0 meets the target for every λ
  heights.reached = power_range(std::min(low, high), high);
  if (heights.levels.empty()) {
    heights.top = heights.reached.high;
    return heights;
  }
  heights.reached.high = high;
  std::ranges::reverse(heights.levels);  // from the top in the legend's order
  const double strip = mark_height * static_cast<double>(heights.levels.size()) + strip_title_height;
  const double an_inch = std::pow(high / heights.reached.low, 1 / (inches - strip));
  heights.level = std::pow(an_inch, mark_height);
  heights.top = high * std::pow(an_inch, strip);
  return heights;
}

}  // namespace descent
