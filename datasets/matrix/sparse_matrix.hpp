#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace descent {

using Index = std::int32_t;
using Offset = std::int64_t;
#ifdef DESCENT_VALUE_DOUBLE
using Value = double;
#else
using Value = float;
#endif

/// One stored entry: 8 bytes with float values, index and value on one cache line.
struct Entry {
  Index index;
  Value value;
  friend bool operator==(const Entry&, const Entry&) = default;
};

/// A sparse matrix compressed along lines. A line is a row whose entries carry column indices (CSR), or a
/// column whose entries carry row indices (CSC); `transpose` goes from one to the other. Indices are 0-based
/// and ascend in a line.
///
/// Copies share their arrays as long as none of them is changed.
class SparseMatrix {
 public:
  SparseMatrix() : starts_(no_lines) {}
  /// `starts` has one value more than there are lines; line i is entries[starts[i]] … entries[starts[i + 1] −
  /// 1]. `width` bounds the indices: 0 ≤ index < width.
  SparseMatrix(std::vector<Offset> starts, std::vector<Entry> entries, Index width);
  /// The same with entries that are `owner`'s, as in a mapped ScratchFile, and ours to change.
  SparseMatrix(std::vector<Offset> starts, std::span<Entry> entries, Index width,
               std::shared_ptr<const void> owner);
  /// A view of arrays that live, and do not change, as long as `owner` does: those of a mapped file.
  SparseMatrix(std::span<const Offset> starts, std::span<const Entry> entries, Index width,
               std::shared_ptr<const void> owner);

  Index outer_size() const { return static_cast<Index>(starts_.size() - 1); }
  Index inner_size() const { return width_; }
  Offset nonzeros() const { return starts_.back(); }

  std::span<const Entry> operator[](Index line) const {
    const auto i = static_cast<std::size_t>(line);
    return {entries_.data() + starts_[i], static_cast<std::size_t>(starts_[i + 1] - starts_[i])};
  }

  std::span<const Entry> entries() const { return entries_; }
  std::span<const Offset> starts() const { return starts_; }

  /// Changes the sign of every value of a line, which is exact. Copies all arrays first when they are shared
  /// or a view.
  void negate_line(Index line);

  /// Raises inner_size() to `width`; never lowers it.
  void widen(Index width) { width_ = width > width_ ? width : width_; }

  /// What the arrays of starts and entries take in bytes, with room to spare, shared or not, in memory or in
  /// a mapped file.
  std::size_t bytes() const;

 private:
  struct Arrays;
  void take(std::shared_ptr<Arrays> arrays);

  static constexpr std::array<Offset, 1> no_lines{0};

  /// Pointers in the matrix itself: a line is as near as if the matrix held the arrays.
  std::span<const Offset> starts_;
  std::span<const Entry> entries_;
  Index width_ = 0;
  std::shared_ptr<const void> owner_;  // of what the spans show
  Arrays* arrays_ = nullptr;           // what owner_ owns when that is ours to change, else null
};

/// Where the lines of the other direction would start if it were compressed along them.
std::vector<Offset> column_starts(const SparseMatrix& rows);

/// The same matrix compressed along the other direction, in O(nonzeros + lines + width).
SparseMatrix transpose(const SparseMatrix& matrix);

/// The chosen lines, in the order given; the width stays.
SparseMatrix select_lines(const SparseMatrix& matrix, std::span<const Index> lines);

/// The matrix of rows with one more column, dense, at the right: one value a line. An Index must count the
/// columns.
SparseMatrix append_column(const SparseMatrix& rows, std::span<const Value> column);

}  // namespace descent
