#pragma once

#include <string>
#include <vector>

#include "plots/results/csv_table.hpp"

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
