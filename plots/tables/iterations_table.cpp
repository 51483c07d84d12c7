#include "plots/analysis/iterations.hpp"

#include <fmt/format.h>

#include "plots/labels/labels.hpp"
#include "plots/tables/table_files.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

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
  TableFiles files{.name = "iterations",
                   .csv = csv_text(iterations_columns(), rows),
                   .introduction = iterations_introduction(manifest),
                   .conditions = condition_sentences(manifest)};
  for (const auto problem : by_problem(results.groups)) {
    TextTable& table = files.tables.emplace_back();
    table.title = problem_text(manifest, problem.front());
    table.header = {"method",      "iterations", "in the first outer step", "outer steps", "train errors",
                    "test errors", "ended by"};
    for (const RunGroup& group : problem) table.rows.push_back(cells(group));
  }
  return files;
}

}  // namespace descent
