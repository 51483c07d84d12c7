#include "plots/gnuplot/axis_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace descent {
namespace {

constexpr double air = 0.05;    // of the interval, at both ends
constexpr std::size_t few = 4;  // labels
// maximum that a diverging method may reach without its axis overflowing double
constexpr double largest = 1e300;

/// 1, 2, 2.5 or 5 times a power of ten that divides the length into about `parts`.
double tic_step(double length, double parts) {
  const double rough = length / parts;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0})
    if (rough <= factor * power) return factor * power;
  return 10 * power;
}

/// Tics of an axis of less than two decades: 1, 2 and 5 times powers of ten. If labels would collide, 1 and 3
/// times, or 1 times; if fewer than two of these remain, equal steps.
std::vector<double> amounts_within(const AxisRange& range, TicLabels labels, std::size_t most) {
  const bool is_narrow = most <= few;
  const double span = range.high / range.low;
  const bool is_sparse = span > (is_narrow ? 5 : labels == TicLabels::powers ? 20 : 100);
  std::vector<std::vector<double>> choices{{1, 2, 5}};
  if (is_sparse) choices = {{1, 3}};
  if (is_narrow && span > 30) choices = {{1}, {1, 3}};
  std::vector<double> tics;
  const auto add = [&](double tic) {
    if (tic >= range.low && tic <= range.high) tics.push_back(tic);
  };
  for (const std::vector<double>& factors : choices) {
    tics.clear();
    for (double power = std::pow(10, std::floor(std::log10(range.low))); power <= range.high; power *= 10)
      for (const double factor : factors) add(factor * power);
    if (tics.size() > 1) return tics;
  }
  tics.clear();
  const double step = tic_step(range.high - range.low, 4);
  const double first = std::ceil(range.low / step);
  for (int i = 0; i <= 4; ++i) add((first + i) * step);
  return tics;
}

/// Labels such as 10⁻⁴ and 5·10⁻⁵.
std::string power_label(double value) {
  const int power = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const std::string factor = fmt::format("{:.6g}", value / std::pow(10, power));
  return (factor == "1" ? "" : factor + "·") + power_text(power);
}

int first_power(const AxisRange& range) {
  return static_cast<int>(std::ceil(std::log10(range.low) - 1e-9));
}

int last_power(const AxisRange& range) {
  return static_cast<int>(std::floor(std::log10(range.high) + 1e-9));
}

}  // namespace

double share_of(double value, const AxisRange& range) {
  const double within = std::clamp(value, range.low, range.high);
  return range.is_logarithmic ? std::log(within / range.low) / std::log(range.high / range.low)
                              : (within - range.low) / (range.high - range.low);
}

std::string power_text(int power) {
  return fmt::format("10^{{/*1.1 {}{}}}", power < 0 ? "−" : "", std::abs(power));
}

AxisRange linear_range(double low, double high) {
  // An empty interval, or one of rounding errors, gets a width that tic labels can show.
  const double least = 1e-6 * std::max({std::abs(low), std::abs(high), 1e-6});
  const double length = std::max(high - low, least);
  return {low - air * length, low + (1 + air) * length, tic_step(length, 4)};
}

const char* linear_format(const AxisRange& range) {
  return std::fmod(range.step, 1000) == 0 ? "%.0s%c" : "% h";
}

bool has_short_labels(const AxisRange& range) {
  const double unit = range.high < 1e4 ? 1 : range.high < 1e6 ? 1e3 : 1e6;
  if (unit > 1 && std::fmod(range.step, unit) != 0) return false;
  const std::size_t most = unit > 1 ? 3 : 4;  // before the unit's letter
  for (double tic = std::ceil(range.low / range.step); tic * range.step <= range.high; ++tic)
    if (fmt::format("{:.6g}", tic * range.step / unit).size() > most) return false;
  return true;
}

ShortTics short_tics(const AxisRange& range) {
  std::vector<double> tics;
  for (double tic = std::ceil(range.low / range.step); tic * range.step <= range.high; ++tic)
    tics.push_back(tic * range.step);
  ShortTics found;
  for (const double offset : {0.0, tics.empty() ? 0.0 : tics.front()}) {
    double largest = range.step;
    for (const double tic : tics) largest = std::max(largest, std::abs(tic - offset));
    const int power = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
    found = {"", power_text(power), offset};
    std::size_t letters = 0;
    for (const double tic : tics) {
      const std::string label =
          fmt::format("{:.6g}", std::round((tic - offset) / std::pow(10, power - 5)) / 1e5);
      letters = std::max(letters, label.size());
      found.tics += fmt::format("{}'{}' {:.10g}", found.tics.empty() ? "" : ", ", label, tic);
    }
    if (letters <= few) break;
  }
  found.tics = '(' + found.tics + ')';
  return found;
}

AxisRange percent_range(double low, double high) {
  high = std::max(high, 1.0);
  low = std::min(low, high - 1);
  const double step = tic_step(high - low, 3);
  const double bottom = step * std::floor(low / step + 1e-9);
  const double top = std::min(100.0, step * std::ceil(high / step - 1e-9));
  return {bottom - air * (top - bottom), top + air * (top - bottom), step};
}

AxisRange power_range(double low, double high) {
  AxisRange range = powers_of_ten(low, high);
  if (last_power(range) - first_power(range) < 1) range.low = std::pow(10, last_power(range) - 1);
  // their ratio may overflow double
  const double margin = std::pow(range.high, air) / std::pow(range.low, air);
  return powers_of_ten(range.low / margin, std::min(range.high * margin, largest));
}

TicLabels amount_labels(std::span<const AxisRange> axes, bool beside_powers) {
  const auto has_decades = [](const AxisRange& axis) { return axis.high >= 100 * axis.low; };
  if (beside_powers && std::ranges::all_of(axes, has_decades)) return TicLabels::powers;
  const bool are_short = std::ranges::all_of(
      axes, [](const AxisRange& axis) { return axis.low >= 0.0005 && axis.high <= 20000; });
  return are_short ? TicLabels::plain : TicLabels::powers;
}

std::string amount_tics(const AxisRange& range, TicLabels labels, bool are_shown, std::size_t most) {
  const char* const format = !are_shown ? "" : labels == TicLabels::plain ? "%g" : power_of_ten;
  if (range.high >= 100 * range.low) return fmt::format("{} format '{}'", power_tics(range, most), format);
  std::string tics;
  for (const double tic : amounts_within(range, labels, most)) {
    tics += tics.empty() ? "" : ", ";
    if (labels == TicLabels::powers && are_shown) tics += '\'' + power_label(tic) + "' ";
    tics += fmt::format("{:.6g}", tic);
  }
  return fmt::format("({}) format '{}'", tics, format);
}

std::string power_tics(const AxisRange& range, std::size_t most) {
  const int first = first_power(range);
  const int last = last_power(range);
  const int distance = (last - first) / static_cast<int>(most) + 1;  // between labels
  // From 10 on gnuplot would begin at a multiple of ten, such as 80.
  if (distance == 1) return range.low < 10 ? "10" : fmt::format("1e{}, 10", first);
  std::string tics;
  for (int power = first; power <= last; ++power) {
    const bool is_small = power % distance != 0;
    if (is_small && distance > 5) continue;
    tics += fmt::format(fmt::runtime(is_small ? "{}'' 1e{} 1" : "{}1e{}"), tics.empty() ? "" : ", ", power);
  }
  return '(' + tics + ')';
}

}  // namespace descent
