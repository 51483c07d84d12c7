#include "plots/results/runs_table.hpp"

#include <algorithm>

#include "support/records/csv_table.hpp"
#include "support/text/comma_list.hpp"

namespace descent {
namespace {

/// The columns that identify a row, then times and amounts of work. The other columns follow.
constexpr std::string_view first_columns =
    "experiment,dataset,source,loss,regularizer,lambda,form,l2_factor,weighting,method,variant,label,seed,"
    "run_id,"
    "checkpoint,status,cpu_seconds,wall_seconds,setup_seconds,passes,updates,entries_touched,outer_"
    "iterations,"
    "processes,rounds,bytes_sent";

}  // namespace

std::vector<std::string> runs_table_columns() {
  std::vector<std::string> names = parts_between_commas(std::string(first_columns));
  const std::size_t first = names.size();
  for (const Column<ResultRow>& column : result_columns())
    if (std::find(names.begin(), names.begin() + first, column.name) == names.begin() + first)
      names.push_back(column.name);
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
