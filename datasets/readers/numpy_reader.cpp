#include "datasets/readers/reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "datasets/readers/label_texts.hpp"
#include "datasets/readers/stored_rows.hpp"
#include "support/errors.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Arrays = std::map<std::string, NumpyArray>;

/// Collects rows of a matrix.
class NumpyRows {
 public:
  NumpyRows(const std::filesystem::path& path, std::size_t rows, std::size_t columns)
      : path_(path), columns_(columns), rows_(path) {
    if (rows == 0) throw DataError(path.string() + ": has no rows");
    for (const std::size_t extent : {rows, columns}) {
      if (extent > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
        throw DataError(path.string() + ": has more rows or columns than a 32-bit index counts");
    }
  }

  void add(std::size_t column, double value) {
    if (!std::isfinite(value))
      throw DataError("{}: row {}, column {}: holds {}; fill such rows in or leave them out", path_.string(),
                      row(), column + 1, value);
    block_.make_room(1);
    if (value != 0)
      block_.push_back(static_cast<Index>(column), value);
    else
      zeros_.push_back(static_cast<Index>(column));
  }
  void end_row(bool is_sorted) {
    const std::size_t number = row();
    if (is_sorted) {
      block_.end_row();
    } else if (const auto twice = block_.end_unsorted_row(zeros_)) {
      throw DataError("{}: row {} has column {} twice; call X.sum_duplicates() before saving", path_.string(),
                      number, *twice + 1);
    }
    zeros_.clear();
    rows_.take_if_large(block_);
  }
  SparseMatrix matrix() && {
    rows_.take(block_);
    return std::move(rows_).matrix(static_cast<Index>(columns_));
  }

 private:
  /// The number of this row, from 1.
  std::size_t row() const { return rows_.size() + block_.size() + 1; }

  const std::filesystem::path& path_;
  std::size_t columns_;
  RowBlock block_;
  std::vector<Index> zeros_;  // of the row: columns of zeros, which are not stored
  StoredRows rows_;
};

SparseMatrix dense_rows(const std::filesystem::path& path, const NumpyArray& array) {
  array.require_dimensions(2);
  const std::size_t rows = array.shape[0], columns = array.shape[1];
  NumpyRows matrix(path, rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j)
      matrix.add(j, array.number(array.is_fortran ? j * rows + i : i * columns + j));
    matrix.end_row(true);
  }
  return std::move(matrix).matrix();
}

/// Item i, counted from 0, of an array of indices, starts or extents.
std::size_t integer_at(const NumpyArray& array, std::size_t i) {
  const double number = array.number(i);
  if (!(number >= 0 && number < 0x1p63 && number == std::floor(number)))
    throw DataError("{}: item {} is {}, expected an integer of at least 0", array.name, i + 1, number);
  return static_cast<std::size_t>(number);
}

SparseMatrix sparse_rows(const std::filesystem::path& path, const Arrays& arrays) {
  const NumpyArray &data = arrays.at("data"), &indices = arrays.at("indices"), &starts = arrays.at("indptr"),
                   &shape = arrays.at("shape");
  const auto fail = [&](const char* message) {
    throw DataError("{}: its arrays are no CSR matrix: {}", path.string(), message);
  };
  for (const NumpyArray* array : {&data, &indices, &starts, &shape}) array->require_dimensions(1);
  if (shape.size() != 2) fail("shape must have two numbers");
  const std::size_t rows = integer_at(shape, 0), columns = integer_at(shape, 1);
  if (starts.size() != rows + 1) fail("indptr must have one more item than rows");
  if (data.size() != indices.size() || integer_at(starts, 0) != 0 || integer_at(starts, rows) != data.size())
    fail("indptr must run from 0 to the number of items of data and indices");
  NumpyRows matrix(path, rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t begin = integer_at(starts, i), end = integer_at(starts, i + 1);
    if (begin > end || end > data.size()) fail("indptr must not fall");  // its last item is the size
    std::size_t least = 0;                                               // of a column in order
    bool is_sorted = true;
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t column = integer_at(indices, k);
      if (column >= columns) fail("an index must be below the width");
      is_sorted &= column >= least;
      least = column + 1;
      matrix.add(column, data.number(k));
    }
    matrix.end_row(is_sorted);
  }
  return std::move(matrix).matrix();
}

std::string listed_arrays(const Arrays& arrays) {
  std::vector<std::string> texts;
  for (const auto& [name, array] : arrays)
    texts.push_back(fmt::format("{} ({})", name, fmt::join(array.shape, " x ")));
  return fmt::format("{}", fmt::join(texts, ", "));
}

/// The only array of two dimensions, or the one called X.
const NumpyArray& dense_array(const std::filesystem::path& path, const Arrays& arrays) {
  if (const auto named = arrays.find("X"); named != arrays.end()) return named->second;
  const NumpyArray* found = nullptr;
  int count = 0;
  for (const auto& [name, array] : arrays) {
    if (array.shape.size() != 2) continue;
    found = &array;
    ++count;
  }
  if (count != 1)
    throw DataError("{}: has no array X, nor the arrays of scipy.sparse.save_npz (it has {})", path.string(),
                    listed_arrays(arrays));
  return *found;
}

const NumpyArray& label_array(const std::filesystem::path& path, const Arrays& arrays,
                              const ReadSettings& settings) {
  const std::string& wanted = settings.label;
  std::vector<std::string> names{wanted};
  if (wanted.empty()) names = {"y", "labels", "target"};
  for (const std::string& name : names)
    if (const auto found = arrays.find(name); found != arrays.end()) return found->second;
  throw DataError(
      "{}: has no array {} of labels (it has {}); \"label\" or --label names it, \"labels\" a file of labels",
      path.string(), wanted.empty() ? "y" : quoted_token(wanted), listed_arrays(arrays));
}

}  // namespace

RawSample read_numpy(const std::filesystem::path& path, const ReadSettings& settings) {
  RawSample sample;
  const bool is_single = is_npy(path);
  Arrays arrays;
  if (is_single)
    arrays.emplace("X", read_npy(path));
  else
    arrays = read_npz(path);
  const auto format = arrays.find("format");
  if (format != arrays.end() && format->second.size() == 1 && format->second.text(0) != "csr")
    throw DataError("{}: is in the format {}; save X.tocsr()", path.string(),
                    quoted_token(format->second.text(0)));
  const bool is_sparse = arrays.contains("indptr") && arrays.contains("indices") && arrays.contains("data") &&
                         arrays.contains("shape");
  sample.rows = is_sparse ? sparse_rows(path, arrays) : dense_rows(path, dense_array(path, arrays));
  std::filesystem::path place = path;
  if (!settings.labels.empty()) {
    place = path.parent_path() / settings.labels;
    read_labels(place, sample);
  } else if (is_single) {
    throw DataError(
        "{}: where are its labels? \"labels\" in a configuration names a file (--read labels=FILE); "
        "or write X and y by numpy.savez",
        path.string());
  } else {
    read_labels(label_array(path, arrays, settings), sample);
  }
  if (std::ssize(sample.labels) != sample.rows.outer_size())
    throw DataError("{}: has {} labels, expected one for each of the {} rows", place.string(),
                    sample.labels.size(), sample.rows.outer_size());
  return sample;
}

}  // namespace descent
