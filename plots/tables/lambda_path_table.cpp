#include "plots/tables/lambda_path_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/analysis/time_to_target_rows.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/labels/short_number.hpp"
#include "plots/tables/table_files.hpp"
#include "plots/tables/time_entry.hpp"

namespace descent {
namespace {

std::string path_introduction(const Manifest& manifest) {
  return fmt::format(
      "Time to target over λ: {}. CPU seconds, and passes over the data, until the relative suboptimality "
      "(F(w) − D*)/D* is at most {} for good (never again above twice that), where D* is the certified lower "
      "bound of min F: median over the runs (10 %–90 % quantiles), without setup where the table does not "
      "say otherwise. {} 0: w = 0 meets the target. \"?\" also: no certificate, or not run.",
      manifest.title, target_text(path_target), time_entry_legend);
}

}  // namespace

const std::vector<Column<LambdaPathRow>>& lambda_path_columns() {
  static const auto columns = [] {
    std::vector<Column<LambdaPathRow>> all(time_to_target_columns().begin(), time_to_target_columns().end());
    all.push_back(
        column("lambda_rows", "", "λ m, λ times the number of training rows", &LambdaPathRow::lambda_rows));
    return all;
  }();
  return columns;
}

TextTable lambda_path_table(const Manifest& manifest, const LambdaPath& path, Axis axis) {
  TextTable table;
  table.title = fmt::format(
      "{}, {} + {}{}: {} to {}", marked_name(dataset_title(manifest, path.dataset), path.dataset), path.loss,
      path.regularizer, manifest.form.is_sum ? " (sum)" : "", unit_text(axis), target_text(path_target));
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

std::vector<std::filesystem::path> write_lambda_path_tables(const DrawnFolder& folder,
                                                            const Manifest& manifest,
                                                            std::span<const LambdaPath> paths) {
  TableFiles files{.name = "lambda_path",
                   .csv = header_text(lambda_path_columns()),
                   .introduction = path_introduction(manifest),
                   .conditions = condition_sentences(manifest)};
  for (const LambdaPath& path : paths) {
    for (const LambdaPathCurve& curve : path.curves) {
      for (const LambdaPathRow& row : curve.points) files.csv += row_text(lambda_path_columns(), row);
    }
    for (const Axis axis : all_axes) files.tables.push_back(lambda_path_table(manifest, path, axis));
  }
  return write_tables(folder, files);
}

}  // namespace descent
