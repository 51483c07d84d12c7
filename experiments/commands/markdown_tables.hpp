#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/text/foreign_text.hpp"
#include "support/text/text_table.hpp"

namespace descent {

// Markdown tables that `descent list WHAT --markdown` prints. The build target `documents` writes each of
// them into its page of docs/, between the lines
//
//   <!-- written by: descent list WHAT --markdown -->
//   <!-- end of the table -->

/// The registered methods: name, title, problems, options with defaults, and source.
std::string method_table();

/// Keys of a configuration or of a cross-validation.
template <class Keys>
std::string key_table(const Keys& keys) {
  std::string table = "| key | required | meaning |\n|---|---|---|\n";
  for (const auto& key : keys) {
    table += fmt::format("| `{}` | {} | {} |\n", key.name, key.is_required ? "yes" : "",
                         markdown_text(key.description));
  }
  return table;
}

/// Methods that certify the optima of each problem, in the order in which they are tried.
std::string reference_solver_table();

/// Methods that `solve` chooses without --method, by problem.
std::string method_rule_table();

struct ColumnText {
  std::string name;
  std::string unit;
  std::string description;
};

struct ResultFile {
  std::string name;  ///< without folder and ending, such as "time_to_target"
  std::vector<ColumnText> columns;
};

/// CSV files of experiments, tables and cross-validations.
const std::vector<ResultFile>& result_files();

/// Columns of a result file; adjacent columns with the same meaning share a line.
std::string column_table(const ResultFile& file);

}  // namespace descent
