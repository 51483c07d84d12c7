#pragma once

#include <span>
#include <string>

namespace descent {

/// A closed interval of an axis, with the distance of its tics (unused for a logarithmic axis).
struct AxisRange {
  double low = 0;
  double high = 1;
  double step = 1;
  bool is_logarithmic = false;
};

/// A logarithmic axis with these ends and tics at powers of 10.
inline AxisRange powers_of_ten(double low, double high) {
  return {low, high, 10, true};
}

/// Position of a value along the axis, from 0 to 1; values outside are at the end.
double share_of(double value, const AxisRange& range);

/// A linear axis around an interval, with some margin.
AxisRange linear_range(double low, double high);

/// gnuplot's format of the tics of a linear axis with short labels: whole thousands appear as "12k".
const char* linear_format(const AxisRange& range);

/// True if each tic of a linear axis has a label of at most four letters, such as "0.25", "8650" or "120k".
bool has_short_labels(const AxisRange& range);

/// Tics of a linear axis that show (number − `offset`) / `unit`.
struct ShortTics {
  std::string tics;  ///< gnuplot's argument
  std::string unit;  ///< a power of ten with gnuplot's markup
  double offset = 0;
};

/// Tics with labels of at most four letters where has_short_labels() does not hold; offset 0 if that
/// suffices.
ShortTics short_tics(const AxisRange& range);

/// A linear axis for shares in %, with some margin around the round numbers that enclose them.
AxisRange percent_range(double low, double high);

/// A logarithmic axis around an interval 0 < low ≤ high, with some margin and at least two powers of ten.
AxisRange power_range(double low, double high);

inline constexpr std::size_t most_tic_labels = 7;  ///< of powers of ten on an axis

/// Labels of a logarithmic axis of amounts: numbers such as 0.001, or powers of ten.
enum class TicLabels { plain, powers };

/// One kind for all axes of a figure. Beside powers on other axes these are powers, too, unless an axis has
/// less than two decades: labels such as 2·10⁰ are worse than two kinds. Else plain numbers if they are
/// short.
TicLabels amount_labels(std::span<const AxisRange> axes, bool beside_powers = false);

/// A power of ten with gnuplot's markup. Its exponent has 0.88 of the letter size: 7 of 8 points.
std::string power_text(int power);

/// The same as a tic format.
inline constexpr const char* power_of_ten = "10^{/*1.1 %T}";

/// gnuplot's arguments for the tics of a logarithmic axis of amounts and their format: powers of ten; over
/// less than two decades also some multiples, with labels such as 5·10⁻⁵ among powers. Without `are_shown`
/// they have no labels, for a panel above another that has them. At most
/// `most` powers of ten have one.
std::string amount_tics(const AxisRange& range, TicLabels labels, bool are_shown = true,
                        std::size_t most = most_tic_labels);

/// gnuplot's argument for the tics of a power_range: powers of ten. If there are more than `most`, some have
/// labels and the rest are small.
std::string power_tics(const AxisRange& range, std::size_t most = most_tic_labels);

}  // namespace descent
