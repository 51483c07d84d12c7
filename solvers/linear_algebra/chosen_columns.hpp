#pragma once

#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// Sub-matrix of some columns of a matrix, whose choice changes.
class ChosenColumns {
 public:
  /// Starts without columns. `rows` must outlive the object.
  explicit ChosenColumns(const SparseMatrix& rows)
      : rows_(rows), positions_(static_cast<std::size_t>(rows.inner_size()), -1) {}

  /// Chooses other columns, distinct and ascending. Walks once over all rows.
  void choose(std::vector<Index> columns) {
    origin_.clear();
    for (const Index j : columns) origin_.push_back(positions_[static_cast<std::size_t>(j)]);
    for (const Index j : columns_) positions_[static_cast<std::size_t>(j)] = -1;
    columns_ = std::move(columns);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      positions_[static_cast<std::size_t>(columns_[k])] = static_cast<Index>(k);
    }
    chosen_rows_ = select_entries(rows_, positions_, static_cast<Index>(columns_.size()));
  }

  std::span<const Index> columns() const { return columns_; }

  /// Position of a column among the chosen ones, or −1.
  Index position(Index column) const { return positions_[static_cast<std::size_t>(column)]; }

  /// Previous position of each chosen column, or −1.
  std::span<const Index> origin() const { return origin_; }

  /// All rows with the chosen columns alone, numbered by position.
  const SparseMatrix& rows() const { return chosen_rows_; }

 private:
  const SparseMatrix& rows_;
  std::vector<Index> columns_;
  std::vector<Index> origin_;
  std::vector<Index> positions_;  ///< of every column
  SparseMatrix chosen_rows_;
};

}  // namespace descent
