#pragma once

#include <filesystem>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// Reads one weight a line, a number ≥ 0, plain or compressed (.bz2, .gz, .xz). Lines may be blank or have a
/// comment from `#` on, as in LIBSVM text. Throws DataError `path:line: …` at the first other line, and
/// `path: …` unless there is one weight a row and one is > 0.
std::vector<double> read_row_weights(const std::filesystem::path& path, Index rows);

}  // namespace descent
