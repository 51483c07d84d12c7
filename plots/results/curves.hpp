#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/axis.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/group_key.hpp"

namespace descent {

/// A quantity over the runs at a point of a curve.
struct Spread {
  std::optional<double> mean{}, median{}, p10{}, p90{};
};

/// One point of an averaged curve. DIR/curves.csv has a line for it, with the members that curve_columns()
/// lists, and their meanings and units; figures and the page also use the others.
struct CurvePoint : GroupKey {
  std::uint64_t point = 0;
  std::optional<double> cpu_seconds, wall_seconds, passes, updates;
  std::optional<double> setup_seconds_mean;
  std::optional<double> lower_bound;
  Spread objective, suboptimality, density, support_recall, support_false, train_error, test_error;
  std::uint64_t runs = 0;
  std::uint64_t failed_runs = 0;
  std::uint64_t ended_runs = 0;  ///< of the whole curve: ended by the method itself; not in the file
  /// True if all runs of the curve agree after equal work, like runs of a method without random numbers: only
  /// their times differ. Not in the file.
  bool runs_agree = false;
  std::string form = "mean";
  std::optional<double> l2_factor;
  std::string label;              ///< of the method, as in the configuration
  std::string lambda_as_written;  ///< "1/m", "C=1", "0.1"
};

/// A number of a checkpoint, if it has one.
using RowNumber = std::optional<double> (*)(const ResultRow&);

/// A horizontal axis of figures or page, or a unit of tables.
struct Position {
  std::string_view name;  ///< in the page; for an Axis, name_of()
  RowNumber of_row;       ///< without setup
  std::optional<double> CurvePoint::*of_point;
  const char* title;        ///< in the page: "passes over the data"
  const char* words;        ///< in titles of tables: "passes"
  const char* label;        ///< in figures: "Passes over the data"
  bool adds_setup = false;  ///< to the values of the last position without
};

std::span<const Position> positions();
const Position& position_of(Axis axis);

/// Axis of averaged curves: the budget's axis, with setup; wall time if runs worked in several threads.
Axis axis_of_curves(const Manifest& manifest);

// Ends of logarithmic axes of relative quantities, in figures and page.
inline constexpr double smallest_relative = 1e-9;  ///< hardly any certificate reaches further
inline constexpr double hatched_factor = 3;        ///< by which the axis extends below the certificate's gap

/// Vertical axis of a quantity in a figure.
enum class RangeRule {
  below_start,      ///< from slightly below the best value to F(0)
  to_certificate,   ///< the same on a logarithmic axis, not far into the certificate's gap, which is hatched
  from_no_percent,  ///< of a share, as 0 % to the largest
};

/// A quantity of the vertical axis in figures, and its columns in their data files.
struct FigureAxis {
  const char* label;         ///< with gnuplot's markup
  const char* column;        ///< name in data files
  std::size_t first_column;  ///< counted from 1 as in gnuplot
  int digits;
  std::optional<double> Spread::*line;
  bool has_band;  ///< from 10 % to 90 % of the runs, in the two columns after the line's
  RangeRule range;
};

/// A number of checkpoints. The only list of them: means and curves.csv, data files and figures, and the page
/// are made from it.
struct Quantity {
  std::string_view name;  ///< in columns, and in the page
  RowNumber of_row;
  Spread CurvePoint::*of_point;
  /// Descriptions of the columns NAME_mean, _median, _p10 and _p90 of curves.csv; none: no such column.
  std::array<const char*, 4> columns;
  const char* title;            ///< in the page
  const char* short_title;      ///< beside a number
  bool is_relative = false;     ///< divided by D* in figures and page
  bool is_logarithmic = false;  ///< by default in the page
  bool is_share = false;        ///< from 0 to 1; in figures in %
  std::optional<FigureAxis> figure{};
};

/// In the order of curves.csv.
std::span<const Quantity> quantities();
const Quantity& quantity_named(std::string_view name);

/// The columns of curves.csv, in order.
const std::vector<Column<CurvePoint>>& curve_columns();

/// Content of curves.csv.
std::string curves_csv(std::span<const CurvePoint> curves);

/// Columns of a curve's data file after the position, from quantities().
struct DataColumn {
  const Quantity* quantity;
  std::string name;
  std::optional<double> Spread::*statistic;
};
const std::vector<DataColumn>& data_columns();

/// The number as in figures: in %, or (F(w) − D*) / D*. Empty if the point has none: no certificate, a bound
/// D* ≤ 0, no support to compare with.
std::optional<double> drawn_value(const CurvePoint& point, const Quantity& quantity,
                                  std::optional<double> Spread::*statistic);

/// The value of the quantity's line.
std::optional<double> line_value(const CurvePoint& point, const Quantity& quantity);

}  // namespace descent
