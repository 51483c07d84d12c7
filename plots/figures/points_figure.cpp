#include "plots/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "plots/labels/labels.hpp"
#include "support/errors.hpp"
#include "support/numbers/extremes.hpp"
#include "support/numbers/infinity.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

constexpr double row_height = 1.5;  // relative to a row of objectives
constexpr double thinnest_line = 1.3;
constexpr double line_width_step = 1;

/// Look of a class in the training or test rows. Shapes distinguish classes in a grey print.
struct PointGroup {
  const char* label;  ///< in the legend and the data file
  bool is_positive;
  bool is_test;
  const char* appearance;  // gnuplot's line style
};

constexpr std::array<PointGroup, 4> point_groups{{
    {"class +1", true, false, "lc rgb '#4477AA' pt 7 ps 0.5 lw 0.8"},
    {"class −1", false, false, "lc rgb '#EE6677' pt 9 ps 0.6 lw 0.8"},
    {"class +1, test", true, true, "lc rgb '#4477AA' pt 6 ps 0.75 lw 1.4"},
    {"class −1, test", false, true, "lc rgb '#EE6677' pt 8 ps 0.8 lw 1.4"},
}};
constexpr std::size_t first_group_style = 101;  // gnuplot's number; 100 is the grid

std::size_t group_of(const DecisionPoint& point) {
  const auto found = std::ranges::find_if(point_groups, [&](const PointGroup& group) {
    return group.is_positive == point.is_positive && group.is_test == point.is_test;
  });
  return static_cast<std::size_t>(found - point_groups.begin());
}

struct PointsPanel {
  const ManifestDataset* dataset = nullptr;
  const DecisionData* data = nullptr;
  std::vector<const DecisionLine*> lines;
  AxisRange x1, x2;  ///< of the points
};

AxisRange range_of(const DecisionData& data, double DecisionPoint::*coordinate) {
  Extremes found;
  for (const DecisionPoint& point : data.points) found.include(point.*coordinate);
  return found.low <= found.high ? linear_range(found.low, found.high) : linear_range(-1, 1);
}

/// The lines of the manifest's methods.
std::vector<DecisionLine> lines_of(const ResultsFolder& results) {
  std::vector<DecisionLine> lines;
  for (const StoredRun& run : results.runs) {
    const ResultRow& row = run.rows.front();
    if (run.decision_line.size() == 3 && method_of(results.manifest, row.method, row.variant) != nullptr)
      lines.push_back({row, row.seed, run.decision_line[0], run.decision_line[1], run.decision_line[2]});
  }
  return lines;
}

std::vector<PointsPanel> panels_of(std::span<const DecisionLine> lines, const DecisionFile& decisions,
                                   const Manifest& manifest, const std::string& file) {
  std::vector<PointsPanel> panels;
  for (const DecisionLine& line : lines) {
    const auto same = std::ranges::find_if(
        panels, [&](const PointsPanel& panel) { return panel.lines.front()->problem() == line.problem(); });
    if (same != panels.end()) {
      same->lines.push_back(&line);
      continue;
    }
    const auto dataset = std::ranges::find(manifest.datasets, line.dataset, &ManifestDataset::name);
    const auto data = std::ranges::find(decisions.datasets, line.dataset, &DecisionData::dataset);
    if (dataset == manifest.datasets.end() || data == decisions.datasets.end())
      throw ResultFileError("{}: the dataset '{}' of a line is not in the {}", file, line.dataset,
                            data == decisions.datasets.end() ? "file" : "manifest");
    panels.push_back({&*dataset,
                      &*data,
                      {&line},
                      range_of(*data, &DecisionPoint::x1),
                      range_of(*data, &DecisionPoint::x2)});
  }
  return panels;
}

std::string points_text(const DecisionData& data) {
  std::string text = "# x1 x2 group:";
  for (std::size_t i = 0; i < point_groups.size(); ++i)
    text += fmt::format(" {} = {};", i, point_groups[i].label);
  text += '\n';
  for (const DecisionPoint& point : data.points)
    text += fmt::format("{:.8g} {:.8g} {}\n", point.x1, point.x2, group_of(point));
  return text;
}

bool has_group(const DecisionData& data, std::size_t group) {
  return std::ranges::any_of(data.points,
                             [&](const DecisionPoint& point) { return group_of(point) == group; });
}

PanelHeading heading_of(const PointsPanel& panel, const Manifest& manifest) {
  const DecisionLine& first = *panel.lines.front();
  const auto tests = panel.dataset->test_rows;
  const std::string subtitle =
      fmt::format("{} training{} points, λ = {}", with_thousands(panel.dataset->rows),
                  tests > 0 ? fmt::format(" and {} test", with_thousands(tests)) : "",
                  lambda_title(manifest, *panel.dataset, first.lambda));
  return {panel_title(manifest, *panel.dataset, first.loss, first.regularizer), subtitle};
}

