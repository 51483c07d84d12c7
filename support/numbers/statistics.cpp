#include "support/numbers/statistics.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace descent {

void Series::add(double x, double value) {
  assert(x >= 0 && (positions_.empty() || x >= positions_.back()));
  positions_.push_back(x);
  values_.push_back(value);
}

std::optional<double> Series::at(double x) const {
  const auto after = static_cast<std::size_t>(std::ranges::upper_bound(positions_, x) - positions_.begin());
  if (after == 0) return std::nullopt;
  const std::size_t before = after - 1;
  if (after == positions_.size())
    return holds_ || x == positions_[before] ? std::optional(values_[before]) : std::nullopt;
  if (positions_[before] <= 0) return values_[before];
  const double weight = std::log(x / positions_[before]) / std::log(positions_[after] / positions_[before]);
  return std::lerp(values_[before], values_[after], weight);
}

double mean(std::span<const double> values) {
  assert(!values.empty());
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(std::span<const double> values) {
  const double center = mean(values);
  double squares = 0;
  for (const double value : values) squares += (value - center) * (value - center);
  return squares / static_cast<double>(values.size() - 1);
}

double quantile(std::vector<double> values, double share) {
  assert(!values.empty() && share >= 0 && share <= 1);
  std::ranges::sort(values);
  const double position = share * static_cast<double>(values.size() - 1);
  const auto lower = static_cast<std::size_t>(position);
  const std::size_t upper = std::min(lower + 1, values.size() - 1);
  const double weight = position - static_cast<double>(lower);
  if (weight == 0 || values[lower] == values[upper]) return values[lower];  // 0 · ∞ would be NaN
  return std::lerp(values[lower], values[upper], weight);
}

std::vector<double> geometric_grid(double first, double last, std::size_t count) {
  assert(first > 0 && count >= 2);
  if (last <= first) return {first};
  std::vector<double> grid(count);
  for (std::size_t i = 0; i < count; ++i) {
    grid[i] = first * std::pow(last / first, static_cast<double>(i) / static_cast<double>(count - 1));
  }
  grid.front() = first;
  grid.back() = last;
  return grid;
}

}  // namespace descent
