#pragma once

#include <vector>

#include "datasets/matrix/line_products.hpp"
#include "solvers/problem/problem.hpp"

namespace descent {

/// Values that a dual method derives from a row's C c_i: one for all rows, or one per row if rows have
/// weights.
template <class Value>
class PerRow {
 public:
  /// `of_C` makes the value from C c_i. Rows of weight 0 take no part (counted_rows); C gives their value.
  template <class OfC>
  PerRow(const Problem& problem, const OfC& of_C) : mask_(problem.row_weights().empty() ? 0 : -1) {
    if (mask_ == 0) values_.push_back(of_C(problem.c()));
    for (const double weight : problem.row_weights())
      values_.push_back(of_C(weight > 0 ? problem.c() * weight : problem.c()));
  }
  const Value& operator[](Index i) const { return values_[static_cast<std::size_t>(i & mask_)]; }

 private:
  Index mask_;  ///< 0 if all rows have the first value
  std::vector<Value> values_;
};

/// The rows that a dual method visits: all but rows of weight 0, whose α_i is 0.
inline std::vector<Index> counted_rows(const Problem& problem) {
  std::vector<Index> counted;
  counted.reserve(static_cast<std::size_t>(problem.m()));
  for (Index i = 0; i < problem.m(); ++i) {
    if (problem.row_weight(i) > 0) counted.push_back(i);
  }
  return counted;
}

/// Dual variables of all rows at the start: `start(i, ‖row_i‖²)`, but for rows of weight 0 with α_i = 0.
template <class Start>
auto variables_of_rows(const Problem& problem, const Start& start) {
  std::vector<decltype(start(Index{0}, 0.0))> all;
  all.reserve(static_cast<std::size_t>(problem.m()));
  for (Index i = 0; i < problem.m(); ++i) {
    all.push_back(start(i, squared_norm(problem.rows()[i])));
    if (!(problem.row_weight(i) > 0)) all.back().alpha = 0;
  }
  return all;
}

/// Counted rows with ‖row_i‖ > 0; the others have their minimiser from the start.
inline std::vector<Index> rows_with_length(const Problem& problem) {
  std::vector<Index> rows = counted_rows(problem);
  std::erase_if(rows, [&](Index i) { return !(squared_norm(problem.rows()[i]) > 0); });
  return rows;
}

}  // namespace descent
