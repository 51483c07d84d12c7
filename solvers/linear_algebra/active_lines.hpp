#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "solvers/linear_algebra/line_order.hpp"

namespace descent {

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
