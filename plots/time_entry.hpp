#pragma once

#include <optional>
#include <string>

#include "plots/time_to_target_table.hpp"

namespace descent {

/// What people read of a time to target: the median with "(10 %–90 % quantile)" as its detail, and "9/10"
/// behind that where not all of the runs arrived; "> 5" with "(3/10)" where the median run did not; "—" where
/// the target lies within the certificate's gap.
TextTable::Cell time_entry(const TimeToTargetRow& row, Axis axis);

/// "1e-3".
std::string target_text(double target);

/// Three digits, and never an exponent for a large number: a pass count may be in the thousands.
std::string short_number(double value);

/// The label of the row's method; its name where the manifest has none.
std::string label_of(const Manifest& manifest, const TimeToTargetRow& row);

}  // namespace descent
