#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/labels/condition_sentences.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/group_key.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// What a results folder is told in one kind of tables: all numbers as CSV, and tables for people.
struct TableFiles {
  std::string name;                  ///< of the files, without their ends
  std::string csv{};                 ///< empty: there are only tables
  std::string introduction{};        ///< before the tables
  std::vector<TextTable> tables{};   ///< none: there is only the CSV
  std::vector<std::string> notes{};  ///< paragraphs below the tables
  /// Sentences that make the last paragraph: see condition_sentences().
  std::vector<std::string> conditions{};
  bool has_latex = true;
};

/// A table for each problem, titled by problem_text(), with a line for each of its rows, which stand
/// together.
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

/// Writes FOLDER/tables/NAME.csv, where there is a CSV, and, where there are tables, .md and .tex with
/// introduction, tables, notes and conditions, and returns the paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_tables(const DrawnFolder& folder, const TableFiles& files);

}  // namespace descent
