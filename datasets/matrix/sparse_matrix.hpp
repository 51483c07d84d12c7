#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/line.hpp"

namespace descent {

/// Stored entries in memory that `owner` owns; they may be changed.
struct StoredValues {
  StoredValues(ValueFormat format_of_values, std::span<std::byte> entries,
               std::shared_ptr<const void> owner_of_entries)
      : format(format_of_values), bytes(entries), owner(std::move(owner_of_entries)) {}

  ValueFormat format;
  std::span<std::byte> bytes;
  std::shared_ptr<const void> owner;
};

/// Uninitialised room for this number of entries.
StoredValues room_for_entries(ValueFormat format, std::size_t entries);

/// True if in every line all values are negative, or none is. `starts` as in SparseMatrix; is_negative(place)
/// counts places in all entries.
template <class IsNegative>
bool lines_have_one_sign(std::span<const Offset> starts, const IsNegative& is_negative) {
  bool differ = false;
  for (std::size_t line = 0; line + 1 < starts.size(); ++line) {
    const auto end = static_cast<std::size_t>(starts[line + 1]);
    for (auto place = static_cast<std::size_t>(starts[line]) + 1; place < end; ++place)
      differ |= is_negative(place) != is_negative(place - 1);
  }
  return !differ;
}

/// Stores the entries in the smallest storage that holds their values exactly; `starts` as in SparseMatrix.
StoredValues store_exactly(std::span<const Offset> starts, std::span<const Entry> entries);

/// A sparse matrix compressed along lines. A line is a row with column indices (CSR), or a column with row
/// indices (CSC); `transpose` converts one to the other. Indices are 0-based and ascend in a line. All values
/// are stored in one format, exactly; a transposed matrix may have another, since each line of ones has one
/// sign.
///
/// Copies share their arrays until one is changed.
class SparseMatrix {
 public:
  SparseMatrix() : starts_(no_lines) {}
  /// `starts` has one value more than there are lines; line i is entries[starts[i]] … entries[starts[i + 1] −
  /// 1]. `width` bounds the indices: 0 ≤ index < width.
  SparseMatrix(std::vector<Offset> starts, StoredValues entries, Index width);
  /// Uses store_exactly(starts, entries).
  SparseMatrix(std::vector<Offset> starts, const std::vector<Entry>& entries, Index width);

  Index outer_size() const { return static_cast<Index>(starts_.size() - 1); }
  Index inner_size() const { return width_; }
  Offset nonzeros() const { return starts_.back(); }

  Line operator[](Index line) const {
    const auto i = static_cast<std::size_t>(line);
    return {entries_.data() + static_cast<std::size_t>(starts_[i]) * entry_bytes_,
            static_cast<std::size_t>(starts_[i + 1] - starts_[i]), format_};
  }

  /// The entries of all lines in order.
  Entries entries() const { return {entries_.data(), static_cast<std::size_t>(nonzeros()), format_}; }
  std::span<const Offset> starts() const { return starts_; }
  ValueFormat format() const { return format_; }

  /// All entries' bytes, and the bytes of one entry.
  std::span<const std::byte> stored() const { return entries_; }
  std::size_t entry_bytes() const { return entry_bytes_; }

  /// Changes the sign of every value of a line, which is exact. Copies all arrays first if shared.
  void negate_line(Index line);

  /// Raises inner_size() to `width`; never lowers it.
  void widen(Index width) { width_ = width > width_ ? width : width_; }

  /// The bytes of starts and entries, including spare room, shared or not.
  std::size_t bytes() const;

 private:
  struct Arrays;

  static constexpr std::array<Offset, 1> no_lines{0};

  /// Pointers to the arrays, so that access to a line needs no further indirection.
  std::span<const Offset> starts_;
  std::span<const std::byte> entries_;
  std::size_t entry_bytes_ = bytes_of_entry(Storage::ones);
  ValueFormat format_;
  Index width_ = 0;
  std::shared_ptr<Arrays> arrays_;  // behind the spans
};

/// Lines `first` to `last` − 1.
struct RowRange {
  Index first = 0;
  Index last = 0;
};

/// The lines of part `part`, from 0, out of `parts`; each has about as many entries. `starts` as in
/// SparseMatrix. With few lines, a part may be empty.
RowRange rows_of_part(std::span<const Offset> starts, int part, int parts);

/// The starts of the lines in the other direction.
std::vector<Offset> column_starts(const SparseMatrix& rows);

/// The matrix compressed along the other direction, in O(nonzeros + lines + width).
SparseMatrix transpose(const SparseMatrix& matrix);

/// The chosen lines, in the given order; the width stays.
SparseMatrix select_lines(const SparseMatrix& matrix, std::span<const Index> lines);

/// Keeps some columns of every line: `new_index` has an ascending new index for each old index, or −1 to
/// leave it out.
SparseMatrix select_entries(const SparseMatrix& rows, std::span<const Index> new_index, Index width);

/// Appends a dense column at the right, without zeros. An Index must be able to count the columns.
SparseMatrix append_column(const SparseMatrix& rows, std::span<const double> column);

/// The lines of `first`, then the lines of `second`, which must have the same width.
SparseMatrix append_lines(const SparseMatrix& first, const SparseMatrix& second);

/// Rounds every value to single precision and leaves out values that become 0. Throws DataError for a value
/// outside the range.
SparseMatrix rounded_to_single(const SparseMatrix& rows);

}  // namespace descent
