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

/// The columns of a table that has a row, or several, for each group: those of the key, and these.
template <class Row>
std::vector<Column<Row>> with_key_columns(const std::vector<Column<Row>>& others) {
  constexpr auto description = "as in the run files";
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
