#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "datasets/matrix/line.hpp"

namespace descent {

/// Entries as they are stored, in memory that `owner` owns and that is ours to change.
struct StoredValues {
  StoredValues(ValueFormat format_of_values, std::span<std::byte> entries,
               std::shared_ptr<const void> owner_of_entries)
      : format(format_of_values), bytes(entries), owner(std::move(owner_of_entries)) {}

  ValueFormat format;
  std::span<std::byte> bytes;
  std::shared_ptr<const void> owner;
};

/// Room for so many entries, of any content.
StoredValues room_for_entries(ValueFormat format, std::size_t entries);

/// Whether in every line all values are negative, or none is. `starts` as in SparseMatrix;
/// is_negative(place) tells of the value at a place among all entries.
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

/// The entries in the smallest storage that holds their values exactly; `starts` as in SparseMatrix.
StoredValues store_exactly(std::span<const Offset> starts, std::span<const Entry> entries);

/// A sparse matrix compressed along lines. A line is a row whose entries carry column indices (CSR), or a
/// column whose entries carry row indices (CSC); `transpose` goes from one to the other. Indices are 0-based
/// and ascend in a line. All values are stored in one format, exactly; that of a transposed matrix may be
/// another one, since lines of ones have one sign each.
///
/// Copies share their arrays as long as none of them is changed.
class SparseMatrix {
 public:
  SparseMatrix() : starts_(no_lines) {}
  /// `starts` has one value more than there are lines; line i is entries[starts[i]] … entries[starts[i + 1] −
  /// 1]. `width` bounds the indices: 0 ≤ index < width.
  SparseMatrix(std::vector<Offset> starts, StoredValues entries, Index width);
  /// The same with store_exactly(starts, entries).
  SparseMatrix(std::vector<Offset> starts, const std::vector<Entry>& entries, Index width);
  /// A view of arrays that live, and do not change, as long as `owner` does: those of a mapped file.
  SparseMatrix(std::span<const Offset> starts, ValueFormat format, std::span<const std::byte> entries,
               Index width, std::shared_ptr<const void> owner);

  Index outer_size() const { return static_cast<Index>(starts_.size() - 1); }
  Index inner_size() const { return width_; }
  Offset nonzeros() const { return starts_.back(); }

  Line operator[](Index line) const {
    const auto i = static_cast<std::size_t>(line);
    return {entries_.data() + static_cast<std::size_t>(starts_[i]) * entry_bytes_,
            static_cast<std::size_t>(starts_[i + 1] - starts_[i]), format_};
  }

  /// Those of all lines, one after the other.
  Entries entries() const { return {entries_.data(), static_cast<std::size_t>(nonzeros()), format_}; }
  std::span<const Offset> starts() const { return starts_; }
  ValueFormat format() const { return format_; }

  /// Where the entries lie, and how many bytes each takes.
  std::span<const std::byte> stored() const { return entries_; }
  std::size_t entry_bytes() const { return entry_bytes_; }

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

  static constexpr std::array<Offset, 1> no_lines{0};

  /// Pointers in the matrix itself: a line is as near as if the matrix held the arrays.
  std::span<const Offset> starts_;
  std::span<const std::byte> entries_;
  std::size_t entry_bytes_ = bytes_of_entry(Storage::ones);
  ValueFormat format_;
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

/// Of every line the entries of some columns: `new_index` has a new index for each old one, ascending, or −1
/// for those that are left out.
SparseMatrix select_entries(const SparseMatrix& rows, std::span<const Index> new_index, Index width);

/// The matrix of rows with one more column, dense, at the right: one value a line, none of them 0. An Index
/// must count the columns.
SparseMatrix append_column(const SparseMatrix& rows, std::span<const double> column);

/// The lines of both, which must be of the same width: first those of `first`.
SparseMatrix append_lines(const SparseMatrix& first, const SparseMatrix& second);

/// The same with every value rounded to single precision; those that become 0 are left out. Throws DataError
/// for a value that single precision does not reach.
SparseMatrix rounded_to_single(const SparseMatrix& rows);

}  // namespace descent
