#include "plots/figures/curve_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "support/text/safe_names.hpp"

namespace descent {
namespace {

struct FileColumn {
  Quantity quantity;
  const char* name;
  const char* format;
};

constexpr auto objective_format = "{:.12g}";
constexpr auto share_format = "{:.10g}";

/// In the order of the quantities.
constexpr std::array<FileColumn, 9> file_columns{{
    {Quantity::objective_mean, "objective_mean", objective_format},
    {Quantity::objective_p10, "objective_p10", objective_format},
    {Quantity::objective_p90, "objective_p90", objective_format},
    {Quantity::nonzero_percent, "nonzero_percent", share_format},
    {Quantity::suboptimality_median, "relative_suboptimality_median", share_format},
    {Quantity::suboptimality_p10, "relative_suboptimality_p10", share_format},
    {Quantity::suboptimality_p90, "relative_suboptimality_p90", share_format},
    {Quantity::support_found_percent, "support_found_percent", share_format},
    {Quantity::support_wrong_percent, "support_wrong_percent", share_format},
}};

std::optional<double> percent(const std::optional<double>& share) {
  if (!share) return std::nullopt;
  return 100 * *share;
}

std::optional<double> relative(const std::optional<double>& suboptimality, const CurvePoint& point) {
  if (!suboptimality || !point.lower_bound || !(*point.lower_bound > 0)) return std::nullopt;
  return *suboptimality / *point.lower_bound;
}

}  // namespace

std::optional<double> quantity_of(const CurvePoint& point, Quantity quantity) {
  switch (quantity) {
    case Quantity::objective_mean:
      return point.objective_mean;
    case Quantity::objective_p10:
      return point.objective_p10;
    case Quantity::objective_p90:
      return point.objective_p90;
    case Quantity::nonzero_percent:
      return percent(point.density_mean);
    case Quantity::suboptimality_median:
      return relative(point.suboptimality_median, point);
    case Quantity::suboptimality_p10:
      return relative(point.suboptimality_p10, point);
    case Quantity::suboptimality_p90:
      return relative(point.suboptimality_p90, point);
    case Quantity::support_found_percent:
      return percent(point.support_recall_mean);
    case Quantity::support_wrong_percent:
      return percent(point.support_false_mean);
  }
  return std::nullopt;
}

bool has_quantity(const PanelCurve& curve, Quantity quantity) {
  return std::ranges::any_of(
      curve.points, [&](const CurvePoint& point) { return quantity_of(point, quantity).has_value(); });
}

std::size_t column_number(Quantity quantity) {
  const auto found = std::ranges::find(file_columns, quantity, &FileColumn::quantity);
  return static_cast<std::size_t>(found - file_columns.begin()) + 2;
}

std::string method_file_text(const ManifestMethod& method) {
  return file_name_text(method.variant.empty() ? method.name : method.name + '-' + method.variant);
}

std::string curve_file(const std::string& name, const Panel& panel, const PanelCurve& curve,
                       const Manifest& manifest) {
  return fmt::format("{}/{}-{}-{}.dat", name, panel.letter, curve.method + 1,
                     method_file_text(manifest.methods[curve.method]));
}

std::string curve_file_text(const PanelCurve& curve, Axis axis) {
  std::string text = fmt::format("# {}", name_of(axis));
  for (const FileColumn& column : file_columns) text.append(" ").append(column.name);
  text += '\n';
  for (const CurvePoint& point : curve.points) {
    text += fmt::format("{:.10g}", axis_position(point, axis));
    for (const FileColumn& column : file_columns) {
      const auto value = quantity_of(point, column.quantity);
      text += ' ' + (value ? fmt::format(fmt::runtime(column.format), *value) : "?");
    }
    text += '\n';
  }
  return text;
}

}  // namespace descent
