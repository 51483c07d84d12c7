#include "plots/figures/figure_notes.hpp"
#include "plots/figures/figures.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

constexpr int markers_a_curve = 5;
constexpr double nearly_all = 95;  // %

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

/// Plots bands first, so that they hide no line. `files` belong to the panel's curves. A line begins at w =
/// 0; on a logarithmic axis, which has no position 0, at its first iterate.
std::vector<std::string> plotted(const SeenPanel& seen, std::span<const std::string> files) {
  const Panel& panel = seen.panel;
  const Quantity& quantity = seen.quantity;
  const AxisRange& x = seen.x;
  const AxisRange& range = seen.y;
  std::vector<std::string> bands;
  std::vector<std::string> lines;
  const std::size_t column = quantity.figure->first_column;
  const std::string y = range.is_logarithmic ? fmt::format("(cut(${}))", column) : fmt::format("{}", column);
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const PanelCurve& curve = panel.curves[i];
    const std::size_t style = curve.method + 1;
    if (!has_quantity(curve, quantity)) continue;
    const std::size_t starts = start_lines(curve, panel.axis);
    const std::string points = fmt::format("{} every ::{}", files[i], starts);
    std::string data = files[i];
    if (x.is_logarithmic && starts > 0) data = points;
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
std::vector<std::string> add_files(FigureWriter& figure, const Panel& panel) {
  std::vector<std::string> files;
  for (const PanelCurve& curve : panel.curves)
    files.push_back(curve.points.empty()
                        ? ""
                        : figure.add_data(data_file_name(panel.file_letter, curve.method, figure.manifest()),
                                          curve_file_text(curve, panel.axis)));
  return files;
}

/// Draws one problem: its title and a panel per row of the figure. `labels` belong to the horizontal axis.
void add_panels(FigureWriter& figure, const FigureKind& kind, std::size_t index, const Panel& panel,
                TicLabels labels) {
  const auto files = add_files(figure, panel);
  for (std::size_t i = 0; i < kind.rows.size(); ++i) {
    const SeenPanel seen = seen_panel(kind, kind.rows[i], panel);
    const FigureAxis& y = *seen.quantity.figure;
    figure.begin_panel(index, i);
    add_x_axis(figure, seen.x, panel.axis, labels, i + 1 == kind.rows.size());
    add_y_axis(figure, seen.quantity, seen.y);
    add_cut(figure, y.has_band, seen.y);
    if (y.range == RangeRule::to_certificate) add_hatching(figure, panel.certificate_gap.value_or(0), seen.y);
    figure.add_words(edge_words(seen));
    figure.plot(plotted(seen, files));
  }
}

/// Methods with a curve in some panel, in the manifest's order.
std::vector<std::size_t> methods_in(std::span<const Panel> panels) {
  std::set<std::size_t> methods;
  for (const Panel& panel : panels)
    for (const PanelCurve& curve : panel.curves) methods.insert(curve.method);
  return {methods.begin(), methods.end()};
}

}  // namespace

Figure curve_figure(const std::string& name, const std::string& data_folder, const FigureKind& kind,
                    const Manifest& manifest, std::span<const Panel> panels, const ManifestPart& part) {
  const auto shown = panels_of(kind, panels);
  const auto methods = methods_in(shown);
  std::vector<double> heights;
  for (const FigureRow& row : kind.rows) heights.push_back(row.height);
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
                                 .headings = with_letters(headings),
                                 .row_heights = heights});
  figure.add("\n  marked(places, place) = strstrt(places, sprintf(' %d ', place)) > 0");
  // Many overlapping bands would hide the lines.
  figure.add("  band = {}  # opacity", methods.size() > 6 ? "0.10" : "0.15");
  std::vector<AxisRange> axes;
  for (const Panel& panel : shown) axes.push_back(panel.x);
  const TicLabels labels = amount_labels(axes, std::ranges::any_of(kind.rows, &FigureRow::is_logarithmic));
  for (std::size_t i = 0; i < shown.size(); ++i) add_panels(figure, kind, i, shown[i], labels);
  return figure.take();
}

std::vector<Figure> curve_figures(const Manifest& manifest, std::span<const CurvePoint> curves,
                                  const ManifestPart& part, std::span<const CurvePoint> over_passes) {
  const std::string name = file_name_text(manifest.name);
  std::vector<Figure> figures;
  const auto panels_on = [&](Axis axis, const ShownLambdas& shown) {
    std::vector<Panel> panels = make_panels(manifest, shown.curves, axis);
    if (!part.methods.empty()) keep_methods(part.methods, panels);
    return panels;
  };
  const auto add = [&](FigureKind kind, const std::string& data_folder, std::span<const Panel> panels,
                       const ShownLambdas& shown) {
    if (panels_of(kind, panels).empty()) return;
    if (!shown.remark.empty()) kind.remarks.push_back(shown.remark);
    figures.push_back(curve_figure(name + part.suffix, data_folder, kind, manifest, panels, part));
  };

  const ShownLambdas shown = choose_shown_lambdas(curves);
  const std::vector<Panel> panels = panels_on(axis_of_curves(manifest), shown);
  std::vector<Panel> sparse;
  std::ranges::copy_if(panels, std::back_inserter(sparse),
                       [](const Panel& panel) { return fewest_nonzeros(panel) < nearly_all; });
  FigureKind paper = paper_figure(panels);
  const bool shows_distance = paper.rows[0].quantity->name == "suboptimality";
  const std::size_t known = panels_of(nonzeros_figure({}), panels).size();
  if (sparse.empty() && known > 0)
    paper.remarks.push_back(fmt::format("Nonzeros: {} % or more.", nearly_all));
  add(std::move(paper), name, panels, shown);
  if (!shows_distance) add(suboptimality_figure(), name, panels, shown);
  FigureKind sparsity = nonzeros_figure(sparse);
  if (sparse.size() < known) sparsity.remarks.push_back(fmt::format("Elsewhere {} % or more.", nearly_all));
  add(std::move(sparsity), name, sparse, shown);

  const ShownLambdas in_passes = choose_shown_lambdas(over_passes);
  std::vector<Panel> passes = panels_on(Axis::passes, in_passes);
  for (Panel& panel : passes)
    std::erase_if(panel.curves, [](const PanelCurve& curve) { return curve.points.empty(); });
  std::erase_if(passes, [](const Panel& panel) { return panel.curves.empty(); });
  add(passes_figure(passes), name + "-passes", passes, in_passes);
  return figures;
}

}  // namespace descent
