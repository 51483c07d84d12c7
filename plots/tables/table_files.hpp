#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/scaling.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/labels/condition_sentences.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/group_key.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// Tables of one kind in a results folder: all numbers as CSV, and tables for people.
struct TableFiles {
  std::string name;                  ///< of the files, without extensions
  std::string csv{};                 ///< empty: no CSV
  std::string introduction{};        ///< before the tables
  std::vector<TextTable> tables{};   ///< empty: only the CSV
  std::vector<std::string> notes{};  ///< paragraphs below the tables
  /// Sentences of the last paragraph: see condition_sentences().
  std::vector<std::string> conditions{};
  bool has_latex = true;
};

/// A table for each problem, titled by problem_text(), with a line for each of its rows, which are adjacent.
template <class Rows, class Cells>
std::vector<TextTable> tables_by_problem(const Manifest& manifest, const Rows& rows,
                                         const std::vector<std::string>& header, Cells cells) {
  std::vector<TextTable> tables;
  for (const auto problem : by_problem(rows)) {
    TextTable& table = tables.emplace_back(TextTable{problem_text(manifest, problem.front()), header, {}});
    for (const auto& row : problem) table.rows.push_back(cells(row));
  }
  return tables;
}

/// Writes tables/NAME.csv, if there is a CSV, and, if there are tables, .md and .tex with introduction,
/// tables, notes and conditions. Returns the paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_tables(Drawing& drawing, const TableFiles& files);

/// The columns of runs.csv: result_columns() and the method's label, in another order: identity, times and
/// work, values.
std::vector<std::string> runs_table_columns();

/// Writes runs.csv, whole or not at all: the rows of all runs that the manifest names and that are
/// done, in its order. Throws ResultFileError.
void write_runs_table(Drawing& drawing, const ResultsFolder& results);

/// iterations.csv and .md, which has the first run of each method; nothing if no method has outer iterations.
TableFiles iterations_table(const GroupedResults& results);

/// geometric_mean and all_pairs, each as .csv and .md: methods over problems, and in pairs, without claims.
/// Only those with rows.
std::vector<TableFiles> method_tables(const TimedResults& results);

/// scaling.csv and .md.
TableFiles scaling_table(const Manifest& manifest, std::span<const ScalingRow> rows);

/// weak_scaling.csv and .md.
TableFiles weak_scaling_table(const Manifest& manifest, std::span<const WeakScaling> scalings);

/// scaling_model.csv and .md.
TableFiles scaling_model_table(const Manifest& manifest, std::span<const ScalingModelRow> rows);

}  // namespace descent
