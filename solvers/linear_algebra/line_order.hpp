#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"
#include "support/memory/memory_units.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// Lines between the prefetch and the visit of a line: first where it begins and what is kept of it, then,
/// once that has arrived, its entries.
inline constexpr std::size_t distance_of_lines = 8;
inline constexpr std::size_t distance_of_entries = 3;

/// Prefetches the cache line of an address.
[[gnu::always_inline]] inline void fetch(std::uintptr_t address) {
  __builtin_prefetch(reinterpret_cast<const void*>(address));
}

/// Prefetches a line's entries. Lines visited in random order miss the caches every time, and the processor's
/// prefetcher starts only after the first few cache lines. If lines are short, or a core's own caches hold
/// the matrix, only these few are fetched; else as many as a processor can have on its way. A shorter line
/// has its end fetched again instead: a loop of its own length would be guessed wrong at nearly every line,
/// which took a twelfth of dual coordinate descent's time on text.
///
/// Functions that only prefetch are inlined by force: GCC sees no effect in their calls and drops those that
/// it has not inlined early. Otherwise dual coordinate descent on a9a took four times as long.
[[gnu::always_inline]] inline void prefetch_entries(const SparseMatrix& matrix, Index line) {
  constexpr std::size_t held_by_a_core = 1 << 20;  // bytes
  constexpr std::uintptr_t on_the_way = 16;        // cache lines
  const Offset* const start = matrix.starts().data() + line;
  const auto entries = reinterpret_cast<std::uintptr_t>(matrix.stored().data());
  const std::uintptr_t first = entries + static_cast<std::uintptr_t>(start[0]) * matrix.entry_bytes();
  fetch(first);
  fetch(first + cache_line);
  fetch(first + 2 * cache_line);
  const std::uintptr_t end = entries + static_cast<std::uintptr_t>(start[1]) * matrix.entry_bytes();
  if (matrix.stored().size() <= held_by_a_core || end <= first + 3 * cache_line) return;
  for (std::uintptr_t k = 3; k < on_the_way; ++k) fetch(std::min(end, first + k * cache_line));
}

/// 0, 1, …, count − 1.
inline std::vector<Index> all_lines(Index count) {
  std::vector<Index> lines(static_cast<std::size_t>(count));
  std::iota(lines.begin(), lines.end(), 0);
  return lines;
}

/// Order in which a method visits rows or columns: uniform draws with replacement, a fresh permutation each
/// pass, or 0, 1, 2, … again and again. Draws a few lines ahead, to fetch their memory during earlier work.
class LineOrder {
 public:
  enum class Kind { uniform, permuted, cyclic };

  static Kind kind_named(std::string_view name) {
    if (name == "cyclic") return Kind::cyclic;
    return name == "permuted" ? Kind::permuted : Kind::uniform;
  }

  /// Visits the lines listed in `lines` (at least one). Keeps a reference to the matrix.
  LineOrder(const SparseMatrix& matrix, std::vector<Index> lines, Kind kind, Random random)
      : matrix_(matrix), size_(lines.size()), lines_(std::move(lines)), kind_(kind), random_(random) {
    // A list of all lines, looked up at random, would be one more cache miss per line. (Replaced, since = {}
    // would keep its memory.)
    if (kind_ != Kind::permuted && lines_ == all_lines(static_cast<Index>(size_))) {
      lines_ = std::vector<Index>();
    }
    for (Index& line : ahead_) line = draw();
  }

  /// Returns the next line. For a later line, also prefetches its element of each array.
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

  /// Number of lines visited in a pass, on average or exactly.
  Index size() const { return static_cast<Index>(size_); }

 private:
  Index draw() {
    if (kind_ == Kind::uniform) return listed(random_.below(size_));
    if (position_ == size_) position_ = 0;
    // One step of Fisher and Yates: this pass has visited the lines before `position_`.
    if (kind_ == Kind::permuted) {
      std::swap(lines_[position_], lines_[position_ + random_.below(size_ - position_)]);
    }
    return listed(position_++);
  }

  Index listed(std::size_t position) const {
    return lines_.empty() ? static_cast<Index>(position) : lines_[position];
  }

  const SparseMatrix& matrix_;
  std::size_t size_;
  std::vector<Index> lines_;  ///< empty if all are visited: then position k is line k
  Kind kind_;
  Random random_;
  std::size_t position_ = 0;
  std::array<Index, distance_of_lines> ahead_{};
  std::size_t place_ = 0;
};

