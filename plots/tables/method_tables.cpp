#include "plots/analysis/method_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "plots/analysis/iterations.hpp"
#include "plots/labels/labels.hpp"
#include "plots/results/curves.hpp"
#include "plots/tables/table_files.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

/// A table for each loss and regulariser: a row for each method, a column for each target.
void add_mean_tables(const Manifest& manifest, const ManifestPart& part, std::span<const GeometricMean> means,
                     std::vector<TextTable>& tables) {
  for (const GeometricMean& mean : means) {
    const std::string title = fmt::format("{} + {}{}: {}", mean.loss, mean.regularizer, part.remark,
                                          position_of(axis_of_figures(manifest.x_axis)).words);
    if (tables.empty() || tables.back().title != title)
      tables.push_back({title, {"method", "primal integral"}, {}});
    TextTable& table = tables.back();
    const std::string target = target_text(mean.target);
    if (table.header.back() != target) table.header.push_back(target);
    const std::string label = manifest.methods[index_of_method(manifest, mean.method, mean.variant)].label;
    auto row = std::ranges::find(table.rows, label, [](const auto& cells) { return cells[0].text; });
    const auto integral = mean.primal_integral;
    if (row == table.rows.end())
      row = table.rows.insert(
          row,
          {{label}, {integral ? short_number(*integral) : "?", false, "", integral.value_or(unknown_order)}});
    row->resize(table.header.size() - 1, {"?", false, "", unknown_order});
    if (mean.unsolved == 0)
      row->push_back({short_number(mean.mean), mean.is_least, "", mean.mean});
    else
      row->push_back({"> " + short_number(mean.mean), false,
                      fmt::format("({}/{} unsolved)", mean.unsolved, mean.problems),
                      1e100 * (1 + mean.mean)});
    for (auto& cells : table.rows) cells.resize(table.header.size(), {"?", false, "", unknown_order});
  }
}

/// A matrix for each problem: signs of a row's method against a column's.
void add_pair_tables(const Manifest& manifest, const ManifestPart& part, std::span<const MethodPair> pairs,
                     std::vector<TextTable>& tables) {
  for (const auto problem : by_problem(pairs)) {
    TextTable& table = tables.emplace_back();
    table.title = problem_text(manifest, problem.front()) + part.remark;
    table.header = {"the row against"};
    const auto index_of = [&](const std::string& name, const std::string& variant) {
      const std::string& label = manifest.methods[index_of_method(manifest, name, variant)].label;
      const auto found = std::ranges::find(table.header, label) - table.header.begin();
      if (found == std::ssize(table.header)) table.header.push_back(label);
      return static_cast<std::size_t>(found);
    };
    std::map<std::pair<std::size_t, std::size_t>, std::string> signs;
    for (const MethodPair& pair : problem) {
      const std::size_t one = index_of(pair.method, pair.variant);
      const std::size_t two = index_of(pair.rival, pair.rival_variant);
      const bool is_significant = pair.p_holm <= significance;
      const char* const ahead = is_significant ? "▲" : "△";
      const char* const behind = is_significant ? "▼" : "▽";
      const double share = pair.share_ahead;
      signs[{one, two}] += share > 0.5 ? ahead : share < 0.5 ? behind : "·";
      signs[{two, one}] += share > 0.5 ? behind : share < 0.5 ? ahead : "·";
    }
    for (std::size_t i = 1; i < table.header.size(); ++i) {
      auto& row = table.rows.emplace_back(1, TextTable::Cell{table.header[i]});
      for (std::size_t k = 1; k < table.header.size(); ++k) row.push_back({signs[{i, k}]});
    }
  }
}

/// "30", or "17 to 41" if it lies between two checkpoints.
std::string first_outer_text(const IterationsRow& row) {
  if (!row.first_outer_within) return "—";
  const auto least = *row.first_outer_above + 1;
  if (least >= *row.first_outer_within) return with_thousands(*row.first_outer_within);
  return fmt::format("{} to {}", with_thousands(least), with_thousands(*row.first_outer_within));
}

std::string errors_text(const std::optional<std::uint64_t>& errors, std::uint64_t rows) {
  return errors ? fmt::format("{} of {}", with_thousands(*errors), with_thousands(rows)) : "—";
}

/// The status; for a method that stopped by its own rule, the distance above the certified optimum.
std::string end_text(const RunGroup& group, const IterationsRow& row, const ManifestOptimum* optimum) {
  if (row.status != run_status::stopped) return row.status;
  const auto& objective = group.runs.front()->back().objective;
  if (optimum == nullptr || !objective) return "its own rule";
  return fmt::format("its own rule, {} % above the optimum",
                     short_number(100 * excess_over(*optimum, *objective)));
}

