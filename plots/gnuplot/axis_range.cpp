#include "plots/gnuplot/axis_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace descent {
namespace {

constexpr double air = 0.05;  // of the interval, at both ends
constexpr int most_powers = 7;
constexpr double largest = 1e300;  // what a diverging method may reach without its axis leaving the doubles

/// 1, 2, 2.5 or 5 times a power of ten that cuts the length into about `parts`.
double tic_step(double length, double parts) {
  const double rough = length / parts;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (rough <= factor * power) return factor * power;
  }
  return 10 * power;
}

int first_power(const AxisRange& range) {
  return static_cast<int>(std::ceil(std::log10(range.low) - 1e-9));
}

int last_power(const AxisRange& range) {
  return static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
}

}  // namespace

AxisRange linear_range(double low, double high) {
  // An empty interval, or one of rounding errors only, gets a width that its tic labels can show.
  const double least = 1e-6 * std::max({std::abs(low), std::abs(high), 1e-6});
  const double length = std::max(high - low, least);
  return {low - air * length, low + (1 + air) * length, tic_step(length, 4)};
}

AxisRange percent_range(double high) {
  const double step = tic_step(high, 4);
  const double top = high > 50 ? 100 : step * std::ceil(high / step - 1e-9);
  return {-0.04 * top, 1.04 * top, high > 50 ? 50 : tic_step(top, 3)};
}

AxisRange power_range(double low, double high) {
  AxisRange range{low, high, 10, true};
  if (last_power(range) - first_power(range) < 1) range.low = std::pow(10, last_power(range) - 1);
  const double margin = std::pow(range.high, air) / std::pow(range.low, air);  // their ratio may be no double
  return {range.low / margin, std::min(range.high * margin, largest), 10, true};
}

std::string amount_tics(const AxisRange& range) {
  if (range.high >= 100 * range.low) return "10";
  std::string tics;
  for (double power = std::pow(10, std::floor(std::log10(range.low))); power <= range.high; power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tic = factor * power;
      if (tic >= range.low && tic <= range.high)
        tics += (tics.empty() ? "" : ", ") + fmt::format("{:.6g}", tic);
    }
  }
  return tics.empty() ? "autofreq" : '(' + tics + ')';
}

std::string power_tics(const AxisRange& range) {
  const int first = first_power(range);
  const int last = last_power(range);
  const int distance = (last - first) / most_powers + 1;  // of labels
  if (distance == 1) return "10";
  std::string tics;
  for (int power = first; power <= last; ++power) {
    const bool is_small = power % distance != 0;
    if (is_small && distance > 5) continue;
    tics += fmt::format(fmt::runtime(is_small ? "{}'' 1e{} 1" : "{}1e{}"), tics.empty() ? "" : ", ", power);
  }
  return '(' + tics + ')';
}

}  // namespace descent