void add_panel(FigureWriter& figure, const PointsPanel& panel, std::size_t index) {
  const Manifest& manifest = figure.manifest();
  const AxisRange& x1 = panel.x1;
  const AxisRange& x2 = panel.x2;
  figure.begin_panel(index);
  figure.add("  set xrange [{:.8g}:{:.8g}]; set xtics {:.8g} nomirror format '% h' offset 0,0.4", x1.low,
             x1.high, x1.step);
  figure.add("  set yrange [{:.8g}:{:.8g}]; set ytics {:.8g} nomirror format '% h' offset 0.6", x2.low,
             x2.high, x2.step);
  figure.add("  set xlabel '{{/:Italic x}}_{{/*1.1 1}}' offset 0,0.9");
  figure.add_y_label("{/:Italic x}_{/*1.1 2}");

  const std::string letter = panel_letter(index);
  const std::string points = figure.add_data(letter + "-points.dat", points_text(*panel.data));
  std::vector<std::string> parts;
  for (std::size_t group = 0; group < point_groups.size(); ++group) {
    if (has_group(*panel.data, group))
      parts.push_back(fmt::format("{} using ($3 == {} ? $1 : NaN):2 with points ls {}", points, group,
                                  first_group_style + group));
  }
  // Later lines are thinner, so that two equal lines are both visible.
  std::vector<PanelWord> words;
  double line_width = thinnest_line + line_width_step * static_cast<double>(panel.lines.size());
  for (const DecisionLine* line : panel.lines) {
    line_width -= line_width_step;
    const auto segment = segment_in(*line, x1, x2);
    const std::size_t method = index_of_method(manifest, line->method, line->variant);
    if (!segment) {
      words.push_back({method, manifest.methods[method].label + ": not in view", true});
      continue;
    }
    const auto& [from, to] = *segment;
    const std::string data = figure.add_data(
        data_file_name(letter, method, manifest),
        fmt::format("# x1 x2: where {:.8g} x1 + {:.8g} x2 + {:.8g} = 0\n{:.8g} {:.8g}\n{:.8g} {:.8g}\n",
                    line->w1, line->w2, line->intercept, from.first, from.second, to.first, to.second));
    parts.push_back(fmt::format("{} using 1:2 with lines ls {} lw {:.2f}", data, method + 1, line_width));
  }
  figure.add_words(words);
  figure.plot(parts);
}

/// Meaning of the lines.
std::string note(const std::vector<PointsPanel>& panels) {
  const bool has_test = std::ranges::any_of(panels, [](const PointsPanel& panel) {
    return std::ranges::any_of(panel.data->points, &DecisionPoint::is_test);
  });
  return std::string("Lines: where the last iterate (first seed) changes its decision.") +
         (has_test ? " Hollow: test points." : "");
}

/// Entries for the classes, then the methods' lines, without the markers of curves elsewhere.
std::vector<LegendEntry> legend(const std::vector<PointsPanel>& panels, const Manifest& manifest) {
  std::vector<LegendEntry> entries;
  for (std::size_t group = 0; group < point_groups.size(); ++group) {
    if (point_groups[group].is_test) continue;  // explained in a note
    entries.push_back({point_groups[group].label, first_group_style + group, false, true});
  }
  std::set<std::size_t> methods;
  for (const PointsPanel& panel : panels) {
    for (const DecisionLine* line : panel.lines)
      methods.insert(index_of_method(manifest, line->method, line->variant));
  }
  for (const std::size_t method : methods)
    entries.push_back({manifest.methods[method].label, method + 1, true, false});
  return entries;
}

}  // namespace

std::optional<Figure> points_figure(const ResultsFolder& results, const std::filesystem::path& folder) {
  const Manifest& manifest = results.manifest;
  if (!manifest.config.value("decision_lines", false)) return std::nullopt;
  const std::vector<DecisionLine> lines = lines_of(results);
  const auto decisions = read_decisions(folder);
  if (!decisions || lines.empty()) return std::nullopt;
  const auto panels = panels_of(lines, *decisions, manifest, decision_path(folder).string());
  std::vector<PanelHeading> headings;
  for (const PointsPanel& panel : panels) headings.push_back(heading_of(panel, manifest));
  FigureWriter figure(manifest, {.suffix = "-points",
                                 .subject = ": decision lines",
                                 .caption = {note(panels)},
                                 .legend = legend(panels, manifest),
                                 .headings = with_letters(headings),
                                 .row_heights = {row_height}});
  for (std::size_t group = 0; group < point_groups.size(); ++group)
    figure.add("  set style line {} {}", first_group_style + group, point_groups[group].appearance);
  figure.add("  unset logscale x; unset mxtics");
  for (std::size_t i = 0; i < panels.size(); ++i) add_panel(figure, panels[i], i);
  return figure.take();
}

std::optional<Segment> segment_in(const DecisionLine& line, const AxisRange& x1, const AxisRange& x2) {
  // Liang and Barsky (1984): the line is foot + t direction, and every edge of the rectangle bounds t.
  const double norm = std::hypot(line.w1, line.w2);
  if (!(norm > 0)) return std::nullopt;
  const std::array<double, 2> normal{line.w1 / norm, line.w2 / norm};
  const double distance = -line.intercept / norm;
  const std::array<double, 2> foot{distance * normal[0], distance * normal[1]};
  const std::array<double, 2> direction{-normal[1], normal[0]};
  double from = -infinity;
  double to = infinity;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const AxisRange& range = axis == 0 ? x1 : x2;
    if (direction[axis] == 0) {
      if (foot[axis] < range.low || foot[axis] > range.high) return std::nullopt;
      continue;
    }
    const double at_low = (range.low - foot[axis]) / direction[axis];
    const double at_high = (range.high - foot[axis]) / direction[axis];
    from = std::max(from, std::min(at_low, at_high));
    to = std::min(to, std::max(at_low, at_high));
  }
  if (!(from < to)) return std::nullopt;
  const auto at = [&](double t) { return std::pair(foot[0] + t * direction[0], foot[1] + t * direction[1]); };
  return Segment{at(from), at(to)};
}

}  // namespace descent
