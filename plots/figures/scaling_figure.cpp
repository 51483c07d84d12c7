#include "plots/figures/figures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "plots/labels/labels.hpp"
#include "support/numbers/extremes.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// A method with its settings, over the numbers of processes.
struct Family {
  std::vector<const ScalingRow*> rows;  ///< by ascending processes
  std::size_t method = 0;               ///< of the first row, in the manifest
};

struct ScaledProblem {
  std::string title, subtitle;
  std::vector<Family> families;
};

/// Content for either kind of scaling.
struct Chart {
  std::string name;     ///< after the experiment's name
  std::string title;    ///< after the experiment's title
  std::string perfect;  ///< meaning of the grey line
  bool is_weak = false;
  std::vector<ScaledProblem> problems;
};

bool is_shown(const ScalingRow& row) {
  return row.target == scaling_targets[0];
}

/// Groups the rows of a family.
void add_row(const Manifest& manifest, const ScalingRow& row, std::vector<Family>& families) {
  const auto family_of = [](const ScalingRow& each) { return std::tie(each.method, each.family); };
  if (families.empty() || family_of(*families.back().rows.front()) != family_of(row))
    families.push_back({{}, index_of_method(manifest, row)});
  families.back().rows.push_back(&row);
}

/// Problems with a method that was run with several numbers of processes.
std::vector<ScaledProblem> problems_of(const Manifest& manifest, std::span<const ScalingRow> rows) {
  std::vector<ScaledProblem> problems;
  for (const auto problem_rows : by_problem(rows)) {
    const ProblemKey& key = problem_rows.front();
    const ManifestDataset& dataset = dataset_of(manifest, key);
    ScaledProblem& problem = problems.emplace_back();
    problem.title = panel_title(manifest, dataset, key.loss, key.regularizer);
    problem.subtitle = size_text(dataset);
    for (const ScalingRow& row : problem_rows)
      if (is_shown(row)) add_row(manifest, row, problem.families);
  }
  std::erase_if(problems, [](const ScaledProblem& problem) {
    return std::ranges::none_of(problem.families,
                                [](const Family& family) { return family.rows.size() > 1; });
  });
  return problems;
}

std::vector<ScaledProblem> problems_of(const Manifest& manifest, std::span<const WeakScaling> scalings) {
  std::vector<ScaledProblem> problems;
  for (const WeakScaling& scaling : scalings) {
    const std::string kind = problem_title(manifest, scaling.problem.loss, scaling.problem.regularizer);
    ScaledProblem& problem = problems.emplace_back();
    problem.title = title_of(manifest, scaling) + (kind.empty() ? "" : ", ") + kind;
    problem.subtitle = fmt::format("{} rows a process, n = {}", with_thousands(scaling.rows_per_process),
                                   with_thousands(dataset_of(manifest, scaling.rows.front()).columns));
    for (const WeakScalingRow& row : scaling.rows)
      if (is_shown(row)) add_row(manifest, row, problem.families);
  }
  return problems;
}

using RowMember = std::optional<double> ScalingRow::*;

void add_panel(FigureWriter& figure, const Chart& chart, std::size_t index, RowMember amount) {
  const ScaledProblem& problem = chart.problems[index];
  const bool is_time = amount == &ScalingRow::wall_seconds;
  Extremes found;
  std::uint64_t most = 1;
  std::set<std::uint64_t> numbers;
  for (const Family& family : problem.families) {
    for (const ScalingRow* row : family.rows) {
      most = std::max(most, row->processes);
      numbers.insert(row->processes);
      const auto& value = row->*amount;
      if (value && *value > 0) found.include(*value);
    }
  }
  const AxisRange y =
      found.high > 0
          ? power_range(found.low / (is_time && !chart.is_weak ? static_cast<double>(most) : 1.0), found.high)
          : power_range(1, 10);
  figure.add_x_axis({0.9, 1.1 * static_cast<double>(most)}, fmt::format("({})", fmt::join(numbers, ", ")),
                    is_time ? "" : "%g", is_time ? "" : "Processes");
  figure.add_power_axis(y, is_time ? "Wall time (s)" : "Rounds");
  std::vector<std::string> parts;
  for (const Family& family : problem.families) {
    std::string text = fmt::format("# processes {} perfect\n", is_time ? "wall_seconds" : "rounds");
    const auto& first = family.rows.front()->*amount;
    for (const ScalingRow* row : family.rows) {
      const auto& value = row->*amount;
      const double share = chart.is_weak ? 1.0
                                         : static_cast<double>(row->processes) /
                                               static_cast<double>(family.rows.front()->processes);
      text += fmt::format("{} {} {}\n", row->processes, value ? fmt::format("{:.8g}", *value) : "?",
                          first && is_time ? fmt::format("{:.8g}", *first / share) : "?");
    }
    const std::string data =
        figure.add_data(data_file_name(panel_letter(index) + (is_time ? "-time" : "-rounds"), family.method,
                                       figure.manifest()),
                        text);
    if (is_time)
      parts.push_back(fmt::format("{} using 1:3 with lines lc rgb '#888888' lw 0.6 dt (2, 2)", data));
    parts.push_back(fmt::format("{} using 1:2 with linespoints ls {}", data, family.method + 1));
  }
  figure.plot(parts);
}

std::optional<Figure> figure_of(const Manifest& manifest, const Chart& chart) {
  std::set<std::size_t> methods;
  bool arrives = false;
  for (const ScaledProblem& problem : chart.problems) {
    for (const Family& family : problem.families) {
      methods.insert(family.method);
      for (const ScalingRow* row : family.rows) arrives = arrives || row->rounds;
    }
  }
  if (!arrives) return std::nullopt;
  const std::string note = fmt::format(
      "Until (F(w) − D*)/D* ≤ {}, at the first checkpoint that is there; median over the runs. Grey: perfect "
      "scaling, {}. No time is shown where processes had to wait for a core.",
      target_text(scaling_targets[0]), chart.perfect);
  std::vector<PanelHeading> headings;
  for (const ScaledProblem& problem : chart.problems) headings.push_back({problem.title, problem.subtitle});
  FigureWriter figure(manifest, {.suffix = chart.name,
                                 .subject = chart.title,
                                 .caption = {note},
                                 .legend = legend_of({methods.begin(), methods.end()}, manifest),
                                 .headings = with_letters(headings),
                                 .row_heights = {1, 0.8}});
  figure.add("  set logscale xy; unset mxtics; set mytics 10");
  for (std::size_t i = 0; i < chart.problems.size(); ++i) {
    figure.begin_panel(i);
    add_panel(figure, chart, i, &ScalingRow::wall_seconds);
    figure.begin_panel(i, 1);
    add_panel(figure, chart, i, &ScalingRow::rounds);
  }
  return figure.take();
}

}  // namespace

std::optional<Figure> scaling_figure(const Manifest& manifest, std::span<const ScalingRow> rows) {
  return figure_of(manifest, {.name = scaling_suffix,
                              .title = ": scaling",
                              .perfect = "the time of the fewest processes divided among more",
                              .problems = problems_of(manifest, rows)});
}

std::optional<Figure> weak_scaling_figure(const Manifest& manifest, std::span<const WeakScaling> scalings) {
  return figure_of(manifest, {.name = weak_scaling_suffix,
                              .title = ": weak scaling",
                              .perfect = "the time of the fewest processes",
                              .is_weak = true,
                              .problems = problems_of(manifest, scalings)});
}

}  // namespace descent
