#include "plots/time_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/gnuplot_text.hpp"

namespace descent {

std::string short_number(double value) {
  if (value < 999.5) return fmt::format("{:.3g}", value);
  return with_thousands(static_cast<std::uint64_t>(std::llround(value)));
}

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

std::string target_text(double target) {
  return fmt::format("1e{}", std::lround(std::log10(target)));
}

std::string bounds_text(const TimeBounds& bounds) {
  if (!bounds.at_most) {
    if (std::isinf(bounds.at_least)) return "never";
    return bounds.at_least > 0 ? "> " + short_number(bounds.at_least) : "?";
  }
  const std::string most = short_number(*bounds.at_most);
  if (bounds.is_exact()) return most;
  if (!(bounds.at_least > 0)) return "< " + most;
  const std::string least = short_number(bounds.at_least);
  return least == most ? most : least + "…" + most;
}

TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis, std::optional<double> best) {
  if (row.is_below_certificate) return {"—"};
  const TimesOnAxis times = times_on(axis, row.time);
  const std::string arrived = fmt::format("{}/{}", row.time.arrived, row.time.runs);
  if (!times.median.at_most) {
    // Nothing is known from below of a run that failed alone.
    const bool has_failed = times.median.at_least == 0;
    return {has_failed ? "failed" : bounds_text(times.median), false, '(' + arrived + ')'};
  }
  std::string detail;
  if (row.time.runs > 1) detail = fmt::format("({}–{})", bounds_text(times.p10), bounds_text(times.p90));
  if (row.time.arrived < row.time.runs) detail += (detail.empty() ? "" : " ") + arrived;
  const bool is_best = best && times.median == TimeBounds{*best, best};
  return {bounds_text(times.median), is_best, detail};
}

std::optional<double> fastest(std::span<const TimeBounds> medians) {
  std::optional<double> least;
  for (const TimeBounds& median : medians) {
    if (median.is_exact()) least = std::min(least.value_or(*median.at_most), *median.at_most);
  }
  const bool is_open = std::ranges::any_of(medians, [&](const TimeBounds& median) {
    return median.at_most && !median.is_exact() && median.at_least < least;
  });
  return is_open ? std::nullopt : least;
}

std::string label_of(const Manifest& manifest, const TimeToTargetRow& row) {
  const ManifestMethod* entry = method_of(manifest, row.method, row.variant);
  return entry == nullptr ? row.method : entry->label;
}

}  // namespace descent
