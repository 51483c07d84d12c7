#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/text/foreign_text.hpp"
#include "support/text/text_table.hpp"

namespace descent {

// What the program knows, as tables in Markdown: `descent list WHAT --markdown`. The pages of the
// documentation hold them between two lines,
//   <!-- written by: descent list WHAT --markdown -->   and   <!-- end of the table -->

/// The registered methods: name, title, the problems they solve, their options with the defaults, and the
/// source.
std::string method_table();

/// The keys of a configuration, or of a cross-validation.
template <class Keys>
std::string key_table(const Keys& keys) {
  std::string table = "| key | required | meaning |\n|---|---|---|\n";
  for (const auto& key : keys) {
    table += fmt::format("| `{}` | {} | {} |\n", key.name, key.is_required ? "yes" : "",
                         markdown_text(key.description));
  }
  return table;
}

/// Which methods certify the optima of which problems, in the order in which they are tried.
std::string reference_solver_table();

/// A column of a result file.
struct ColumnText {
  std::string_view name;
  std::string_view unit;
  std::string_view description;
};

struct ResultFile {
  std::string name;  ///< without folder and ending, like "time_to_target"
  std::vector<ColumnText> columns;
};

/// The CSV files that experiments, tables and cross-validations write.
const std::vector<ResultFile>& result_files();

/// The columns of a result file; neighbours that mean the same share a line.
std::string column_table(const ResultFile& file);

}  // namespace descent
