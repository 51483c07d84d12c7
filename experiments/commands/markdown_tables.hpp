#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace descent {

// What the program knows, as tables in Markdown: `descent list WHAT --markdown`. The pages of the
// documentation hold them between two lines,
//   <!-- written by: descent list WHAT --markdown -->   and   <!-- end of the table -->

/// The registered methods: name, title, the problems they solve, their options with the defaults, and the
/// source.
std::string method_table();

/// A key of a configuration, or of a cross-validation.
struct KeyText {
  std::string_view name;
  std::string_view description;
  bool is_required;
};

std::string key_table(const std::vector<KeyText>& keys);

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
