#include "plots/figures/figures.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

constexpr int markers_a_curve = 5;
constexpr double passes_height = 0.7;  // relative to a row of objectives

std::string number(double value) {
  return fmt::format("{:.10g}", value);
}

/// Only the last row of an axis has its labels.
void add_x_axis(FigureWriter& figure, const AxisRange& x, Axis axis, TicLabels labels, bool is_lowest) {
  figure.add("  {} logscale x; {} mxtics{}", x.is_logarithmic ? "set" : "unset",
             x.is_logarithmic ? "set" : "unset", x.is_logarithmic ? " 10" : "");
  figure.add("  set xrange [{}:{}]", number(x.low), number(x.high));
  const AxisRange wide{x.low, x.high, figure.layout().step_below(x)};
  std::string label = position_of(axis).label;
  std::string tics = x.is_logarithmic
                         ? amount_tics(x, labels, is_lowest, figure.layout().tic_labels())
                         : fmt::format("{} format '{}'", number(wide.step), is_lowest ? "%g" : "");
  if (is_lowest && !x.is_logarithmic && !has_short_labels(wide)) {
    const ShortTics scaled = short_tics(wide);
    tics = scaled.tics;
    label.insert(label.rfind('(') + 1, scaled.unit + ' ');  // "CPU time (10⁻⁴ s)"
  }
  figure.add("  set xtics {} nomirror{}", tics, is_lowest ? " offset 0,0.4" : "");
  figure.add("  {}", is_lowest ? fmt::format("set xlabel '{}' offset 0,0.9", label) : "unset xlabel");
}

std::string label_of(const Quantity& quantity, const Manifest& manifest) {
  const bool is_of_sums = manifest.form.is_sum && quantity.name == "objective";
  return fmt::format("{}{}", quantity.figure->label, is_of_sums ? " (sum)" : "");
}

void add_y_axis(FigureWriter& figure, const Quantity& quantity, const AxisRange& range) {
  if (range.is_logarithmic) {
    figure.add("  set logscale y; set mytics 10");
    return figure.add_power_axis(range, label_of(quantity, figure.manifest()));
  }
  figure.add("  unset logscale y; unset mytics");
  std::string tics = fmt::format("{} nomirror format '{}'", number(range.step), linear_format(range));
  if (!has_short_labels(range)) {
    const ShortTics scaled = short_tics(range);
    tics = scaled.tics + " nomirror";
    const std::string offset = scaled.offset == 0 ? "" : number(scaled.offset) + " + ";
    figure.add("  set label 8 '{}{} ×' at graph 0.03, graph 0.06 left front boxed", offset, scaled.unit);
  }
  figure.add("  set yrange [{}:{}]; set ytics {} offset 0.6", number(range.low), number(range.high), tics);
  figure.add_y_label(label_of(quantity, figure.manifest()));
}

/// gnuplot cannot clip areas that extend far beyond the panel, and drops points without a logarithm, such as
/// a suboptimality of 0, which belong below the panel. Where its line leaves the panel at the top, a band
/// narrows to it, since a band without a line would confuse.
void add_cut(FigureWriter& figure, bool has_band, const AxisRange& range) {
  if (has_band) figure.add("  edge(line, y) = cut(line <= {} ? y : line)", number(range.high));
  if (range.is_logarithmic) {
    const double panels = std::pow(range.high / range.low, 3);
    figure.add("  cut(y) = y < {0} ? (y > {1} ? y : {1}) : {0}", number(std::min(range.high * panels, 1e305)),
               number(std::max(range.low / panels, 1e-305)));
  } else if (has_band) {
    figure.add("  cut(y) = y < {0} ? y : {0}", number(4 * range.high - 3 * range.low));
  }
}

void add_hatching(FigureWriter& figure, double gap, const AxisRange& range) {
  if (gap <= range.low) return;
  figure.add("  set object 1 rectangle from graph 0, first {} to graph 1, first {} back fc rgb '#aaaaaa' \\",
             number(range.low), number(std::min(gap, range.high)));
  figure.add("    fs transparent pattern 4 noborder");
}