/// Lines that hold entries: an empty column's weight stays 0, and an empty row's loss is constant.
inline std::vector<Index> nonempty_lines(const SparseMatrix& matrix) {
  std::vector<Index> lines = all_lines(matrix.outer_size());
  std::erase_if(lines, [&](Index line) { return matrix[line].empty(); });
  return lines;
}

/// Lines of a matrix, or other variables, in the order of a pass. Lines left out stay behind the active lines
/// until all are included again.
class ActiveLines {
 public:
  explicit ActiveLines(std::vector<Index> lines = {}) : order_(std::move(lines)), active_(order_.size()) {}

  /// Starts a pass, in the present order or in a fresh permutation.
  void begin_pass() { position_ = 0; }
  void begin_pass(Random& random) {
    position_ = 0;
    shuffle(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(active_), random);
  }

  /// Starts a pass in fresh blocks: blocks of `lines_in_block` consecutive lines (without those left out)
  /// come in random order, and their lines in random order one block after another. Takes O(lines) time, but
  /// lines that lie side by side in memory are visited within a short time. (Ioannou, Mendler-Dünner and
  /// Parnell 2019, SySCD, section 3.1, has such blocks in place of lines.)
  void begin_pass_in_blocks(Random& random, Index lines_in_block) {
    position_ = 0;
    const std::span<Index> active = std::span(order_).first(active_);
    const auto block_of = [=](Index line) { return static_cast<std::size_t>(line / lines_in_block); };
    std::vector<std::size_t> ends(active.empty() ? 0 : block_of(*std::ranges::max_element(active)) + 1, 0);
    for (const Index line : active) ++ends[block_of(line)];
    std::vector<Index> blocks = all_lines(static_cast<Index>(ends.size()));
    shuffle(blocks.begin(), blocks.end(), random);
    std::size_t end = 0;
    for (const Index block : blocks)
      end = ends[static_cast<std::size_t>(block)] = end + ends[static_cast<std::size_t>(block)];
    const std::vector<Index> before(active.begin(), active.end());
    std::vector<std::size_t> begins = ends;
    for (const Index line : before) active[--begins[block_of(line)]] = line;
    for (std::size_t block = 0; block < ends.size(); ++block)
      shuffle(active.begin() + static_cast<std::ptrdiff_t>(begins[block]),
              active.begin() + static_cast<std::ptrdiff_t>(ends[block]), random);
  }

  bool at_end() const { return position_ == active_; }
  Index current() const { return order_[position_]; }
  /// True if the pass goes on for this many more lines; ahead() then returns the line.
  bool reaches(std::size_t distance) const { return position_ + distance < active_; }
  Index ahead(std::size_t distance) const { return order_[position_ + distance]; }

  void keep() { ++position_; }
  /// Leaves the current line out from here on.
  void leave_out() { std::swap(order_[position_], order_[--active_]); }
  void include_all() { active_ = order_.size(); }
  bool is_whole() const { return active_ == order_.size(); }
  bool is_empty() const { return active_ == 0; }

  /// The active lines, in the order of the pass, and all of them.
  std::span<const Index> active() const { return std::span(order_).first(active_); }
  std::span<const Index> all() const { return order_; }

 private:
  std::vector<Index> order_;
  std::size_t active_ = 0;
  std::size_t position_ = 0;
};

/// Prefetches lines of a pass, which the processor cannot guess in a fresh permutation: first where a line
/// begins and its elements of the arrays `of_lines`, then its entries. `line_of` gives the line if the pass
/// is over something else. Inlined by force: see prefetch_entries.
template <class LineOf, class... OfLine>
[[gnu::always_inline]] inline void prefetch_ahead(const ActiveLines& order, const SparseMatrix& matrix,
                                                  LineOf line_of, const OfLine*... of_lines) {
  if (order.reaches(distance_of_lines)) {
    const Index later = line_of(order.ahead(distance_of_lines));
    __builtin_prefetch(matrix.starts().data() + later);
    (__builtin_prefetch(of_lines + later), ...);
  }
  if (order.reaches(distance_of_entries)) prefetch_entries(matrix, line_of(order.ahead(distance_of_entries)));
}

}  // namespace descent
