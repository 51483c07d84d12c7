#include "plots/results/runs_table.hpp"

#include <algorithm>
#include <array>

#include "plots/results/csv_table.hpp"

namespace descent {
namespace {

constexpr std::string_view label = "label";

/// What tells rows apart, and then times and amounts of work; values are the rest.
constexpr std::array<std::string_view, 26> first_columns{"experiment",
                                                         "dataset",
                                                         "source",
                                                         "loss",
                                                         "regularizer",
                                                         "lambda",
                                                         "form",
                                                         "l2_factor",
                                                         "weighting",
                                                         "method",
                                                         "variant",
                                                         label,
                                                         "seed",
                                                         "run_id",
                                                         "checkpoint",
                                                         "status",
                                                         "cpu_seconds",
                                                         "wall_seconds",
                                                         "setup_seconds",
                                                         "passes",
                                                         "updates",
                                                         "entries_touched",
                                                         "outer_iterations",
                                                         "processes",
                                                         "rounds",
                                                         "bytes_sent"};

}  // namespace

std::vector<std::string> runs_table_columns() {
  std::vector<std::string> names(first_columns.begin(), first_columns.end());
  for (const Column<ResultRow>& column : result_columns()) {
    if (std::ranges::find(first_columns, column.name) == first_columns.end()) names.emplace_back(column.name);
  }
  return names;
}

void write_runs_table(const DrawnFolder& folder, const ResultsFolder& results) {
  const auto names = runs_table_columns();
  std::vector<const Column<ResultRow>*> columns;  // null: the label, which is no column of a run
  std::string header;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(result_columns(), name, &Column<ResultRow>::name);
    columns.push_back(found == result_columns().end() ? nullptr : &*found);
    header += (header.empty() ? "" : ",") + name;
  }
  AtomicFile file(folder.begin("runs.csv"));
  file.write(header + '\n');
  for (const auto& run : results.runs) {
    const std::string shown = field_text(label_of(results.manifest, run.front()), Digits::shortest);
    for (const ResultRow& row : run) {
      std::string line;
      for (const Column<ResultRow>* column : columns) {
        if (column != columns.front()) line += ',';
        line += column == nullptr ? shown : column->text(row);
      }
      file.write(line + '\n');
    }
  }
  file.commit();
  folder.wrote("runs.csv");
}

}  // namespace descent
