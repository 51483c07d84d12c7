#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

enum class Task { classification, regression };
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 2> task_names{"classification", "regression"};
constexpr std::string_view name_of(Task task) {
  return task_names[static_cast<std::size_t>(task)];
}

/// m rows with their labels. In classification, labels are +1 or −1 and row i holds y_i x_i: no solver
/// multiplies by labels (the sign flips are exact), and a margin is z_i = row_i · w. In regression, labels
/// are targets and row i holds x_i.
struct Sample {
  SparseMatrix rows;
  std::vector<double> labels;
  std::vector<double> row_weights = {};  ///< c_i ≥ 0 of the rows; empty if all are 1
};

/// The classes of a classification problem, by their labels as in the files (label_text).
struct Classes {
  std::string negative = "-1";  ///< empty: all labels but the positive one
  std::string positive = "1";

  bool is_one_against_rest() const { return negative.empty(); }
  std::string negative_name() const { return is_one_against_rest() ? "rest" : negative; }
  friend bool operator==(const Classes&, const Classes&) = default;
};

/// The weights of training rows in an objective: the class's weight times the row's own.
struct RowWeighting {
  /// A class with m_k of m rows weighs m/(2 m_k): both count equally. A row of weight k counts as k rows.
  bool balanced = false;
  /// Weights of classes by label_text(), or "rest"; a missing class weighs 1.
  std::map<std::string, double> class_weights = {};
  std::string file = {};  ///< the rows' own weights, path as in the configuration; empty: all 1

  bool has_class_weights() const { return balanced || !class_weights.empty(); }
  bool is_none() const { return !has_class_weights() && file.empty(); }
  friend bool operator==(const RowWeighting&, const RowWeighting&) = default;
};

/// How columns or rows of x are scaled.
enum class Scaling {
  none,
  deviation,  ///< columns to mean 0 and standard deviation 1 (divisor m)
  range,      ///< columns to least 0 and largest 1
  row         ///< rows to Euclidean norm 1
};
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 4> scaling_texts{"", "columns to mean 0 and deviation 1",
                                                               "columns to 0..1", "rows to norm 1"};
constexpr std::string_view name_of(Scaling scaling) {
  return scaling_texts[static_cast<std::size_t>(scaling)];
}

/// The data of a run: training rows, perhaps test rows of the same width, and their origin.
struct Dataset {
  std::string name;         ///< catalogue name, or the file's path or title
  std::string source = {};  ///< "file", or "stand-in" for synthetic data
  std::string origin = {};  ///< for a reader: file name and split, or generator and seed
  std::string sha256 = {};  ///< of the files' bytes, train then test, or of the generated rows
  Task task = Task::classification;
  std::optional<Classes> classes = {};  ///< of classification: which label of the files is +1
  Sample train = {};
  Sample test = {};           ///< no rows without a test set
  bool is_rounded = false;    ///< by round_values()
  Offset inexact_values = 0;  ///< number of values that rounding changed
  Offset underflows = 0;      ///< numbers in the files too small for double precision, read as 0
  /// The original attribute, from 0, of each column of the files, if several columns code one attribute; else
  /// empty.
  std::vector<Index> attribute_of_column = {};
  /// The attributes, from 1, that keep_attributes() kept, and the dataset's name before.
  std::vector<Index> attributes = {};
  std::string attributes_of = {};
  std::string file = {};                  ///< absolute path, if the dataset was given by its path
  std::string test_file = {};             ///< the same of its test rows
  std::string labels_file = {};           ///< the same of its labels, if they are in a file of their own
  std::vector<std::string> columns = {};  ///< names of the columns of a file that has them
  Index index_base = 1;                   ///< first index of a file of LIBSVM text
  std::vector<std::string> remarks = {};  ///< what was read otherwise than written: "indices from 0"
  Scaling scaling = Scaling::none;
  /// Shift and scale of scaled columns: x_j became (x_j - shift) / scale. A scale of 0 is a constant column,
  /// now zero.
  std::vector<double> shifts = {}, scales = {};
  double constant_feature = 0;  ///< value that append_constant_feature() added; else 0
  /// The weighting behind train.row_weights. Test rows have no weights.
  RowWeighting weighting = {};
  std::string weights_file = {};    ///< absolute path; empty without a file
  std::string weights_sha256 = {};  ///< of that file's bytes; empty for a pipe
};

/// Keeps only the columns of these attributes, numbered from 1, in the file's order, and notes it in the
/// origin. Throws ConfigError for an unknown number, or without attribute_of_column.
void keep_attributes(Dataset& dataset, std::vector<Index> numbers);

/// Appends a constant feature as the last column of training and test rows (y_i times the value in
/// classification), and notes it in the origin. Its weight is the model's intercept divided by `value`.
/// Throws DataError if an Index cannot count one more feature.
void append_constant_feature(Dataset& dataset, double value);

/// Rounds all values to single precision, 8 bytes an entry, and notes it in the origin: the problem is no
/// longer the file's. Throws DataError for a value outside the range.
void round_values(Dataset& dataset);

/// Scales x by the training rows, and test rows by the same numbers, so that nothing about them leaks into
/// training. Fills Dataset::scaling, shifts and scales, and notes it in the origin. A column that is constant
/// over the training rows becomes all zero, in both parts, and a zero row stays. Scaled columns become dense:
/// use it for data with few columns. Throws DataError if there are no training rows, or for a column whose
/// deviation is outside the range of double precision.
void scale(Dataset& dataset, Scaling scaling);

/// The chosen rows of a sample, in the given order.
Sample select_rows(const Sample& sample, std::span<const Index> rows);

/// Keeps these training rows. Throws DataError for a classification whose rows have one class, as a file with
/// one class is refused.
void keep_training_rows(Dataset& dataset, std::span<const Index> rows);

/// The rows of `first`, then the rows of `second`, which must have the same width.
Sample concatenate(const Sample& first, const Sample& second);

/// Divides a file's rows, at random from a seed or in the file's order. train + test must be exactly the
/// file's rows.
struct Split {
  Index train = 0;
  Index test = 0;
  std::uint64_t seed = 0;
  bool in_file_order = false;  ///< the first rows are for training; the seed is ignored
};

/// Row numbers, ascending.
struct SplitRows {
  std::vector<Index> train;
  std::vector<Index> test;
};

/// Shuffles 0 … train + test − 1 by Random(seed), unless they stay in order. The first `train` are for
/// training, the first `test_limit` of the rest (or all, if fewer) for testing: a smaller limit keeps a
/// random part of the same test set.
SplitRows split_rows(const Split& split, Index test_limit);

/// A random sample of min(rows, limit) out of 0 … rows − 1, without replacement, ascending.
std::vector<Index> sample_rows(Index rows, Index limit, std::uint64_t seed);

/// Keeps a random sample of the training rows, in their order, and notes it in the origin. It is the same on
/// every call, and part of every larger sample. Throws ConfigError if there are fewer rows, and
/// DataError if all are of one class.
void keep_random_rows(Dataset& dataset, Index rows);

}  // namespace descent
