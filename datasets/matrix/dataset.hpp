#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/matrix/row_weighting.hpp"
#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

enum class Task { classification, regression };
/// In the order of the enumeration.
inline constexpr std::array<std::string_view, 2> task_names{"classification", "regression"};
constexpr std::string_view name_of(Task task) {
  return task_names[static_cast<std::size_t>(task)];
}

/// m rows with their labels. In a classification sample a label is +1 or −1 and row i holds y_i x_i, so that
/// no solver multiplies by labels (the sign flips are exact) and a margin is z_i = row_i · w. In a regression
/// sample the label is the target and row i holds x_i.
struct Sample {
  SparseMatrix rows;
  std::vector<double> labels;
  std::vector<double> row_weights = {};  ///< c_i ≥ 0 of the rows; none where all are 1
};

/// The two labels of a classification problem as the files write them: the larger one is the class +1.
struct Classes {
  double negative = -1;
  double positive = 1;
  friend bool operator==(const Classes&, const Classes&) = default;
};

/// What a run is given: training rows, perhaps test rows of the same width, and where they came from.
struct Dataset {
  std::string name;    ///< catalogue name, or the file's path or title
  std::string source;  ///< "file", or "stand-in" for synthetic data
  std::string origin;  ///< for a reader: the file's name and split, or the generator and its seed
  std::string sha256;  ///< of the files' bytes, train then test, or of the generated rows
  Task task = Task::classification;
  std::optional<Classes> classes = {};  ///< of classification: which label of the files is +1
  Sample train;
  Sample test;                ///< no rows when there is no test set
  bool is_rounded = false;    ///< values are those of round_values()
  Offset inexact_values = 0;  ///< how many of them it has changed
  /// Where several columns code one attribute of the original data: the attribute, from 0, of each column of
  /// the files. Empty when every column is an attribute of its own.
  std::vector<Index> attribute_of_column = {};
  /// If keep_attributes() has kept some attributes alone: their numbers, from 1, and the name before.
  std::vector<Index> attributes = {};
  std::string attributes_of = {};
  /// For a reader: the parsed files that it came from in place of text, train then test (parsed_cache.hpp).
  std::vector<std::string> parsed_files = {};
  std::string file = {};  ///< of a dataset that was given by its path: that of the file, absolute
  /// Of a stand-in: the path of a file of the dataset's name that was there and not used.
  std::string passed_over = {};
  double constant_feature = 0;  ///< value of the last column if append_constant_feature() made it; else 0
  /// What weigh_rows() has made of train.row_weights; none of the rows of the test set has a weight.
  RowWeighting weighting = {};
  std::string weights_file = {};    ///< its file, absolute; empty without one
  std::string weights_sha256 = {};  ///< of that file's bytes
};

/// The two distinct labels. Throws DataError, naming those that there are, unless there are exactly two.
/// Where that is, `place` tells of the first row that has a third one, or of the one behind the last.
Classes find_classes(std::span<const double> labels, const std::function<std::string(Index)>& place);

/// Turns raw rows x_i with the labels of these classes into the stored form: labels become +1 and −1, and
/// rows are multiplied by them, in place. The classes are those of the training set for a test set too; one
/// of them may be missing. Throws DataError for any other label, naming it.
Sample make_classification_sample(SparseMatrix rows, std::vector<double> labels, const Classes& classes,
                                  const std::string& what);

/// Keeps the columns of these attributes alone, given by their numbers from 1, in the order of the file; the
/// origin then says so. Throws ConfigError for a dataset whose columns have no attributes
/// (attribute_of_column), and for a number that no attribute has.
void keep_attributes(Dataset& dataset, std::vector<Index> numbers);

/// Appends a constant feature as the last column of training and test rows (in classification rows hold y_i
/// times it), so that its weight is the model's intercept divided by `value`; the origin then says so.
/// Throws DataError when there are as many features already as an Index counts.
void append_constant_feature(Dataset& dataset, double value);

/// Rounds the values of training and test rows to single precision, 8 bytes an entry: another problem than
/// that of the file. The origin then says so. Throws DataError for a value that it does not reach.
void round_values(Dataset& dataset);

/// The chosen rows of a sample, in the order given.
Sample select_rows(const Sample& sample, std::span<const Index> rows);

/// The rows of both, which must be of the same width: first those of `first`.
Sample concatenate(const Sample& first, const Sample& second);

}  // namespace descent
