#include "plots/figures/lambda_path_heights.hpp"

#include <algorithm>
#include <cmath>

#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

// Inches.
constexpr double mark_height = 0.09;         // of a method's level in the strip
constexpr double strip_title_height = 0.13;  // of the words in it

}  // namespace

double PathHeights::mark(std::size_t method) const {
  const auto place = std::ranges::find(levels, method) - levels.begin();
  return reached.high * std::pow(level, static_cast<double>(place) + 0.7);
}

double lowest_positive(const Bounds& time) {
  if (time.low > 0) return time.low;
  return std::isfinite(time.high) ? time.high : 0;
}

PathHeights path_heights(const LambdaPath& path, Axis axis, double inches) {
  PathHeights heights;
  double low = infinity;
  double high = 0;
  for (const LambdaPathCurve& curve : path.curves) {
    for (const LambdaPathRow& row : curve.points) {
      if (row.is_below_certificate) continue;
      const TimesOnAxis times = times_on(axis, row.time);
      if (const double least = lowest_positive(times.p10); least > 0) low = std::min(low, least);
      for (const Bounds& time : {times.median, times.p90})
        if (std::isfinite(time.high)) high = std::max(high, time.high);
      if (std::isfinite(times.median.high)) continue;
      high = std::max(high, times.longest);
      if (heights.levels.empty() || heights.levels.back() != curve.method)
        heights.levels.push_back(curve.method);
    }
  }
  if (!(high > 0)) high = 1;  // every run failed, or w = 0 meets the target for every λ
  heights.reached = power_range(std::min(low, high), high);
  if (heights.levels.empty()) {
    heights.top = heights.reached.high;
    return heights;
  }
  heights.reached.high = high;
  std::ranges::reverse(heights.levels);  // from the top in the legend's order
  const double strip = mark_height * static_cast<double>(heights.levels.size()) + strip_title_height;
  const double an_inch = std::pow(high / heights.reached.low, 1 / (inches - strip));
  heights.level = std::pow(an_inch, mark_height);
  heights.top = high * std::pow(an_inch, strip);
  return heights;
}

}  // namespace descent
