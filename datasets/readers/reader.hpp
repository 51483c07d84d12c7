#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// The format of a file.
enum class FileFormat {
  libsvm,
  csv,    ///< a table: one row a line, with one label column (csv_reader.hpp)
  numpy,  ///< .npz or .npy (numpy_reader.hpp)
  // german.data (german_credit_reader.hpp). Each has another coding of a category:
  german_numeric,  ///< its position among the documented codes, as if on a scale
  german_one_hot,  ///< a column for each documented code: 1 for the row's own, else 0
  german_codes     ///< the number in its code (A34 is 4); numbers are not scaled either
};
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 6> file_format_names{
    "libsvm", "csv", "numpy", "german-numeric", "german-onehot", "german-codes"};
constexpr std::string_view name_of(FileFormat format) {
  return file_format_names[static_cast<std::size_t>(format)];
}

/// Settings that a reader needs besides the file. read_settings_keys() describes them.
struct ReadSettings {
  std::optional<FileFormat> format = {};  ///< empty: by the file's name, see format_of()
  std::string label = {};                 ///< csv: column by name or number; numpy: name of the array
  std::string labels = {};    ///< file of labels, one a line or .npy; relative to the data's folder
  std::string positive = {};  ///< label of class +1; all other labels are −1. Empty: of two classes
  std::optional<Index> index_base = {};  ///< libsvm: 0 or 1; empty: 0 if an index 0 occurs, else 1
  std::optional<bool> header = {};       ///< csv: the first line names columns; empty: if it has no number
  Index skip_lines = 0;                  ///< csv: lines before the header
  bool one_hot = false;                  ///< csv: columns of words become a column for each word
  bool decimal_comma = false;            ///< csv: 0,5 is a half
  bool needs_labels = true;              ///< else csv and numpy may have rows without labels
  friend bool operator==(const ReadSettings&, const ReadSettings&) = default;
};

/// Settings of the reader of LIBSVM text.
struct LibsvmOptions {
  std::size_t block_bytes = 1 << 20;  ///< the file is read in blocks of this size; no number may be longer
  /// Bytes for entries while they are read; default: the free memory.
  std::optional<std::uint64_t> most_in_memory = {};
  std::optional<Index> index_base = {};  ///< as in ReadSettings
};

/// The format of the settings, else by the ending of the name: .csv and .tsv, .npz and .npy; others are
/// LIBSVM, but with a `label` csv. Throws DataError for the ending of a format that nothing here reads.
FileFormat format_of(const std::filesystem::path& path, const ReadSettings& settings);

/// A file unchanged: row i holds x_i, label i is its number in the file, or its position among the words.
struct RawSample {
  SparseMatrix rows;
  std::vector<double> labels;
  Offset underflows = 0;  ///< numbers that are not 0 and too small for double precision: read as 0
  std::vector<Index> attribute_of_column = {};  ///< as in Dataset
  std::vector<std::string> words = {};          ///< distinct labels, ascending, if not all are numbers
  std::vector<std::string> columns = {};        ///< names of the columns, if the file has them
  std::vector<std::string> remarks = {};        ///< what was read otherwise than written: "indices from 0"
  Index index_base = 1;                         ///< of LIBSVM text
};

}  // namespace descent
