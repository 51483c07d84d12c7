#pragma once

#include <algorithm>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "support/records/csv_table.hpp"

namespace descent {

/// What is minimised, by the names of a configuration.
struct ProblemKey {
  std::string dataset, loss, regularizer;
  double lambda = 0;
  friend bool operator==(const ProblemKey&, const ProblemKey&) = default;
};

/// A method on a problem: what all of its runs have in common.
struct GroupKey : ProblemKey {
  std::string experiment;
  std::string source;  ///< of the data: "file", or "stand-in" for synthetic rows
  std::string method, variant;

  const ProblemKey& problem() const { return *this; }
};

/// The rows of each problem, which stand together.
template <std::ranges::contiguous_range Rows, class Row = std::ranges::range_value_t<Rows>>
std::vector<std::span<const Row>> by_problem(const Rows& rows) {
  std::vector<std::span<const Row>> problems;
  for (auto first = std::ranges::begin(rows); first != std::ranges::end(rows);) {
    const auto last = std::find_if(first, std::ranges::end(rows),
                                   [&](const Row& row) { return row.problem() != first->problem(); });
    problems.emplace_back(first, last);
    first = last;
  }
  return problems;
}

/// The meaning of a column that runs have, too.
inline constexpr auto as_in_run_files = "as in the run files";

/// The columns of a table that has a row, or several, for each method over the problems of a loss and
/// regulariser: those that say which, and these.
template <class Row>
std::vector<Column<Row>> with_method_columns(const std::vector<Column<Row>>& others) {
  std::vector<Column<Row>> columns{
      column("experiment", "", as_in_run_files, &Row::experiment),
      column("loss", "", as_in_run_files, &Row::loss),
      column("regularizer", "", as_in_run_files, &Row::regularizer),
      column("method", "", as_in_run_files, &Row::method),
      column("variant", "", as_in_run_files, &Row::variant),
  };
  columns.insert(columns.end(), others.begin(), others.end());
  return columns;
}

/// The columns of a table that has a row, or several, for each group: those of the key, and these.
template <class Row>
std::vector<Column<Row>> with_key_columns(const std::vector<Column<Row>>& others) {
  constexpr auto description = as_in_run_files;
  std::vector<Column<Row>> columns{
      column("experiment", "", description, &GroupKey::experiment),
      column("dataset", "", description, &ProblemKey::dataset),
      column("source", "", description, &GroupKey::source),
      column("loss", "", description, &ProblemKey::loss),
      column("regularizer", "", description, &ProblemKey::regularizer),
      column("lambda", "", description, &ProblemKey::lambda, Digits::seventeen),
      column("method", "", description, &GroupKey::method),
      column("variant", "", description, &GroupKey::variant),
  };
  columns.insert(columns.end(), others.begin(), others.end());
  return columns;
}

}  // namespace descent
