#include "plots/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/labels/labels.hpp"
#include "support/numbers/infinity.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

constexpr std::size_t most_panels = 12;
constexpr std::size_t primal_style = 101;  // gnuplot's number; 100 is the grid
constexpr std::size_t dual_style = 102;
constexpr std::size_t most_points = 80;  // more would hide the line
constexpr double smallest_share = 1e-3;

/// Checkpoints that completed another outer iteration.
std::vector<ResultRow> outer_rows(const std::vector<ResultRow>& run) {
  std::vector<ResultRow> rows;
  std::uint64_t seen = 0;
  for (const ResultRow& row : run) {
    if (!row.primal_residual || !row.dual_residual || row.outer_iterations.value_or(0) == seen) continue;
    seen = *row.outer_iterations;
    rows.push_back(row);
  }
  return rows;
}

bool can_be_drawn(double residual) {
  return std::isfinite(residual) && residual > 0;
}

/// From the largest residual to the smallest, but not far below the least value that both reached together. A
/// residual of rounding errors, or of exactly 0, would squeeze the other into the top.
AxisRange residual_range(const std::vector<ResultRow>& rows) {
  double low = infinity;
  double low_of_both = low;
  double high = 0;
  for (const ResultRow& row : rows) {
    for (const double residual : {*row.primal_residual, *row.dual_residual}) {
      if (!can_be_drawn(residual)) continue;
      low = std::min(low, residual);
      high = std::max(high, residual);
    }
    const double larger = std::max(*row.primal_residual, *row.dual_residual);
    if (can_be_drawn(larger)) low_of_both = std::min(low_of_both, larger);
  }
  if (!(high > 0)) return power_range(1e-16, 1);
  return power_range(std::max(low, smallest_share * low_of_both), high);
}

/// Data file. Values below the panel are moved near it, since 0 has no logarithm.
std::string curve_text(const std::vector<ResultRow>& rows, const AxisRange& range) {
  const auto text = [&](double residual) {
    return std::isfinite(residual) ? fmt::format("{:.8g}", std::max(residual, range.low / 1e3)) : "?";
  };
  std::string lines = "# updates primal_residual dual_residual\n";
  for (const ResultRow& row : rows)
    lines += fmt::format("{} {} {}\n", row.updates, text(*row.primal_residual), text(*row.dual_residual));
  return lines;
}

PanelHeading heading_of(const RunGroup& group, const Manifest& manifest) {
  const auto& run = *group.runs.front();
  const ManifestDataset& dataset = dataset_of(manifest, group);
  const auto outer = *outer_rows(run).back().outer_iterations;
  return {group.label, fmt::format("{}, λ = {}: {} outer step{}, {}",
                                   panel_title(manifest, dataset, group.loss, group.regularizer),
                                   lambda_title(manifest, dataset, group.lambda), with_thousands(outer),
                                   outer == 1 ? "" : "s", run.back().status)};
}

/// Draws a group's first run.
void add_panel(FigureWriter& figure, const RunGroup& group, std::size_t index) {
  const Manifest& manifest = figure.manifest();
  const auto rows = outer_rows(*group.runs.front());
  const AxisRange y = residual_range(rows);
  figure.begin_panel(index);
  const auto last = static_cast<double>(rows.back().updates);
  const double step = figure.layout().step_below(linear_range(0, last));
  figure.add_x_axis({0, 1.03 * last}, fmt::format("{:.8g}", std::max(1.0, step)), "%.0f", "Inner iterations");
  figure.add_power_axis(y, "Norm of the residual");
  const std::string data = figure.add_data(
      data_file_name(panel_letter(index), index_of_method(manifest, group), manifest), curve_text(rows, y));
  const char* const plot_style = rows.size() > most_points ? "lines" : "linespoints";
  figure.plot({fmt::format("{} using 1:2 with {} ls {}", data, plot_style, primal_style),
               fmt::format("{} using 1:3 with {} ls {}", data, plot_style, dual_style)});
}

}  // namespace

std::optional<Figure> residual_figure(const GroupedResults& results) {
  const Manifest& manifest = results.manifest;
  std::vector<const RunGroup*> groups;
  for (const RunGroup& group : results.groups)
    if (outer_rows(*group.runs.front()).size() > 1) groups.push_back(&group);
  if (groups.empty()) return std::nullopt;
  std::string note =
      "Residuals of the latest outer step, over the inner iterations so far; one run each, the first seed. A "
      "residual far below the other leaves the panel.";
  if (groups.size() > most_panels) {
    note += fmt::format(" Not shown: {} more, see the run files.", groups.size() - most_panels);
    groups.resize(most_panels);
  }
  std::vector<PanelHeading> headings;
  for (const RunGroup* group : groups) headings.push_back(heading_of(*group, manifest));
  FigureWriter figure(manifest, {.suffix = "-residuals",
                                 .subject = ": residuals",
                                 .caption = {note},
                                 .legend = {{"Primal residual", primal_style}, {"Dual residual", dual_style}},
                                 .headings = with_letters(headings),
                                 .row_heights = {1.2}});
  figure.add("  set style line {} lc rgb '#0072B2' lw 1.3 dt solid pt 7 ps 0.35", primal_style);
  figure.add("  set style line {} lc rgb '#D55E00' lw 1.3 dt (5, 2) pt 6 ps 0.4", dual_style);
  figure.add("  unset logscale x; unset mxtics; set logscale y; set mytics 10");
  for (std::size_t i = 0; i < groups.size(); ++i) add_panel(figure, *groups[i], i);
  return figure.take();
}

}  // namespace descent
