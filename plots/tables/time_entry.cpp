#include "plots/tables/time_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/labels/short_number.hpp"

namespace descent {
namespace {

// Order of entries after all arrivals: beyond the budget, by budget, then never.
constexpr double beyond_budget = 1e100;
constexpr double never = 1e200;

}  // namespace

std::string_view unit_text(Axis axis) {
  switch (axis) {
    case Axis::cpu_seconds:
      return "CPU seconds";
    case Axis::passes:
      return "passes";
    case Axis::cpu_seconds_with_setup:
      break;
  }
  return "CPU seconds with setup";
}

std::string bounds_text(const Bounds& bounds) {
  if (std::isinf(bounds.low)) return "never";
  if (std::isinf(bounds.high)) return bounds.low > 0 ? "> " + short_number(bounds.low) : "?";
  const std::string most = short_number(bounds.high);
  if (bounds.is_exact()) return most;
  if (!(bounds.low > 0)) return "< " + most;
  const std::string least = short_number(bounds.low);
  return least == most ? most : least + "…" + most;
}

const char* const time_entry_legend =
    "\"< 0.02\": there at the first checkpoint, which was at 0.02. \"> 5 (3/10)\": 3 of 10 runs got there, "
    "and the median takes longer than 5, a budget, or halfway from a run's arrival to one; \"never (3/10)\": "
    "the median run ended by itself before. "
    "\"2…3\": what such bounds of single runs leave open. \"?\": nothing is known. \"—\": smaller than the "
    "certificate's gap, so it is unknown. Bold: the fastest that arrive, unless a bound "
    "leaves open who that is. "
    "Data marked as stand-in are synthetic.";

TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis, std::optional<double> best) {
  if (row.is_below_certificate) return {"—", false, "", unknown_order};
  const TimesOnAxis times = times_on(axis, row.time);
  const std::string arrived = fmt::format("{}/{}", row.time.arrived, row.time.runs);
  if (std::isinf(times.median.high)) {
    const bool all_failed = !row.setup_seconds_median;
    return {all_failed ? "failed" : bounds_text(times.median), false, '(' + arrived + ')',
            std::isinf(times.median.low) ? never : beyond_budget * std::max(times.median.low, 1e-9)};
  }
  std::string detail;
  if (row.time.runs > 1) detail = fmt::format("({}–{})", bounds_text(times.p10), bounds_text(times.p90));
  if (row.time.arrived < row.time.runs) detail += (detail.empty() ? "" : " ") + arrived;
  const bool is_best = best && times.median == Bounds{*best, *best};
  return {bounds_text(times.median), is_best, detail, times.median.high};
}

std::optional<double> fastest(std::span<const Bounds> medians) {
  std::optional<double> least;
  for (const Bounds& median : medians) {
    if (median.is_exact() && std::isfinite(median.high))
      least = std::min(least.value_or(median.high), median.high);
  }
  const bool is_open = std::ranges::any_of(medians, [&](const Bounds& median) {
    return std::isfinite(median.high) && !median.is_exact() && median.low < least;
  });
  return is_open ? std::nullopt : least;
}

}  // namespace descent
