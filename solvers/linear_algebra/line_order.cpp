#include "solvers/linear_algebra/line_order.hpp"

#include <numeric>

namespace descent {

std::vector<Index> all_lines(Index count) {
  std::vector<Index> lines(static_cast<std::size_t>(count));
  std::iota(lines.begin(), lines.end(), 0);
  return lines;
}

std::vector<Index> nonempty_lines(const SparseMatrix& matrix) {
  std::vector<Index> lines;
  for (Index line = 0; line < matrix.outer_size(); ++line) {
    if (!matrix[line].empty()) lines.push_back(line);
  }
  return lines;
}

}  // namespace descent
