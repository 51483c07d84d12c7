#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// How many lines before its visit a line is asked for: where it begins and what is kept of it, then, when
/// that has arrived, its entries.
inline constexpr std::size_t distance_of_lines = 8;
inline constexpr std::size_t distance_of_entries = 3;

/// Asks for the cache line of an address.
[[gnu::always_inline]] inline void fetch(std::uintptr_t address) {
  __builtin_prefetch(reinterpret_cast<const void*>(address));
}

/// Asks for a line's entries ahead of their use. Lines visited in random order miss the caches at every
/// visit, and the processor's own prefetcher only takes over after the first few cache lines: those of short
/// lines, or of a matrix that a core's own caches hold, are all that is asked for; else what a processor can
/// have on its way.
///
/// Functions that only prefetch are inlined by force: to GCC a call of one has no effect, and it drops calls
/// that it has not inlined early. Dual coordinate descent on a9a took four times as long without.
[[gnu::always_inline]] inline void prefetch_entries(const SparseMatrix& matrix, Index line) {
  constexpr std::size_t held_by_a_core = 1 << 20;  // bytes
  constexpr std::uintptr_t on_the_way = 1024;
  constexpr std::uintptr_t cache_line = 64;
  const Offset* const start = matrix.starts().data() + line;
  const auto entries = reinterpret_cast<std::uintptr_t>(matrix.stored().data());
  const std::uintptr_t first = entries + static_cast<std::uintptr_t>(start[0]) * matrix.entry_bytes();
  fetch(first);
  fetch(first + cache_line);
  fetch(first + 2 * cache_line);
  if (matrix.stored().size() <= held_by_a_core) return;
  const std::uintptr_t end = entries + static_cast<std::uintptr_t>(start[1]) * matrix.entry_bytes();
  const std::uintptr_t last = std::min(end, first + on_the_way);
  for (std::uintptr_t next = first + 3 * cache_line; next < last; next += cache_line) fetch(next);
}

/// 0, 1, …, count − 1.
inline std::vector<Index> all_lines(Index count) {
  std::vector<Index> lines(static_cast<std::size_t>(count));
  std::iota(lines.begin(), lines.end(), 0);
  return lines;
}

/// The order in which a method visits lines (rows or columns) of a matrix: uniform draws with replacement, a
/// fresh permutation each pass, or 0, 1, 2, … again and again. Draws a few lines ahead so that their memory
/// can be fetched while earlier ones are worked on.
class LineOrder {
 public:
  enum class Kind { uniform, permuted, cyclic };

  /// The kind of that name.
  static Kind kind_named(std::string_view name) {
    if (name == "cyclic") return Kind::cyclic;
    return name == "permuted" ? Kind::permuted : Kind::uniform;
  }

  /// Visits those lines of the matrix that are listed in `lines` (at least one). Keeps a reference to the
  /// matrix.
  LineOrder(const SparseMatrix& matrix, std::vector<Index> lines, Kind kind, Random random)
      : matrix_(matrix), size_(lines.size()), lines_(std::move(lines)), kind_(kind), random_(random) {
    // Looked up at random, a list of all lines would be one more miss of the caches for each. (It is
    // replaced, since = {} would keep its memory.)
    if (kind_ != Kind::permuted && lines_ == all_lines(static_cast<Index>(size_))) {
      lines_ = std::vector<Index>();
    }
    for (Index& line : ahead_) line = draw();
  }

  /// The next line. Also fetches, for one that comes later, its element of each of these arrays.
  template <class... OfLine>
  Index next(const OfLine*... of_lines) {
    const Index line = ahead_[place_];
    const Index later = draw();
    __builtin_prefetch(matrix_.starts().data() + later);
    (__builtin_prefetch(of_lines + later), ...);
    ahead_[place_] = later;
    place_ = (place_ + 1) % ahead_.size();
    prefetch_entries(matrix_, ahead_[(place_ + distance_of_entries) % ahead_.size()]);
    return line;
  }

  /// How many lines are visited, on average or exactly, in a pass.
  Index size() const { return static_cast<Index>(size_); }

 private:
  Index draw() {
    if (kind_ == Kind::uniform) return listed(random_.below(size_));
    if (position_ == size_) position_ = 0;
    // One step of Fisher and Yates: what lies before `position_` has been visited in this pass.
    if (kind_ == Kind::permuted) {
      std::swap(lines_[position_], lines_[position_ + random_.below(size_ - position_)]);
    }
    return listed(position_++);
  }

  Index listed(std::size_t place) const { return lines_.empty() ? static_cast<Index>(place) : lines_[place]; }

  const SparseMatrix& matrix_;
  std::size_t size_;
  std::vector<Index> lines_;  ///< none where all are visited and their places are their numbers
  Kind kind_;
  Random random_;
  std::size_t position_ = 0;
  std::array<Index, distance_of_lines> ahead_{};
  std::size_t place_ = 0;
};

/// All lines of the matrix that hold entries: an empty column's weight stays 0 and an empty row's loss is
/// constant.
inline std::vector<Index> nonempty_lines(const SparseMatrix& matrix) {
  std::vector<Index> lines = all_lines(matrix.outer_size());
  std::erase_if(lines, [&](Index line) { return matrix[line].empty(); });
  return lines;
}

}  // namespace descent
