#pragma once

#include <optional>
#include <string>

#include "plots/figures/panel.hpp"
#include "plots/results/curves.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Quantities of a curve's point, in the order of a data file's columns after the position. Suboptimality is
/// relative: (F(w) − D*) / D*.
enum class Quantity {
  objective_mean,
  objective_p10,
  objective_p90,
  nonzero_percent,
  suboptimality_median,
  suboptimality_p10,
  suboptimality_p90,
  support_found_percent,
  support_wrong_percent,
};

/// Empty if the point has none: no certificate, a bound D* ≤ 0, no support to compare with.
std::optional<double> quantity_of(const CurvePoint& point, Quantity quantity);

/// True if any point of the curve has it.
bool has_quantity(const PanelCurve& curve, Quantity quantity);

/// Column of the quantity in a data file, counted from 1 as in gnuplot.
std::size_t column_number(Quantity quantity);

/// Lines in a data file before the curve's first point: w = 0 at position 0, and again at the end of setup if
/// the axis includes setup.
std::size_t start_lines(const PanelCurve& curve, Axis axis);

/// Data file of a curve for all figures of a results folder: a header comment, the start_lines(), and per
/// point its position and quantities ("?" if unknown).
std::string curve_file_text(const PanelCurve& curve, Axis axis);

}  // namespace descent
