#pragma once

#include <span>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// The sub-matrix of some columns of a matrix, whose choice changes again and again.
class ChosenColumns {
 public:
  /// None. `rows` must outlive the object.
  explicit ChosenColumns(const SparseMatrix& rows);

  /// Chooses other columns, distinct and in ascending order. Walks once over all rows.
  void choose(std::vector<Index> columns);

  std::span<const Index> columns() const { return columns_; }

  /// For each chosen column its position in the choice before, or −1.
  std::span<const Index> origin() const { return origin_; }

  /// All rows, with the chosen columns alone, numbered by their position.
  const SparseMatrix& rows() const { return chosen_rows_; }

 private:
  const SparseMatrix& rows_;
  std::vector<Index> columns_;
  std::vector<Index> origin_;
  std::vector<Index> positions_;  ///< of every column among the chosen ones, or −1
  SparseMatrix chosen_rows_;
};

}  // namespace descent
