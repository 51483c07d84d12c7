#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// The text format of a file.
enum class FileFormat {
  libsvm,
  // german.data (german_credit_reader.hpp). Each has another coding of a category:
  german_numeric,  ///< its position among the documented codes, as if on a scale
  german_one_hot,  ///< a column for each documented code: 1 for the row's own, else 0
  german_codes     ///< the number in its code (A34 is 4); numbers are not scaled either
};
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> file_format_names{"libsvm", "german-numeric",
                                                                   "german-onehot", "german-codes"};
constexpr std::string_view name_of(FileFormat format) {
  return file_format_names[static_cast<std::size_t>(format)];
}

/// Settings that a reader needs besides the file.
struct ReadSettings {
  FileFormat format = FileFormat::libsvm;
};

/// A file unchanged: row i holds x_i, label i is its number in the file.
struct RawSample {
  SparseMatrix rows;
  std::vector<double> labels;
  Offset underflows = 0;  ///< numbers that are not 0 and too small for double precision: read as 0
  std::vector<Index> attribute_of_column = {};  ///< as in Dataset
};

}  // namespace descent