/// Indices of a curve's points with a marker: spread over the visible part of the curve, at different places
/// for each method. A curve that ends early has one at its end.
std::string marked_points(const Panel& panel, const PanelCurve& curve, const AxisRange& x) {
  const double offset = static_cast<double>(1 + 3 * curve.method % 8) / 9;
  std::set<std::size_t> marked;
  for (int i = 0; i < markers_a_curve; ++i) {
    const double wanted = (i + offset) / markers_a_curve;
    const auto distance = [&](const CurvePoint& point) {
      return std::abs(share_of(axis_position(point, panel.axis), x) - wanted);
    };
    const auto nearest = std::ranges::min_element(curve.points, {}, distance);
    // Before its start and after its end, no point of a curve is near.
    if (distance(*nearest) < 0.5 / markers_a_curve)
      marked.insert(static_cast<std::size_t>(nearest - curve.points.begin()));
  }
  if (marked.empty() || ends_early(panel, curve)) marked.insert(curve.points.size() - 1);
  return fmt::format(" {} ", fmt::join(marked, " "));
}

/// Plots bands first, so that they hide no line. `files` belong to the panel's curves. The lines of w = 0 are
/// drawn on a linear axis, which contains their position.
std::vector<std::string> plotted(const SeenPanel& seen, std::span<const std::string> files) {
  const Panel& panel = seen.panel;
  const Quantity& quantity = seen.quantity;
  const AxisRange& x = seen.x;
  const AxisRange& range = seen.y;
  std::vector<std::string> bands;
  std::vector<std::string> lines;
  const std::size_t column = quantity.figure->first_column;
  const std::string y = range.is_logarithmic ? fmt::format("(cut(${}))", column) : fmt::format("{}", column);
  const auto points_of = [&](const PanelCurve& curve, const std::string& file) {
    return fmt::format("{} every ::{}", file, start_lines(curve, panel.axis));
  };
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const PanelCurve& curve = panel.curves[i];
    const std::size_t style = curve.method + 1;
    const std::string points = points_of(curve, files[i]);
    const std::string& data = x.is_logarithmic ? points : files[i];
    if (!has_quantity(curve, quantity)) continue;
    if (quantity.figure->has_band && curve.has_band)
      bands.push_back(fmt::format(
          "{0} using 1:(edge(${1}, ${2})):(edge(${1}, ${3})) with filledcurves ls {4} fs transparent solid "
          "band noborder",
          data, column, column + 1, column + 2, style));
    lines.push_back(fmt::format("{} using 1:{} with lines ls {}", data, y, style));
    // Each point of a method that restarts is a separate run; the line only leads the eye.
    const std::string marked_x = curve.sampled_by_tolerance ? "1"
                                                            : fmt::format("(marked('{}', $0) ? $1 : NaN)",
                                                                          marked_points(panel, curve, x));
    lines.push_back(
        fmt::format("{} using {}:{} with points ls {} dt solid lw 0.8", points, marked_x, y, style));
  }
  bands.insert(bands.end(), lines.begin(), lines.end());
  return bands;
}

/// Adds a panel's data files, one per curve.
std::vector<std::string> add_files(FigureWriter& figure, const Panel& panel, const std::string& letter) {
  std::vector<std::string> files;
  for (const PanelCurve& curve : panel.curves)
    files.push_back(curve.points.empty()
                        ? ""
                        : figure.add_data(data_file_name(letter, curve.method, figure.manifest()),
                                          curve_file_text(curve, panel.axis)));
  return files;
}

/// Kinds of tic labels of the horizontal axes.
struct AxisLabels {
  TicLabels usual;
  TicLabels of_passes;
};

/// Draws one problem: its title and a panel per row of the figure.
void add_panels(FigureWriter& figure, const FigureKind& kind, std::size_t index, const Panel& problem,
                const AxisLabels& labels) {
  const auto files = add_files(figure, problem, problem.letter);
  for (std::size_t i = 0; i < kind.rows.size(); ++i) {
    const bool over_passes = kind.rows[i].over_passes;
    const bool is_lowest = i + 1 == kind.rows.size() || kind.rows[i + 1].over_passes != over_passes;
    const SeenPanel seen = seen_panel(kind, kind.rows[i], problem);
    const FigureAxis& y = *seen.quantity.figure;
    figure.begin_panel(index, i);
    add_x_axis(figure, seen.x, seen.panel.axis, over_passes ? labels.of_passes : labels.usual, is_lowest);
    add_y_axis(figure, seen.quantity, seen.y);
    add_cut(figure, y.has_band, seen.y);
    if (y.range == RangeRule::to_certificate)
      add_hatching(figure, seen.panel.certificate_gap.value_or(0), seen.y);
    figure.add_words(edge_words(seen));
    figure.plot(
        plotted(seen, over_passes ? add_files(figure, seen.panel, problem.letter + "-passes") : files));
  }
}

