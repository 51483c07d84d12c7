#include "plots/tables/table_files.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "support/files/atomic_file.hpp"
#include "support/text/comma_list.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {

std::vector<std::filesystem::path> write_tables(Drawing& drawing, const TableFiles& files) {
  std::vector<std::filesystem::path> paths;
  const auto write = [&](const char* end, const std::string& text) {
    paths.push_back(drawing.write("tables/" + files.name + end, text));
  };
  if (!files.csv.empty()) write(".csv", files.csv);
  if (files.tables.empty()) return paths;
  std::string markdown = markdown_text(files.introduction) + '\n';
  for (const TextTable& table : files.tables) markdown += '\n' + to_markdown(table);
  std::vector<std::string> notes = files.notes;
  if (!files.conditions.empty())
    notes.push_back(fmt::format("Conditions. {}", fmt::join(files.conditions, " ")));
  for (const std::string& note : notes) markdown += '\n' + markdown_text(note) + '\n';
  write(".md", markdown);
  return paths;
}

namespace {

/// The columns that identify a row, then times and amounts of work. The other columns follow.
constexpr std::string_view first_columns =
    "experiment,dataset,source,loss,regularizer,lambda,form,l2_factor,weighting,method,variant,label,seed,"
    "run_id,"
    "checkpoint,status,cpu_seconds,wall_seconds,setup_seconds,passes,updates,entries_touched,outer_"
    "iterations,"
    "processes,rounds,bytes_sent,threads";

}  // namespace

std::vector<std::string> runs_table_columns() {
  std::vector<std::string> names = parts_between_commas(std::string(first_columns));
  const std::size_t first = names.size();
  for (const Column<ResultRow>& column : result_columns())
    if (std::find(names.begin(), names.begin() + first, column.name) == names.begin() + first)
      names.push_back(column.name);
  return names;
}

void write_runs_table(Drawing& drawing, const ResultsFolder& results) {
  const auto names = runs_table_columns();
  std::vector<const Column<ResultRow>*> columns;  // null: the label, which is no column of a run
  std::string header;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(result_columns(), name, &Column<ResultRow>::name);
    columns.push_back(found == result_columns().end() ? nullptr : &*found);
    header += (header.empty() ? "" : ",") + name;
  }
  AtomicFile file(drawing.begin("runs.csv"));
  file.write(header + '\n');
  for (const StoredRun& run : results.runs) {
    const std::string shown = field_text(label_of(results.manifest, run.rows.front()), Digits::shortest);
    for (const ResultRow& row : run.rows) {
      std::string line;
      for (const Column<ResultRow>* column : columns) {
        if (column != columns.front()) line += ',';
        line += column == nullptr ? shown : column->text(row);
      }
      file.write(line + '\n');
    }
  }
  file.commit();
  drawing.wrote("runs.csv");
}

}  // namespace descent
