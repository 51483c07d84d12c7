#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "datasets/matrix/dataset.hpp"

// Second looks at LIBSVM text that was read without complaint, for the place of what is wrong with the whole
// of it: parsing keeps none.

namespace descent {

/// "path:line:column" of the label of a row, from 0; the path alone where that cannot be had: of a pipe, or
/// behind a line that is longer than LineReader::longest_line.
std::string place_of_row(const std::filesystem::path& path, Index row);

/// The same for the first entry of an index, from 1.
std::string place_of_index(const std::filesystem::path& path, Index index);

/// The classes of a file's labels. Throws DataError as find_classes() does, with the place of the first row
/// that is of neither of the first two.
Classes find_classes_of_file(std::span<const double> labels, const std::filesystem::path& path);

}  // namespace descent
