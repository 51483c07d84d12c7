#include "plots/report/report_quantity.hpp"

namespace descent {

using Number = std::optional<double>;

std::span<const ReportQuantity> report_positions() {
  static constexpr ReportQuantity positions[] = {
      {"cpu_seconds", [](const ResultRow& row) { return Number(row.cpu_seconds); }},
      {"wall_seconds", [](const ResultRow& row) { return Number(row.wall_seconds); }},
      {"passes", [](const ResultRow& row) { return Number(row.passes); }},
      {"updates", [](const ResultRow& row) { return Number(static_cast<double>(row.updates)); }},
  };
  return positions;
}

std::span<const ReportQuantity> report_quantities() {
  static constexpr ReportQuantity quantities[] = {
      {"objective", [](const ResultRow& row) { return row.objective; }},
      {"suboptimality", [](const ResultRow& row) { return row.suboptimality; }},
      {"density", [](const ResultRow& row) { return row.density; }},
      {"support_recall", [](const ResultRow& row) { return row.support_recall; }},
      {"support_false", [](const ResultRow& row) { return row.support_false; }},
      {"train_error", [](const ResultRow& row) { return row.train_error; }},
      {"test_error", [](const ResultRow& row) { return row.test_error; }},
      {"proved_gap",
       [](const ResultRow& row) {
         return row.objective && row.dual_value ? Number(*row.objective - *row.dual_value) : std::nullopt;
       }},
  };
  return quantities;
}

}  // namespace descent
