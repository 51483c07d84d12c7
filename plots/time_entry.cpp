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

std::string target_text(double target) {
  return fmt::format("1e{}", std::lround(std::log10(target)));
}

TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis) {
  if (row.is_below_certificate) return {"—"};
  const TimesOnAxis times = times_on(axis, row.time);
  const std::string arrived = fmt::format("{}/{}", row.time.arrived, row.time.runs);
  if (!times.median) {
    // Nothing is billed to a run that failed.
    const std::string text = times.longest > 0 ? "> " + short_number(times.longest) : "failed";
    return {text, false, '(' + arrived + ')'};
  }
  std::string detail;
  if (row.time.runs > 1) {
    const std::string upper = times.p90 ? short_number(*times.p90) : "> " + short_number(times.longest);
    detail = fmt::format("({}–{})", short_number(times.p10.value_or(*times.median)), upper);
  }
  if (row.time.arrived < row.time.runs) detail += (detail.empty() ? "" : " ") + arrived;
  return {short_number(*times.median), false, detail};
}

std::string label_of(const Manifest& manifest, const TimeToTargetRow& row) {
  const ManifestMethod* entry = method_of(manifest, row.method, row.variant);
  return entry == nullptr ? row.method : entry->label;
}

}  // namespace descent
