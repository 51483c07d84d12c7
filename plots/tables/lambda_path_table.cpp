#include "plots/tables/lambda_path_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/analysis/time_to_target_rows.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/labels/short_number.hpp"
#include "plots/tables/time_entry.hpp"

namespace descent {
const std::vector<Column<LambdaPathRow>>& lambda_path_columns() {
  static const auto columns = [] {
    std::vector<Column<LambdaPathRow>> all;
    for (const Column<TimeToTargetRow>& each : time_to_target_columns()) {
      all.push_back({each.name, each.unit, each.description, each.text, each.assign});
    }
    all.push_back(
        column("lambda_rows", "", "λ m, λ times the number of training rows", &LambdaPathRow::lambda_rows));
    return all;
  }();
  return columns;
}

TextTable lambda_path_table(const Manifest& manifest, const LambdaPath& path, Axis axis) {
  TextTable table;
  table.title = fmt::format("{}, {} + {}{}: {} to {}", marked_name(dataset_title(path.dataset), path.dataset),
                            path.loss, path.regularizer, manifest.form.is_sum ? " (sum)" : "",
                            unit_text(axis), target_text(path_target));
  table.header = {"method"};
  for (const double lambda : path.lambdas) {
    table.header.push_back("λ = " + lambda_title(manifest, path.dataset, lambda));
  }
  const auto column_of = [&](double lambda) {
    return static_cast<std::size_t>(std::ranges::find(path.lambdas, lambda) - path.lambdas.begin());
  };
  std::vector<std::vector<Bounds>> medians(path.lambdas.size());
  for (const LambdaPathCurve& curve : path.curves) {
    for (const LambdaPathRow& row : curve.points) {
      if (!row.is_below_certificate)
        medians[column_of(row.lambda)].push_back(times_on(axis, row.time).median);
    }
  }
  for (const LambdaPathCurve& curve : path.curves) {
    std::vector<TextTable::Cell> cells(1 + path.lambdas.size(), {"?"});
    cells[0] = {manifest.methods[curve.method].label};
    for (const LambdaPathRow& row : curve.points) {
      const std::size_t column = column_of(row.lambda);
      cells[1 + column] = time_entry(row, axis, fastest(medians[column]));
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace descent
