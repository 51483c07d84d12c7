#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// The format of a file.
enum class FileFormat {
  libsvm,
  csv,    ///< a table: one row a line, with one label column (read_csv)
  numpy,  ///< .npz or .npy (read_numpy)
  // german.data (read_german_credit). Each has another coding of a category:
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
  std::optional<bool> header = {};       ///< csv: the first line names columns; empty: as it looks
  Index skip_lines = 0;                  ///< csv: lines before the header
  bool decimal_comma = false;            ///< csv: 0,5 is a half
  friend bool operator==(const ReadSettings&, const ReadSettings&) = default;
};

template <class Record>
struct Field;

/// The keys of a dataset, in a catalogue or a configuration, that say how its file is read.
const std::vector<Field<ReadSettings>>& read_settings_keys();

/// Settings of the reader of LIBSVM text.
struct LibsvmOptions {
  std::size_t block_bytes = 256 << 10;  ///< the file is read in blocks of this size, which fit into a cache
  std::size_t longest_line = 256 << 20;
  std::optional<std::size_t> threads = {};  ///< default: the cores, if the file is large
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

/// Reads a file with the reader of its format. To add a format, add it to FileFormat and to this function.
/// Readers take plain or compressed files (.bz2, .gz, .xz), and throw DataError `path:line:column: …` at the
/// first error.
RawSample read_sample(const std::filesystem::path& path, const ReadSettings& settings);

/// For rows that are read from the index 0, like their training rows. Throws DataError if they seem to count
/// from 1: none has an index 0, and the largest is one above the training rows' largest.
void require_indices_from_0(const std::filesystem::path& path, const SparseMatrix& rows,
                            Index training_columns);

/// The first difference between the column names of a file and of the training file, in words.
std::string difference_of_columns(std::span<const std::string> columns,
                                  std::span<const std::string> training_columns, const std::string& training);

/// Reads LIBSVM text, `label index:value index:value …` a line, plain or compressed (.bz2, .gz, .xz).
///
/// Strict: an index is an integer that stands once in a line, numbers are finite, and tokens are separated by
/// blanks or tabs. Tolerant: indices count from 0 if a 0 occurs, else from 1; unsorted indices are sorted;
/// `qid:N` is left out (each of these is a remark). Labels may be words, if all are. `#` starts a comment
/// anywhere; lines may be blank, end in LF, CR or both, and have blanks at either end. The last line may lack
/// its end, the file may start with a byte order mark, and numbers may have a `+`. Explicit zeros are not
/// stored, but their index counts for the width. Values are exact: the doubles nearest to the text. Memory:
/// 4 to 12 bytes a nonzero (Storage), 16 a row, and a megabyte a thread. Large files are parsed on all cores;
/// the result does not depend on their number.
///
/// Throws DataError `path:line:column: …` (columns in bytes, from 1) at the first error. Throws DataError
/// `path: …` for a file that is unreadable, has no rows, or does not fit into memory.
RawSample read_libsvm(const std::filesystem::path& path, const LibsvmOptions& options = {});

/// Reads a table (csv_rows.hpp). All columns but the one of the labels are features, whose cells must be
/// numbers. The first row has names if the settings say so, if none of its cells is a number, if one is
/// the name of the label's column, or if its numbers are 0, 1, 2, … as pandas writes them.
///
/// Throws DataError with line and column for an empty cell, a missing value (NA, NaN, null, ?, …), a word,
/// and a row of another length. If the label column is not named or not there, the error lists the names of
/// the columns.
RawSample read_csv(const std::filesystem::path& path, const ReadSettings& settings);

/// Reads a matrix that NumPy or SciPy wrote, and its labels.
/// - .npz of numpy.savez: a dense array X (or the only one of two dimensions);
/// - .npz of scipy.sparse.save_npz, in CSR: data, indices, indptr and shape;
/// - .npy of numpy.save: a dense array.
/// Labels are the array `label` of an .npz, by default y, labels or target; or the file `labels`. Values are
/// kept as they are; zeros are not stored. Memory: the arrays, and 12 bytes a nonzero.
///
/// Throws DataError with the array and the position of what is wrong.
RawSample read_numpy(const std::filesystem::path& path, const ReadSettings& settings);

/// Reads german.data, UCI's Statlog German Credit data in its original format (plain or compressed). A row is
/// 20 attributes, categories as codes such as A34 and others as whole numbers, then the class, separated by
/// blanks or tabs. Good is class 1; bad is class 2, as in UCI's file, or 0, as in copies: labels are 1
/// and 2.
///
/// `german_numeric` and `german_one_hot` have values in [0, 1], so that every method can work with them. A
/// number x becomes (x − lowest)/(highest − lowest) of its attribute over the rows of this file. A category,
/// the p-th of k documented codes, becomes (p − 1)/(k − 1), or columns of zeros and ones. The scaling uses
/// all rows but no label. It does not replace standardising by the training rows (dataset.hpp), which a
/// penalised regression needs and which undoes it. Columns: 20, or 63 with `german_one_hot` (7 numbers and 56
/// codes, of these two without a row in the public file).
///
/// Strict: throws DataError `path:line:column: …` (columns in bytes, from 1) at the first error, and `path:
/// …` for a file that is unreadable or has no rows. Tolerant: lines may be blank, end in CRLF, have blanks at
/// either end; the last line may lack its end.
RawSample read_german_credit(const std::filesystem::path& path, FileFormat coding);

}  // namespace descent
