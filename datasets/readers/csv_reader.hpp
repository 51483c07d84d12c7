#pragma once

#include "datasets/readers/reader.hpp"

namespace descent {

/// Reads a table (csv_rows.hpp). All columns but the one of the labels are features, whose cells must be
/// numbers; with `one_hot`, a column with words becomes a column of zeros and ones for each word, in their
/// order. The first row has names if the settings say so, or if none of its cells is a number.
///
/// Throws DataError with line and column for an empty cell, a missing value (NA, NaN, null, ?, …), a word,
/// and a row of another length. If the label column is not named or not there, the error lists the names of
/// the columns.
RawSample read_csv(const std::filesystem::path& path, const ReadSettings& settings);

}  // namespace descent
