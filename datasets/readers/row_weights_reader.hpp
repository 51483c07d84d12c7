#pragma once

#include <filesystem>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// Reads a weight a line, a number ≥ 0, plain or compressed (.bz2, .gz, .xz); lines may be blank or hold a
/// comment from `#` on, as in LIBSVM text. Throws DataError `path:line: …` at the first line that is neither,
/// and `path: …` unless there are as many weights as rows and one of them is > 0.
std::vector<double> read_row_weights(const std::filesystem::path& path, Index rows);

}  // namespace descent
