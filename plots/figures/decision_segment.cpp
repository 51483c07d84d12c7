#include "plots/figures/decision_segment.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "support/numbers/infinity.hpp"

namespace descent {

std::optional<Segment> segment_in(const DecisionLine& line, const AxisRange& x1, const AxisRange& x2) {
  // Liang and Barsky (1984): the line is foot + t direction, and every edge of the rectangle bounds t.
  const double norm = std::hypot(line.w1, line.w2);
  if (!(norm > 0)) return std::nullopt;
  const std::array<double, 2> normal{line.w1 / norm, line.w2 / norm};
  const double distance = -line.intercept / norm;
  const std::array<double, 2> foot{distance * normal[0], distance * normal[1]};
  const std::array<double, 2> direction{-normal[1], normal[0]};
  double from = -infinity;
  double to = infinity;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const AxisRange& range = axis == 0 ? x1 : x2;
    if (direction[axis] == 0) {
      if (foot[axis] < range.low || foot[axis] > range.high) return std::nullopt;
      continue;
    }
    const double at_low = (range.low - foot[axis]) / direction[axis];
    const double at_high = (range.high - foot[axis]) / direction[axis];
    from = std::max(from, std::min(at_low, at_high));
    to = std::min(to, std::max(at_low, at_high));
  }
  if (!(from < to)) return std::nullopt;
  const auto at = [&](double t) { return std::pair(foot[0] + t * direction[0], foot[1] + t * direction[1]); };
  return Segment{at(from), at(to)};
}

}  // namespace descent
