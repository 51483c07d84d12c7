#pragma once

#include <filesystem>
#include <string>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// "path:line:column" of the label of a row, from 0: reads the text a second time, because readers keep no
/// places. Returns only the path for a pipe, after a line longer than LineReader::longest_line, and after the
/// last row.
std::string place_of_row(const std::filesystem::path& path, Index row);

/// Refuses data that are too wide, since memory is proportional to the largest index, however small the file.
/// Throws DataError with the place of the largest index if rows have more features than nonzeros and than
/// 10,000,000. DESCENT_MAX_FEATURES in the environment replaces both bounds; throws ConfigError if it is not
/// a positive whole number. `index_base` is the text's first index.
void require_usual_width(const std::filesystem::path& path, const SparseMatrix& rows, Index index_base);

}  // namespace descent
