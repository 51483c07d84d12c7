#include "plots/time_entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/gnuplot_text.hpp"

namespace descent {
namespace {

/// The three numbers of an entry on one axis.
struct Spread {
  std::optional<double> median, p10, p90;
  double longest;
};

Spread spread_of(const TimeToTarget& time, Axis axis) {
  if (axis == Axis::passes)
    return {time.passes_median, time.passes_p10, time.passes_p90, time.passes_longest};
  return {time.cpu_seconds_median, time.cpu_seconds_p10, time.cpu_seconds_p90, time.cpu_seconds_longest};
}

}  // namespace

std::optional<double> median_of(const TimeToTarget& time, Axis axis) {
  return spread_of(time, axis).median;
}

std::string short_number(double value) {
  if (value < 999.5) return fmt::format("{:.3g}", value);
  return with_thousands(static_cast<std::uint64_t>(std::llround(value)));
}

std::string target_text(double target) {
  return fmt::format("1e{}", std::lround(std::log10(target)));
}

TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis) {
  if (row.is_below_certificate) return {"—"};
  const Spread spread = spread_of(row.time, axis);
  const std::string arrived = fmt::format("{}/{}", row.time.arrived, row.time.runs);
  if (!spread.median) {
    // Nothing is billed to a run that failed.
    const std::string text = spread.longest > 0 ? "> " + short_number(spread.longest) : "failed";
    return {text, false, '(' + arrived + ')'};
  }
  std::string detail;
  if (row.time.runs > 1) {
    const std::string upper = spread.p90 ? short_number(*spread.p90) : "> " + short_number(spread.longest);
    detail = fmt::format("({}–{})", short_number(spread.p10.value_or(*spread.median)), upper);
  }
  if (row.time.arrived < row.time.runs) detail += (detail.empty() ? "" : " ") + arrived;
  return {short_number(*spread.median), false, detail};
}

std::string label_of(const Manifest& manifest, const TimeToTargetRow& row) {
  const auto found = std::ranges::find_if(manifest.methods, [&](const ManifestMethod& method) {
    return method.name == row.method && method.variant == row.variant;
  });
  return found == manifest.methods.end() ? row.method : found->label;
}

}  // namespace descent
