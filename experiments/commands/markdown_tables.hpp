#pragma once

#include <string>
#include <vector>

namespace descent {

// Lists and tables in Markdown that `descent list WHAT --markdown` prints. The build target `documents`
// writes each of them into its page of docs/, between the lines
//
//   <!-- written by: descent list WHAT --markdown -->
//   <!-- end -->

/// Keys of a configuration.
std::string key_items();

/// For each problem the methods that certify its optimum, in the order in which they are tried, and the
/// methods that `solve` chooses without --method.
std::string problem_table();

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

}  // namespace descent
