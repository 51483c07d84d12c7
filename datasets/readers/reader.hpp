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

/// What a reader has to know about a file.
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

/// Reads a file with the reader of its format. To add a format, add it to FileFormat and here. Readers take
/// plain or compressed files (.bz2, .gz, .xz), and throw DataError `path:line:column: …` at the first error.
RawSample read_sample(const std::filesystem::path& path, const ReadSettings& settings);

/// "path:line:column" of the label of a row, from 0: reads the text a second time, because readers keep no
/// places. Returns only the path for a pipe, after a line longer than LineReader::longest_line, and after the
/// last row.
std::string place_of_row(const std::filesystem::path& path, Index row);

/// Refuses data that are too wide, since memory is proportional to the largest index, however small the file.
/// Throws DataError with the place of the largest index if rows have more features than nonzeros and than
/// 10,000,000. DESCENT_MAX_FEATURES in the environment replaces both bounds; throws ConfigError if it is not
/// a positive whole number.
void require_usual_width(const std::filesystem::path& path, const SparseMatrix& rows);

}  // namespace descent
