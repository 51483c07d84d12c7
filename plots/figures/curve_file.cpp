#include "plots/figures/curve_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace descent {
namespace {

std::optional<double> percent(const std::optional<double>& share) {
  return share ? std::optional(100 * *share) : std::nullopt;
}

/// (F(w) − D*) / D* from F(w) − D*.
std::optional<double> relative(const std::optional<double>& suboptimality, const CurvePoint& point) {
  if (!suboptimality || !point.lower_bound || !(*point.lower_bound > 0)) return std::nullopt;
  return *suboptimality / *point.lower_bound;
}

/// A column of a data file after the position.
struct FileColumn {
  const char* name;
  int digits;
  std::optional<double> (*of)(const CurvePoint&);
};

/// In the order of the quantities.
constexpr std::array<FileColumn, 9> file_columns{{
    {"objective_mean", 12, [](const CurvePoint& point) { return point.objective_mean; }},
    {"objective_p10", 12, [](const CurvePoint& point) { return point.objective_p10; }},
    {"objective_p90", 12, [](const CurvePoint& point) { return point.objective_p90; }},
    {"nonzero_percent", 10, [](const CurvePoint& point) { return percent(point.density_mean); }},
    {"relative_suboptimality_median", 10,
     [](const CurvePoint& point) { return relative(point.suboptimality_median, point); }},
    {"relative_suboptimality_p10", 10,
     [](const CurvePoint& point) { return relative(point.suboptimality_p10, point); }},
    {"relative_suboptimality_p90", 10,
     [](const CurvePoint& point) { return relative(point.suboptimality_p90, point); }},
    {"support_found_percent", 10, [](const CurvePoint& point) { return percent(point.support_recall_mean); }},
    {"support_wrong_percent", 10, [](const CurvePoint& point) { return percent(point.support_false_mean); }},
}};

}  // namespace

std::optional<double> quantity_of(const CurvePoint& point, Quantity quantity) {
  return file_columns[static_cast<std::size_t>(quantity)].of(point);
}

bool has_quantity(const PanelCurve& curve, Quantity quantity) {
  return std::ranges::any_of(
      curve.points, [&](const CurvePoint& point) { return quantity_of(point, quantity).has_value(); });
}

std::size_t column_number(Quantity quantity) {
  return static_cast<std::size_t>(quantity) + 2;
}

std::size_t start_lines(const PanelCurve& curve, Axis axis) {
  if (!curve.start) return 0;
  return axis == Axis::cpu_seconds_with_setup && curve.setup_seconds > 0 ? 2 : 1;
}

std::string curve_file_text(const PanelCurve& curve, Axis axis) {
  std::string text = fmt::format("# {}", name_of(axis));
  for (const FileColumn& column : file_columns) text.append(" ").append(column.name);
  text += '\n';
  const auto add = [&](double position, const CurvePoint& point) {
    text += fmt::format("{:.10g}", position);
    for (const FileColumn& column : file_columns) {
      const auto value = column.of(point);
      text += ' ' + (value ? fmt::format("{:.{}g}", *value, column.digits) : "?");
    }
    text += '\n';
  };
  const std::size_t starts = start_lines(curve, axis);
  if (starts > 0) add(0, *curve.start);
  if (starts > 1) add(curve.setup_seconds, *curve.start);
  for (const CurvePoint& point : curve.points) add(axis_position(point, axis), point);
  return text;
}

}  // namespace descent
