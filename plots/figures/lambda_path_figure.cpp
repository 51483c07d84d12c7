#include "plots/figures/lambda_path_figure.hpp"

#include <fmt/format.h>

#include "plots/figures/lambda_path_script.hpp"
#include "plots/labels/short_number.hpp"
#include "plots/tables/lambda_path_table.hpp"
#include "plots/tables/time_entry.hpp"
#include "support/files/atomic_file.hpp"

namespace descent {
namespace {

std::string introduction(const Manifest& manifest) {
  return fmt::format(
      "Time to target over λ: {}. CPU seconds, and passes over the data, until the relative suboptimality "
      "(F(w) − D*)/D* is at most {} for good (never again above twice that), where D* is the certified lower "
      "bound of min F: median over the runs (10 %–90 % quantiles), without setup where the table does not "
      "say otherwise. {} 0: w = 0 meets the target. \"?\" also: no certificate, or not run.",
      manifest.title, target_text(path_target), time_entry_legend);
}

}  // namespace

DrawnFiles write_lambda_path(const std::filesystem::path& folder, const ResultsFolder& results) {
  const auto paths = lambda_paths(results);
  if (paths.empty()) return {};
  const Manifest& manifest = results.manifest;
  std::string csv = header_text(lambda_path_columns());
  std::string markdown = markdown_text(introduction(manifest)) + '\n';
  std::string latex = "\\noindent " + latex_text(introduction(manifest)) + '\n';
  for (const LambdaPath& path : paths) {
    for (const LambdaPathCurve& curve : path.curves) {
      for (const LambdaPathRow& row : curve.points) csv += row_text(lambda_path_columns(), row);
    }
    for (const Axis axis : {Axis::cpu_seconds, Axis::cpu_seconds_with_setup, Axis::passes}) {
      const TextTable table = lambda_path_table(manifest, path, axis);
      markdown += '\n' + to_markdown(table);
      latex += '\n' + to_latex(table);
    }
  }
  const auto tables = folder / "tables";
  make_folder(tables);
  DrawnFiles files;
  files.tables = {tables / "lambda_path.csv", tables / "lambda_path.md", tables / "lambda_path.tex"};
  write_atomically(files.tables[0], csv);
  write_atomically(files.tables[1], markdown);
  write_atomically(files.tables[2], latex);
  files.scripts = {write_lambda_path_script(folder, manifest, paths)};
  return files;
}

}  // namespace descent
