#pragma once

#include <filesystem>
#include <string>

#include "datasets/matrix/sparse_matrix.hpp"

// Reads LIBSVM text a second time for the place of an error in the file as a whole: parsing keeps no places.

namespace descent {

/// "path:line:column" of the label of a row, from 0. Returns only the path for a pipe, after a line longer
/// than LineReader::longest_line, and after the last row.
std::string place_of_row(const std::filesystem::path& path, Index row);

/// The place of the first entry with an index, from 1, in the same form.
std::string place_of_index(const std::filesystem::path& path, Index index);

}  // namespace descent
