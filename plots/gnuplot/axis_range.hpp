#pragma once

#include <string>

namespace descent {

/// A closed interval of an axis with the distance of its tics (for a logarithmic axis unused).
struct AxisRange {
  double low = 0;
  double high = 1;
  double step = 1;
  bool is_logarithmic = false;
};

/// A linear axis that holds an interval with some air around it.
AxisRange linear_range(double low, double high);

/// A linear axis for shares from 0 to `high` > 0, in %.
AxisRange percent_range(double high);

/// A logarithmic axis that holds an interval 0 < low ≤ high with some air around it and shows at least two
/// powers of ten.
AxisRange power_range(double low, double high);

/// gnuplot's argument for the tics of a logarithmic axis of amounts: powers of ten; over less than two
/// decades also twice and five times these.
std::string amount_tics(const AxisRange& range);

/// gnuplot's argument for the tics of a power_range: powers of ten, each or, when there are many, some with a
/// label and the others small.
std::string power_tics(const AxisRange& range);

}  // namespace descent