/// True if panels of one row have different quantities.
bool are_mixed(const FigureKind& kind, std::span<const Panel> panels) {
  return std::ranges::any_of(kind.rows, [&](const FigureRow& row) {
    const auto name = [&](const Panel& panel) { return seen_panel(kind, row, panel).quantity.name; };
    return std::ranges::any_of(panels,
                               [&](const Panel& panel) { return name(panel) != name(panels.front()); });
  });
}

/// Methods with a curve in some panel, in the manifest's order.
std::vector<std::size_t> methods_in(std::span<const Panel> panels) {
  std::set<std::size_t> methods;
  for (const Panel& panel : panels)
    for (const PanelCurve& curve : panel.curves) methods.insert(curve.method);
  return {methods.begin(), methods.end()};
}

}  // namespace

Figure curve_figure(const std::string& name, const std::string& data_folder, FigureKind kind,
                    const Manifest& manifest, std::span<const Panel> panels, const ManifestPart& part) {
  const auto shown = panels_of(kind, panels);
  kind.has_linear_time = kind.has_linear_time && !has_early_end(shown);
  const auto methods = methods_in(shown);
  std::vector<double> heights;
  for (const FigureRow& row : kind.rows) heights.push_back(row.height);
  const auto first_over_passes = std::ranges::find(kind.rows, true, &FigureRow::over_passes);
  const auto second_axis = static_cast<std::size_t>(first_over_passes - kind.rows.begin());
  std::vector<PanelHeading> headings;
  std::vector<ProblemKey> problems;
  for (const Panel& panel : shown) {
    headings.push_back({panel.title, panel.subtitle});
    problems.push_back(panel.problem);
  }
  FigureWriter figure(manifest, {.name = name,
                                 .suffix = kind.suffix,
                                 .data_folder = data_folder,
                                 .subject = part.remark + kind.subject,
                                 .caption = figure_notes(kind, manifest, panels),
                                 .problems = std::move(problems),
                                 .methods = part.methods,
                                 .legend = legend_of(methods, manifest),
                                 .headings = headings,
                                 .row_heights = heights,
                                 .second_axis = second_axis,
                                 .labels_each_panel = are_mixed(kind, shown)});
  figure.add("\n  marked(places, place) = strstrt(places, sprintf(' %d ', place)) > 0");
  // Many overlapping bands would hide the lines.
  figure.add("  band = {}  # opacity", methods.size() > 6 ? "0.10" : "0.15");
  std::vector<AxisRange> axes;
  std::vector<AxisRange> of_passes;
  for (const Panel& panel : shown) {
    axes.push_back(panel.x);
    for (const Panel& passes : panel.over_passes) of_passes.push_back(passes.x);
  }
  const AxisLabels labels{amount_labels(axes), amount_labels(of_passes)};
  for (std::size_t i = 0; i < shown.size(); ++i) add_panels(figure, kind, i, shown[i], labels);
  return figure.take();
}

std::vector<Figure> curve_figures(const Manifest& manifest, std::span<const CurvePoint> curves,
                                  const ManifestPart& part, std::span<const CurvePoint> over_passes) {
  const std::string name = file_name_text(manifest.name);
  const ShownLambdas shown = choose_shown_lambdas(curves);
  std::vector<Panel> panels = make_panels(manifest, shown.curves, axis_of_curves(manifest));
  if (!part.methods.empty()) keep_methods(part.methods, panels);
  add_passes(make_panels(manifest, choose_shown_lambdas(over_passes).curves, Axis::passes), panels);
  const auto has_passes = [](const Panel& panel) { return !panel.over_passes.empty(); };
  const auto has_distance = [](const Panel& panel) {
    return std::ranges::any_of(panel.curves, [](const PanelCurve& curve) {
      return has_quantity(curve, quantity_named("suboptimality"));
    });
  };
  std::vector<Figure> figures;
  if (panels.empty()) return figures;
  for (FigureKind kind : figure_kinds()) {
    if (kind.needs_quantity && panels_of(kind, panels).empty()) continue;
    kind = fitted_to(std::move(kind), panels);
    if (kind.has_linear_time && std::ranges::all_of(panels, has_passes))
      kind.rows.push_back(
          {&quantity_named(std::ranges::all_of(panels, has_distance) ? "suboptimality" : "objective"),
           passes_height, true});
    if (!shown.remark.empty()) kind.remarks.push_back(shown.remark);
    figures.push_back(curve_figure(name + part.suffix, name, kind, manifest, panels, part));
  }
  return figures;
}

}  // namespace descent
