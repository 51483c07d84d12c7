#pragma once

#include <filesystem>
#include <string>

#include "datasets/matrix/sparse_matrix.hpp"

// Second looks at LIBSVM text that was read without complaint, for the place of what is wrong with the whole
// of it: parsing keeps none.

namespace descent {

/// "path:line:column" of the label of a row, from 0; the path alone where that cannot be had: of a pipe,
/// behind a line that is longer than LineReader::longest_line, or behind the last row.
std::string place_of_row(const std::filesystem::path& path, Index row);

/// The same for the first entry of an index, from 1.
std::string place_of_index(const std::filesystem::path& path, Index index);

}  // namespace descent
