#include "plots/tables/iterations_table.hpp"

#include <fmt/format.h>

#include <tuple>

#include "plots/analysis/iterations.hpp"
#include "plots/labels/problem_title.hpp"
#include "support/files/atomic_file.hpp"
#include "support/text/plural.hpp"
#include "support/text/text_table.hpp"

namespace descent {
namespace {

/// "30", or "17 to 41" where checkpoints are too far apart to tell.
std::string first_outer_text(const IterationsRow& row) {
  if (!row.first_outer_within) return "—";
  const auto least = *row.first_outer_above + 1;
  if (least >= *row.first_outer_within) return with_thousands(*row.first_outer_within);
  return fmt::format("{} to {}", with_thousands(least), with_thousands(*row.first_outer_within));
}

std::string errors_text(const std::optional<std::uint64_t>& errors, std::uint64_t rows) {
  return errors ? fmt::format("{} of {}", with_thousands(*errors), with_thousands(rows)) : "—";
}

std::string introduction(const Manifest& manifest) {
  return fmt::format(
      "Iterations: {}. Iterations of a run in all (of a method with two loops: inner ones), those of its "
      "first "
      "outer step, outer steps, and how many points the last iterate has on the wrong side. One run a "
      "method, "
      "its first seed. \"17 to 41\": between two checkpoints. \"—\": not a matter of this method or these "
      "data.",
      manifest.title);
}

TextTable table_of(const Manifest& manifest, const RunGroup& problem) {
  const ManifestDataset& dataset = dataset_of(manifest, problem);
  TextTable table;
  table.title = fmt::format("{}, {} + {}, λ = {}", marked_name(dataset_title(dataset), dataset), problem.loss,
                            problem.regularizer, lambda_title(manifest, dataset, problem.lambda));
  table.header = {"method",      "iterations", "in the first outer step", "outer steps", "train errors",
                  "test errors", "ended by"};
  return table;
}

}  // namespace

DrawnFiles write_iterations(const std::filesystem::path& folder, const ResultsFolder& results) {
  const auto rows = iterations_rows(results);
  if (rows.empty()) return {};
  std::string csv = header_text(iterations_columns());
  for (const IterationsRow& row : rows) csv += row_text(iterations_columns(), row);

  const Manifest& manifest = results.manifest;
  const auto cells = run_groups(results);
  const auto problem_of = [](const RunGroup& cell) {
    return std::tie(cell.dataset, cell.loss, cell.regularizer, cell.lambda);
  };
  std::string markdown = markdown_text(introduction(manifest)) + '\n';
  TextTable table;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i == 0 || problem_of(cells[i]) != problem_of(cells[i - 1])) table = table_of(manifest, cells[i]);
    const IterationsRow row =
        iterations_row(cells[i], *cells[i].runs.front(), dataset_of(manifest, cells[i]));
    const std::string outer = row.outer_iterations ? with_thousands(*row.outer_iterations) : "—";
    table.rows.push_back({{cells[i].label},
                          {with_thousands(row.iterations)},
                          {first_outer_text(row)},
                          {outer},
                          {errors_text(row.train_errors, row.train_rows)},
                          {errors_text(row.test_errors, row.test_rows)},
                          {row.status}});
    if (i + 1 == cells.size() || problem_of(cells[i]) != problem_of(cells[i + 1]))
      markdown += '\n' + to_markdown(table);
  }
  const auto tables = folder / "tables";
  make_folder(tables);
  DrawnFiles files;
  files.tables = {tables / "iterations.csv", tables / "iterations.md"};
  write_atomically(files.tables[0], csv);
  write_atomically(files.tables[1], markdown);
  return files;
}

}  // namespace descent
