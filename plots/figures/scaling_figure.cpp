#include "plots/figures/scaling_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/figure_writer.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/labels/short_number.hpp"
#include "support/text/safe_names.hpp"

namespace descent {
namespace {

/// A method with settings of its own, over the numbers of processes.
struct Family {
  std::vector<const ScalingRow*> rows;  ///< by ascending processes
  std::size_t method = 0;               ///< of the first one, in the manifest
};

using Problem = std::vector<Family>;

std::size_t place_of(const Manifest& manifest, const ScalingRow& row) {
  const auto found = std::ranges::find_if(manifest.methods, [&](const ManifestMethod& method) {
    return method.name == row.method && method.variant == row.variant;
  });
  return static_cast<std::size_t>(found - manifest.methods.begin());
}

/// Rows of a family stand together, and families of a problem.
std::vector<Problem> problems_of(const Manifest& manifest, std::span<const ScalingRow> rows) {
  std::vector<Problem> problems;
  const ScalingRow* before = nullptr;
  for (const ScalingRow& row : rows) {
    if (row.target != scaling_targets[0]) continue;
    const bool same_problem = before != nullptr && before->problem() == row.problem();
    const bool same_family =
        same_problem && std::tie(before->method, before->family) == std::tie(row.method, row.family);
    if (!same_problem) problems.emplace_back();
    if (!same_family) problems.back().push_back({{}, place_of(manifest, row)});
    problems.back().back().rows.push_back(&row);
    before = &row;
  }
  return problems;
}

using Quantity = std::optional<double> ScalingRow::*;

void add_panel(FigureWriter& figure, const Problem& problem, std::size_t place, Quantity quantity) {
  const bool is_time = quantity == &ScalingRow::wall_seconds;
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  std::uint64_t most = 1;
  std::set<std::uint64_t> numbers;
  for (const Family& family : problem) {
    for (const ScalingRow* row : family.rows) {
      most = std::max(most, row->processes);
      numbers.insert(row->processes);
      const auto& value = row->*quantity;
      if (!value || !(*value > 0)) continue;
      low = std::min(low, *value);
      high = std::max(high, *value);
    }
  }
  const AxisRange y =
      high > 0 ? power_range(low / (is_time ? static_cast<double>(most) : 1.0), high) : power_range(1, 10);
  figure.add("  set xrange [0.9:{:.8g}]; set xtics ({}) nomirror format '{}' offset 0,0.4",
             1.1 * static_cast<double>(most), fmt::join(numbers, ", "), is_time ? "" : "%g");
  figure.add("  set xlabel '{}' offset 0,0.9", is_time ? "" : "Processes");
  figure.add("  set yrange [{:.8g}:{:.8g}]; set ytics {} nomirror format '10^{{%T}}' offset 0.6", y.low,
             y.high, power_tics(y));
  figure.add_y_label(place % figure.layout().columns == 0, is_time ? "Wall time (seconds)" : "Rounds");
  std::vector<std::string> parts;
  for (const Family& family : problem) {
    std::string text = fmt::format("# processes {} perfect\n", is_time ? "wall_seconds" : "rounds");
    const auto& first = family.rows.front()->*quantity;
    for (const ScalingRow* row : family.rows) {
      const auto& value = row->*quantity;
      const double share =
          static_cast<double>(row->processes) / static_cast<double>(family.rows.front()->processes);
      text += fmt::format("{} {} {}\n", row->processes, value ? fmt::format("{:.8g}", *value) : "?",
                          first && is_time ? fmt::format("{:.8g}", *first / share) : "?");
    }
    const std::string data =
        figure.add_data(data_file_name(panel_letter(place) + (is_time ? "-time" : "-rounds"), family.method,
                                       figure.manifest()),
                        text);
    if (is_time)
      parts.push_back(fmt::format("{} using 1:3 with lines lc rgb '#888888' lw 0.6 dt (2, 2)", data));
    parts.push_back(fmt::format("{} using 1:2 with linespoints ls {}", data, family.method + 1));
  }
  figure.plot(parts);
}

}  // namespace

std::vector<std::filesystem::path> write_scaling_figure(const std::filesystem::path& folder,
                                                        const Manifest& manifest,
                                                        std::span<const ScalingRow> rows) {
  const auto arrives = [](const ScalingRow& row) { return row.target == scaling_targets[0] && row.rounds; };
  if (std::ranges::none_of(rows, arrives)) return {};
  const std::string name = file_name_text(manifest.name) + "-scaling";
  const std::vector<Problem> problems = problems_of(manifest, rows);
  std::set<std::size_t> methods;
  for (const Problem& problem : problems)
    for (const Family& family : problem) methods.insert(family.method);
  const std::string note = fmt::format(
      "Until (F(w) − D*)/D* ≤ {}, at the first checkpoint that is there; median over the runs. Grey: perfect "
      "scaling, the time of the fewest processes divided among more. No time is shown where processes had to "
      "wait for a core.",
      target_text(scaling_targets[0]));
  FigureWriter figure({.file = name,
                       .folder = name,
                       .title = manifest.title + ": scaling",
                       .legend = legend_of({methods.begin(), methods.end()}, manifest),
                       .notes = note_lines(note, problems.size()),
                       .problems = problems.size(),
                       .row_heights = {1, 0.8}},
                      manifest);
  figure.add("  set logscale xy; unset mxtics; set mytics 10");
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const ScalingRow& row = *problems[i].front().rows.front();
    const auto dataset = std::ranges::find(manifest.datasets, row.dataset, &ManifestDataset::name);
    const std::string title =
        marked_name(panel_name(manifest, *dataset, row.loss, row.regularizer), *dataset);
    figure.begin_panel(figure.layout().panel_box(i, 0), figure.with_letter(i, title), size_text(*dataset));
    add_panel(figure, problems[i], i, &ScalingRow::wall_seconds);
    figure.begin_panel(figure.layout().panel_box(i, 1));
    add_panel(figure, problems[i], i, &ScalingRow::rounds);
  }
  return {figure.write(folder)};
}

}  // namespace descent
