#include "plots/time_to_target_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "plots/atomic_file.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/problem_title.hpp"
#include "plots/statistics.hpp"
#include "plots/time_entry.hpp"

namespace descent {
namespace {

auto problem_of(const TimeToTargetRow& row) {
  return std::tie(row.dataset, row.loss, row.regularizer, row.lambda);
}

/// Over the runs that have not failed: these report no setup.
std::optional<double> median_setup(const Cell& cell) {
  std::vector<double> seconds;
  for (const auto* run : cell.runs) {
    if (!run_status::is_failed(run->back().status)) seconds.push_back(run->back().setup_seconds);
  }
  return seconds.empty() ? std::nullopt : std::optional(quantile(seconds, 0.5));
}

std::string problem_text(const Manifest& manifest, const TimeToTargetRow& row) {
  const auto dataset = std::ranges::find(manifest.datasets, row.dataset, &ManifestDataset::name);
  const std::string lambda = dataset == manifest.datasets.end() ? lambda_text(row.lambda, 0)
                                                                : lambda_title(manifest, *dataset, row.lambda);
  const std::string name = std::filesystem::path(row.dataset).filename().string();  // it may be a file's path
  return fmt::format("{}{}, {} + {}, λ = {}", name, row.source == "stand-in" ? " (stand-in)" : "", row.loss,
                     row.regularizer, lambda);
}

std::string introduction(const Manifest& manifest) {
  return fmt::format(
      "Time to target: {}. CPU seconds, and passes over the data, until the relative suboptimality "
      "(F(w) − D*)/D* is at most 1e-1 to 1e-6 for the first time, where D* is the certified lower bound of "
      "min F: median over the runs (10 %–90 % quantiles). Setup before the first step has a column of its "
      "own and is not in the times. \"> 5 (3/10)\": 3 of 10 runs got there, the median run did not, and the "
      "longest run had 5. \"—\": smaller than the certificate's gap, so that nobody can tell. Bold: the "
      "fastest. Data marked as stand-in are synthetic.",
      manifest.title);
}

bool read_flag(const std::string& field) {
  if (field != "0" && field != "1") throw ResultFileError(fmt::format("expected 0 or 1, got '{}'", field));
  return field == "1";
}

}  // namespace

const std::vector<Column<TimeToTargetRow>>& time_to_target_columns() {
  using R = TimeToTargetRow;
  // The columns of TimeToTarget, which is a part of the row.
  const auto of_time = [](std::string_view name, std::string_view unit, std::string_view description,
                          auto member) {
    return Column<R>{name, unit, description,
                     [=](const R& row) { return field_text(row.time.*member, Digits::shortest); },
                     [=](R& row, const std::string& field) { read_field(field, row.time.*member); }};
  };
  using T = TimeToTarget;
  static const std::vector<Column<R>> columns{
      column("experiment", "", "as in the run files", &R::experiment),
      column("dataset", "", "as in the run files", &R::dataset),
      column("source", "", "as in the run files", &R::source),
      column("loss", "", "as in the run files", &R::loss),
      column("regularizer", "", "as in the run files", &R::regularizer),
      column("lambda", "", "as in the run files", &R::lambda, Digits::seventeen),
      column("method", "", "as in the run files", &R::method),
      column("variant", "", "as in the run files", &R::variant),
      of_time("target", "", "relative suboptimality (F(w) − D*)/D* to be reached", &T::target),
      of_time("runs", "runs", "all of them, failed ones included", &T::runs),
      of_time("arrived", "runs", "those that got there", &T::arrived),
      of_time("cpu_seconds_median", "s",
              "until then, without setup; empty where the median run did not get there",
              &T::cpu_seconds_median),
      of_time("cpu_seconds_p10", "s", "10 % quantile", &T::cpu_seconds_p10),
      of_time("cpu_seconds_p90", "s", "90 % quantile; empty where it falls on a run that did not get there",
              &T::cpu_seconds_p90),
      of_time("passes_median", "passes", "the same in passes over the data", &T::passes_median),
      of_time("passes_p10", "passes", "10 % quantile", &T::passes_p10),
      of_time("passes_p90", "passes", "90 % quantile", &T::passes_p90),
      of_time("cpu_seconds_longest", "s", "billed to the longest run: what a missing time exceeds",
              &T::cpu_seconds_longest),
      of_time("passes_longest", "passes", "of the longest run", &T::passes_longest),
      column("setup_seconds_median", "s",
             "setup, which is not in the times; empty where all runs have failed", &R::setup_seconds_median),
      Column<R>{"below_certificate", "", "1 where the target lies within the certificate's gap, else 0",
                [](const R& row) { return std::string(row.is_below_certificate ? "1" : "0"); },
                [](R& row, const std::string& field) { row.is_below_certificate = read_flag(field); }},
  };
  return columns;
}

std::optional<TimeToTargetRow> time_to_target_row(const Manifest& manifest, const Cell& cell, double target) {
  const ManifestReference* reference = certificate_of(manifest, cell);
  if (reference == nullptr) return std::nullopt;
  return TimeToTargetRow{cell.experiment,
                         cell.dataset,
                         cell.source,
                         cell.loss,
                         cell.regularizer,
                         cell.method,
                         cell.variant,
                         cell.lambda,
                         time_to_target(cell, target),
                         median_setup(cell),
                         certified_gap(*reference) > target};
}

std::vector<TimeToTargetRow> time_to_target_rows(const ResultsFolder& results) {
  std::vector<TimeToTargetRow> rows;
  for (const Cell& cell : cells_of(results)) {
    for (const double target : relative_targets) {
      if (auto row = time_to_target_row(results.manifest, cell, target)) rows.push_back(std::move(*row));
    }
  }
  return rows;
}

TextTable time_table(const ResultsFolder& results, std::span<const TimeToTargetRow> problem, Axis axis) {
  TextTable table;
  const bool in_seconds = axis == Axis::cpu_seconds;
  table.title = fmt::format("{}: {}", problem_text(results.manifest, problem.front()),
                            in_seconds ? "CPU seconds" : "passes");
  table.header = {"method"};
  if (in_seconds) table.header.emplace_back("setup (s)");
  for (const double target : relative_targets) table.header.push_back(target_text(target));
  std::vector<double> fastest(std::size(relative_targets), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const auto median = times_on(axis, problem[i].time).median;
    double& best = fastest[i % std::size(relative_targets)];
    if (!problem[i].is_below_certificate) best = std::min(best, median.value_or(best));
  }
  for (std::size_t i = 0; i < problem.size(); i += std::size(relative_targets)) {
    std::vector<TextTable::Cell> cells{{label_of(results.manifest, problem[i])}};
    if (in_seconds) {
      const auto setup = problem[i].setup_seconds_median;
      cells.push_back({setup ? short_number(*setup) : ""});
    }
    for (std::size_t k = 0; k < std::size(relative_targets); ++k) {
      const TimeToTargetRow& row = problem[i + k];
      cells.push_back(time_entry(row, axis));
      const auto median = times_on(axis, row.time).median;
      cells.back().is_best = !row.is_below_certificate && median && *median == fastest[k];
    }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::vector<std::filesystem::path> write_time_to_target(const std::filesystem::path& folder,
                                                        const ResultsFolder& results) {
  const std::vector<TimeToTargetRow> rows = time_to_target_rows(results);
  if (rows.empty()) return {};
  std::string csv = header_text(time_to_target_columns());
  for (const TimeToTargetRow& row : rows) csv += row_text(time_to_target_columns(), row);
  std::string markdown = markdown_text(introduction(results.manifest)) + '\n';
  std::string latex = "\\noindent " + latex_text(introduction(results.manifest)) + '\n';
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(
        first, rows.end(), [&](const TimeToTargetRow& row) { return problem_of(row) != problem_of(*first); });
    for (const Axis axis : {Axis::cpu_seconds, Axis::passes}) {
      const TextTable table = time_table(results, {first, last}, axis);
      markdown += '\n' + to_markdown(table);
      latex += '\n' + to_latex(table);
    }
    first = last;
  }
  const auto tables = folder / "tables";
  make_folder(tables);
  const std::vector<std::filesystem::path> files{tables / "time_to_target.csv", tables / "time_to_target.md",
                                                 tables / "time_to_target.tex"};
  write_atomically(files[0], csv);
  write_atomically(files[1], markdown);
  write_atomically(files[2], latex);
  return files;
}

}  // namespace descent
