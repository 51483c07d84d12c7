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
  std::vector<Index> own(static_cast<std::size_t>(sample.rows.inner_size()), -1);
  for (Index j = first; j < last; ++j) own[static_cast<std::size_t>(j)] = j;
  return {select_entries(sample.rows, own, sample.rows.inner_size()), sample.labels};
}

}  // namespace descent