std::string iterations_introduction(const Manifest& manifest) {
  return fmt::format(
      "Iterations: {}. Iterations of a run in all (of a method with two loops: inner ones), those of its "
      "first "
      "outer step, outer steps, and how many points the last iterate has on the wrong side. One run a "
      "method, "
      "its first seed. \"17 to 41\": between two checkpoints. \"—\": not a matter of this method or these "
      "data.",
      manifest.title);
}

}  // namespace

std::vector<TableFiles> method_tables(const TimedResults& results) {
  const Manifest& manifest = results.manifest;
  const Axis axis = axis_of_figures(manifest.x_axis);
  const char* const amount = position_of(axis).words;
  std::vector<GeometricMean> means;
  std::vector<MethodPair> pairs;
  TableFiles mean_files{.name = "geometric_mean", .has_latex = false};
  TableFiles pair_files{.name = "all_pairs", .has_latex = false};
  for (const ManifestPart& part : parts_of(manifest)) {
    const auto means_of_part = geometric_means(manifest, results.times, part);
    const auto pairs_of_part = method_pairs(results, part);
    add_mean_tables(manifest, part, means_of_part, mean_files.tables);
    add_pair_tables(manifest, part, pairs_of_part, pair_files.tables);
    means.insert(means.end(), means_of_part.begin(), means_of_part.end());
    pairs.insert(pairs.end(), pairs_of_part.begin(), pairs_of_part.end());
  }
  mean_files.csv = csv_text(geometric_mean_columns(), means);
  mean_files.introduction = fmt::format("Means over the problems: {}.", manifest.title);
  mean_files.notes = {fmt::format(
      "Shifted geometric mean exp(mean log(t + s)) − s, s = {}, over the problems; t: {} until (F(w) − "
      "D*)/D* "
      "is for good at most the target, median over the runs. \"> 0.3 (1/3 unsolved)\": a problem that the "
      "method does not solve counts with the longest run of any method. Bold: the least. Primal integral "
      "(Berthold 2013): ∫ (F(w) − D*)/F(w) until the end of the longest run on the problem, the same mean. "
      "Only methods that were run on all problems.",
      geometric_shift(axis), amount)};
  pair_files.csv = csv_text(method_pair_columns(), pairs);
  pair_files.introduction = fmt::format("All pairs of methods: {}.", manifest.title);
  pair_files.notes = {fmt::format(
      "A sign for each target 1e-1 … 1e-6 of (F(w) − D*)/D* that is not below the certificate's gap. ▲: the "
      "row's method gets there sooner, ▼: later, in {}; △ ▽: the same, not significant; ·: level. "
      "Significant: "
      "exact two-sided rank test of the runs, p ≤ {} after Holm's correction over the pairs of a problem, "
      "for "
      "each target by itself. A run that was cut off is tied with all that took longer than it had, a failed "
      "run with all. Five runs a method can decide between up to four methods.",
      amount, significance)};
  std::vector<TableFiles> all;
  if (!means.empty()) all.push_back(std::move(mean_files));
  if (!pairs.empty()) all.push_back(std::move(pair_files));
  return all;
}

TableFiles iterations_table(const GroupedResults& results) {
  const auto rows = iterations_rows(results);
  if (rows.empty()) return {};
  const Manifest& manifest = results.manifest;
  const auto cells = [&](const RunGroup& group) -> std::vector<TextTable::Cell> {
    const IterationsRow row = iterations_row(group, *group.runs.front(), dataset_of(manifest, group));
    return {{group.label},
            {with_thousands(row.iterations)},
            {first_outer_text(row)},
            {row.outer_iterations ? with_thousands(*row.outer_iterations) : "—"},
            {errors_text(row.train_errors, row.train_rows)},
            {errors_text(row.test_errors, row.test_rows)},
            {end_text(group, row, certificate_of(manifest, group))}};
  };
  return {.name = "iterations",
          .csv = csv_text(iterations_columns(), rows),
          .introduction = iterations_introduction(manifest),
          .tables = tables_by_problem(manifest, results.groups,
                                      {"method", "iterations", "in the first outer step", "outer steps",
                                       "train errors", "test errors", "ended by"},
                                      cells),
          .conditions = condition_sentences(manifest),
          .has_latex = false};
}

}  // namespace descent
