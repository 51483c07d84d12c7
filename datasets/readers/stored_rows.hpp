#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "datasets/readers/row_block.hpp"
#include "support/memory/growing_memory.hpp"

namespace descent {

/// Collects the rows of a matrix while they are read. Entries are kept in the smallest storage that holds all
/// values so far exactly, and are converted if a value needs another. No entry takes more memory than in the
/// matrix.
class StoredRows {
 public:
  /// Keeps a reference to the path, for messages. `most_bytes`: see LibsvmOptions::most_in_memory.
  explicit StoredRows(const std::filesystem::path& path, std::optional<std::uint64_t> most_bytes = {})
      : path_(path), most_bytes_(most_bytes) {}

  /// Appends the rows, with `shift` added to each index, and clears the block. No index may be below 0 then.
  /// Throws DataError if the entries take too much memory.
  void take(RowBlock& rows, Index shift = 0);
  /// The same, if the block has grown large.
  void take_if_large(RowBlock& rows) {
    constexpr std::size_t large = 1 << 15;
    if (rows.entries().size() + rows.size() >= large) take(rows);
  }
  std::size_t size() const { return starts_.size() - 1; }

  /// Adds to each index so far.
  void shift(Index by) { convert(format_, by); }

  SparseMatrix matrix(Index width) &&;

 private:
  void convert(ValueFormat format, Index shift);
  void check_memory(std::size_t rows, std::size_t bytes);

  static constexpr std::size_t bytes_between_checks = 64 << 20;

  const std::filesystem::path& path_;
  std::optional<std::uint64_t> most_bytes_;
  std::size_t unchecked_bytes_ = bytes_between_checks;
  ExactFormat exact_;
  ValueFormat format_;
  GrowingMemory memory_;
  std::vector<Offset> starts_{0};
};

}  // namespace descent
