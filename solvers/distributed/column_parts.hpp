#pragma once

#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "datasets/parsed/parsed_file.hpp"

namespace descent {

/// Part number `part`, from 0, of `parts` of a sample whose columns are shared: all rows with their labels,
/// and copies of the entries in its columns. These are a range with about as many entries as in other parts.
/// The width stays.
inline Sample columns_of_part(const Sample& sample, int part, int parts) {
  // Columns are lines of the other direction, and are divided like rows.
  const std::vector<Offset> by_columns = column_starts(sample.rows);
  const auto [first, last] = rows_of_part(by_columns, part, parts);
  std::vector<Index> own(static_cast<std::size_t>(sample.rows.inner_size()), -1);
  for (Index j = first; j < last; ++j) own[static_cast<std::size_t>(j)] = j;
  return {select_entries(sample.rows, own, sample.rows.inner_size()), sample.labels};
}

}  // namespace descent
