#pragma once

#include <span>
#include <string>

namespace descent {

/// A closed interval of an axis with the distance of its tics (for a logarithmic axis unused).
struct AxisRange {
  double low = 0;
  double high = 1;
  double step = 1;
  bool is_logarithmic = false;
};

/// How far along the axis a value is, from 0 to 1; one that is beyond is at the end.
double share_of(double value, const AxisRange& range);

/// A linear axis that holds an interval with some air around it.
AxisRange linear_range(double low, double high);

/// A linear axis for shares from 0 to `high` > 0, in %.
AxisRange percent_range(double high);

/// A logarithmic axis that holds an interval 0 < low ≤ high with some air around it and shows at least two
/// powers of ten.
AxisRange power_range(double low, double high);

/// What stands at the tics of a logarithmic axis of amounts: numbers such as 0.001, or powers of ten.
enum class TicLabels { plain, powers };

/// Plain numbers where they are short on all of the axes, so that those of a figure are of one kind.
TicLabels amount_labels(std::span<const AxisRange> axes);

/// A power of ten with gnuplot's markup. Its exponent has 0.88 of the letters' size: 7 of 8 points.
std::string power_text(int power);

/// The same as a format of tics.
inline constexpr const char* power_of_ten = "10^{/*1.1 %T}";

/// gnuplot's format of such labels, where all tics are powers of ten.
const char* power_format(TicLabels labels);

/// gnuplot's arguments for the tics of a logarithmic axis of amounts and their format: powers of ten; over
/// less than two decades also some multiples of these, with labels such as 5·10⁻⁵ among powers. Without
/// `are_shown` the same tics have no labels: above another panel that has them.
std::string amount_tics(const AxisRange& range, TicLabels labels, bool are_shown = true);

/// gnuplot's argument for the tics of a power_range: powers of ten, each or, when there are many, some with a
/// label and the others small.
std::string power_tics(const AxisRange& range);

}  // namespace descent
