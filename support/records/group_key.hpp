#pragma once

#include <algorithm>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "support/records/csv_table.hpp"

namespace descent {

/// The problem that is minimised, by the names of a configuration.
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

template <class Row>
std::vector<Column<Row>> joined_columns(std::vector<Column<Row>> first,
                                        const std::vector<Column<Row>>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

/// The columns of a table that has a row, or several, for each method over the problems of a loss and
/// regulariser: those that say which, and these.
template <class Row>
std::vector<Column<Row>> with_method_columns(const std::vector<Column<Row>>& others) {
  return joined_columns<Row>(
      {
          column("experiment", "", as_in_run_files, &Row::experiment),
          column("loss", "", as_in_run_files, &Row::loss),
          column("regularizer", "", as_in_run_files, &Row::regularizer),
          column("method", "", as_in_run_files, &Row::method),
          column("variant", "", as_in_run_files, &Row::variant),
      },
      others);
}

/// Columns of a table with one or more rows for each group: the key's columns, then `others`.
template <class Row>
std::vector<Column<Row>> with_key_columns(const std::vector<Column<Row>>& others) {
  return joined_columns<Row>(
      {
          column("experiment", "", as_in_run_files, &GroupKey::experiment),
          column("dataset", "", as_in_run_files, &ProblemKey::dataset),
          column("source", "", as_in_run_files, &GroupKey::source),
          column("loss", "", as_in_run_files, &ProblemKey::loss),
          column("regularizer", "", as_in_run_files, &ProblemKey::regularizer),
          column("lambda", "", as_in_run_files, &ProblemKey::lambda),
          column("method", "", as_in_run_files, &GroupKey::method),
          column("variant", "", as_in_run_files, &GroupKey::variant),
      },
      others);
}

}  // namespace descent
