#pragma once

#include <optional>
#include <string>

#include "plots/figures/panel.hpp"
#include "plots/results/curves.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// What figures draw of a point of a curve, in the order of a data file's columns, where they stand behind
/// the position. Suboptimality is relative: (F(w) − D*) / D*.
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

/// Empty where the point has none: no certificate, a bound D* ≤ 0, no support to compare with.
std::optional<double> quantity_of(const CurvePoint& point, Quantity quantity);

/// Whether any point of the curve has it.
bool has_quantity(const PanelCurve& curve, Quantity quantity);

/// The quantity's column in a data file, counted from 1 as in gnuplot.
std::size_t column_number(Quantity quantity);

/// How many lines of a data file come before that of the curve's first point: w = 0 at position 0, and again
/// where setup ends if the axis includes setup.
std::size_t start_lines(const PanelCurve& curve, Axis axis);

/// The text of the data file of a curve, from which all figures of a results folder are drawn: a header
/// comment, the start_lines() and a line a point, the position and its quantities ("?" where unknown).
std::string curve_file_text(const PanelCurve& curve, Axis axis);

}  // namespace descent
