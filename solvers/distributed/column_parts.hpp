#pragma once

#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/parsed/parsed_file.hpp"

namespace descent {

/// What process number `part`, from 0, out of `parts` has of a sample whose columns are shared: all rows with
/// their labels, and of their entries a copy of those in its own columns, which are a range of them with
/// about as many entries as the others'. The width stays.
inline Sample columns_of_part(const Sample& sample, int part, int parts) {
  // Columns are the lines of the other direction, and are divided as rows are.
  const std::vector<Offset> by_columns = column_starts(sample.rows);
  const auto [first, last] = rows_of_part(by_columns, part, parts);
  std::vector<Offset> starts{0};
  std::vector<Entry> entries;
  entries.reserve(static_cast<std::size_t>(by_columns[static_cast<std::size_t>(last)] -
                                           by_columns[static_cast<std::size_t>(first)]));
  for (Index i = 0; i < sample.rows.outer_size(); ++i) {
    for (const Entry& entry : sample.rows[i])
      if (first <= entry.index && entry.index < last) entries.push_back(entry);
    starts.push_back(static_cast<Offset>(entries.size()));
  }
  return {SparseMatrix(std::move(starts), std::move(entries), sample.rows.inner_size()), sample.labels};
}

}  // namespace descent
