#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "plots/analysis/time_to_target_rows.hpp"
#include "support/text/text_table.hpp"

namespace descent {

/// What people read of a time to target: the median with "(10 %–90 % quantile)" as its detail, and "9/10"
/// behind that where not all of the runs arrived; "> 5" with "(3/10)" where the median run did not get there
/// within its budget, "never" where it ended by itself before, "failed" where all runs have; "—" where the
/// target lies within the certificate's gap. It is the best of its column where the median is exactly `best`.
/// In order: what ends by its median, then what takes longer than its budget, what never arrives, and what
/// nobody can tell.
TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis, std::optional<double> best);

/// The order of what nobody can tell: last.
inline constexpr double unknown_order = 1e300;

/// What entries mean, in sentences for readers.
extern const char* const time_entry_legend;

/// "0.3" where the amount is exact; "< 0.02", "> 5" or "2…3" where it is known within bounds, "never" where
/// it is infinite and "?" where nothing is known.
std::string bounds_text(const Bounds& bounds);

/// The least of several medians, for bold print. Empty when none is exact, or when another one that ends may
/// be less.
std::optional<double> fastest(std::span<const Bounds> medians);

/// "CPU seconds", "passes", "CPU seconds with setup".
std::string_view unit_text(Axis axis);

}  // namespace descent
