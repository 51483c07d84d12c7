#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/text/text_table.hpp"

namespace descent {

/// What a results folder is told in one kind of tables: all numbers as CSV, and tables for people.
struct TableFiles {
  std::string name;  ///< of the files, without their ends
  std::string csv;
  std::string introduction{};       ///< before the tables
  std::vector<TextTable> tables{};  ///< none: there is only the CSV
  bool has_latex = true;
};

/// Writes FOLDER/tables/NAME.csv and, where there are tables, .md and .tex with the introduction and the
/// tables, and returns the paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_tables(const std::filesystem::path& folder, const TableFiles& files);

}  // namespace descent
