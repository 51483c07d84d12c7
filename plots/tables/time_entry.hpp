#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "plots/analysis/time_to_target_rows.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// Displayed time to a target: the median with "(10 %–90 % quantile)" as its detail, and "9/10" after that if
/// some runs did not arrive. If the median run did not arrive: "> 5" with "(3/10)" after its budget, "never"
/// if it ended by itself earlier, "failed" if all runs did; "—" if the target lies within the certificate's
/// gap. The best of its column has exactly the median `best`. Order: by median, beyond the budget, never,
/// unknown.
TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis, std::optional<double> best);

/// Order of unknown entries: last.
inline constexpr double unknown_order = 1e300;

/// Meaning of entries, in sentences for readers.
extern const char* const time_entry_legend;

/// "0.3" for an exact amount; "< 0.02", "> 5" or "2…3" within bounds, "never" if infinite, "?" if unknown.
std::string bounds_text(const Bounds& bounds);

/// Minimum of several medians, for bold print. Empty if none is exact, or if another one may be smaller.
std::optional<double> fastest(std::span<const Bounds> medians);

/// "CPU seconds", "passes", "CPU seconds with setup".
std::string_view unit_text(Axis axis);

}  // namespace descent
