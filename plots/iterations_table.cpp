#include "plots/iterations_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "plots/atomic_file.hpp"
#include "plots/cells.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/problem_title.hpp"
#include "plots/text_table.hpp"

namespace descent {
namespace {

bool has_outer_iterations(const std::vector<ResultRow>& run) {
  return run.back().outer_iterations.has_value();
}

/// A share of misclassified rows as their number.
std::optional<std::uint64_t> count_of(const std::optional<double>& share, std::uint64_t rows) {
  if (!share || !std::isfinite(*share)) return std::nullopt;
  return static_cast<std::uint64_t>(std::llround(*share * static_cast<double>(rows)));
}

/// In regression an error is a mean square and no share.
bool is_for_classes(const std::string& loss) {
  return !loss.ends_with("epsilon_insensitive");
}

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

TextTable table_of(const Manifest& manifest, const Cell& problem) {
  const ManifestDataset& dataset = dataset_of(manifest, problem);
  TextTable table;
  table.title = fmt::format("{}, {} + {}, λ = {}", marked_name(dataset_title(dataset), dataset), problem.loss,
                            problem.regularizer, lambda_title(manifest, dataset, problem.lambda));
  table.header = {"method",      "iterations", "in the first outer step", "outer steps", "train errors",
                  "test errors", "ended by"};
  return table;
}

}  // namespace

const std::vector<Column<IterationsRow>>& iterations_columns() {
  using R = IterationsRow;
  static const std::vector<Column<R>> columns{
      column("experiment", "", "as in the run files", &R::experiment),
      column("dataset", "", "as in the run files", &R::dataset),
      column("source", "", "as in the run files", &R::source),
      column("loss", "", "as in the run files", &R::loss),
      column("regularizer", "", "as in the run files", &R::regularizer),
      column("lambda", "", "as in the run files", &R::lambda, Digits::seventeen),
      column("method", "", "as in the run files", &R::method),
      column("variant", "", "as in the run files", &R::variant),
      column("seed", "", "as in the run files", &R::seed),
      column("status", "", "of the last row", &R::status),
      column("iterations", "updates", "of the run in all; of a method with two loops, inner ones",
             &R::iterations),
      column("outer_iterations", "iterations", "complete ones; empty for methods without them",
             &R::outer_iterations),
      column("first_outer_above", "updates",
             "at the checkpoint before the first outer iteration was complete", &R::first_outer_above),
      column("first_outer_within", "updates", "at the first checkpoint that saw it complete",
             &R::first_outer_within),
      column("train_rows", "rows", "of the dataset", &R::train_rows),
      column("train_errors", "rows", "on the wrong side of the last iterate; empty in regression",
             &R::train_errors),
      column("test_rows", "rows", "that were evaluated", &R::test_rows),
      column("test_errors", "rows", "on the wrong side; empty without a test set", &R::test_errors),
  };
  return columns;
}

IterationsRow iterations_row(const Cell& cell, const std::vector<ResultRow>& run,
                             const ManifestDataset& dataset) {
  const ResultRow& last = run.back();
  IterationsRow row{cell.experiment,  cell.dataset, cell.source,  cell.loss,
                    cell.regularizer, cell.method,  cell.variant, last.status,
                    cell.lambda,      last.seed,    last.updates, last.outer_iterations};
  row.train_rows = dataset.rows;
  row.test_rows = dataset.test_rows;
  if (is_for_classes(cell.loss)) {
    row.train_errors = count_of(last.train_error, dataset.rows);
    row.test_errors = count_of(last.test_error, dataset.test_rows);
  }
  const auto complete =
      std::ranges::find_if(run, [](const ResultRow& each) { return each.outer_iterations.value_or(0) > 0; });
  if (complete != run.end() && complete != run.begin()) {
    row.first_outer_above = (complete - 1)->updates;
    row.first_outer_within = complete->updates;
  }
  return row;
}

std::vector<IterationsRow> iterations_rows(const ResultsFolder& results) {
  if (std::ranges::none_of(results.runs, has_outer_iterations)) return {};
  std::vector<IterationsRow> rows;
  for (const Cell& cell : cells_of(results)) {
    for (const auto* run : cell.runs)
      rows.push_back(iterations_row(cell, *run, dataset_of(results.manifest, cell)));
  }
  return rows;
}

DrawnFiles write_iterations(const std::filesystem::path& folder, const ResultsFolder& results) {
  const auto rows = iterations_rows(results);
  if (rows.empty()) return {};
  std::string csv = header_text(iterations_columns());
  for (const IterationsRow& row : rows) csv += row_text(iterations_columns(), row);

  const Manifest& manifest = results.manifest;
  const auto cells = cells_of(results);
  const auto problem_of = [](const Cell& cell) {
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
