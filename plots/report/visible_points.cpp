#include "plots/report/visible_points.hpp"

#include <cmath>
#include <limits>

#include "support/numbers/extremes.hpp"

namespace descent {
namespace {

using Heights = std::vector<double>;  // in pixels; NaN where a curve has no point

constexpr double no_height = std::numeric_limits<double>::quiet_NaN();
constexpr double visible_move = 0.5;  // pixels

/// The curve on an axis from its least to its greatest number.
Heights heights_of(const std::vector<std::optional<double>>& curve, bool is_logarithmic) {
  Heights heights;
  Extremes found;
  for (const auto& value : curve) {
    double height = value.value_or(no_height);
    if (is_logarithmic) height = height > 0 ? std::log(height) : no_height;
    if (!std::isfinite(height)) height = no_height;
    heights.push_back(height);
    if (!std::isnan(height)) found.include(height);
  }
  const double scale = found.high > found.low ? picture_height / (found.high - found.low) : 0;
  for (double& height : heights) height = (height - found.low) * scale;
  return heights;
}

}  // namespace

std::vector<std::size_t> visible_points(std::span<const double> positions,
                                        std::span<const std::vector<std::optional<double>>> curves) {
  if (positions.empty()) return {};
  std::vector<Heights> drawn;
  for (const auto& curve : curves) {
    for (const bool is_logarithmic : {false, true}) drawn.push_back(heights_of(curve, is_logarithmic));
  }
  const std::size_t last = positions.size() - 1;
  std::vector<char> is_kept(positions.size(), 0);
  is_kept[0] = is_kept[last] = 1;
  for (const Heights& heights : drawn) {
    for (std::size_t i = 0; i <= last; ++i) {
      const auto differs = [&](std::size_t other) {
        return std::isnan(heights[i]) != std::isnan(heights[other]);
      };
      const bool is_edge = (i > 0 && differs(i - 1)) || (i < last && differs(i + 1));
      if (is_edge) is_kept[i] = 1;
    }
  }

  // Each stretch between two kept points is cut where some curve is farthest from its straight line.
  std::vector<std::pair<std::size_t, std::size_t>> stretches;
  for (std::size_t i = 0, before = 0; i <= last; ++i) {
    if (is_kept[i] == 0) continue;
    if (i > before + 1) stretches.emplace_back(before, i);
    before = i;
  }
  while (!stretches.empty()) {
    const auto [from, to] = stretches.back();
    stretches.pop_back();
    double farthest = visible_move;
    std::size_t cut = to;
    for (const Heights& heights : drawn) {
      for (std::size_t i = from + 1; i < to; ++i) {
        const double width = positions[to] - positions[from];
        const double share = width > 0 ? (positions[i] - positions[from]) / width : 0;
        const double line = heights[from] + share * (heights[to] - heights[from]);
        const double move = std::abs(heights[i] - line);
        if (move > farthest) {
          farthest = move;
          cut = i;
        }
      }
    }
    if (cut == to) continue;
    is_kept[cut] = 1;
    if (cut > from + 1) stretches.emplace_back(from, cut);
    if (to > cut + 1) stretches.emplace_back(cut, to);
  }

  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i <= last; ++i) {
    if (is_kept[i] != 0) kept.push_back(i);
  }
  return kept;
}

}  // namespace descent
