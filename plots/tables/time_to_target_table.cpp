#include "plots/tables/time_to_target_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <tuple>

#include "plots/labels/problem_title.hpp"
#include "plots/labels/short_number.hpp"
#include "plots/tables/time_entry.hpp"
#include "support/files/atomic_file.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

auto problem_of(const TimeToTargetRow& row) {
  return std::tie(row.dataset, row.loss, row.regularizer, row.lambda);
}

std::string problem_text(const Manifest& manifest, const TimeToTargetRow& row) {
  const auto dataset = std::ranges::find(manifest.datasets, row.dataset, &ManifestDataset::name);
  const std::string lambda = dataset == manifest.datasets.end()
                                 ? lambda_text(row.lambda, 0)
                                 : lambda_title(manifest, *dataset, row.lambda);
  const std::string name = std::filesystem::path(row.dataset).filename().string();  // it may be a file's path
  return fmt::format("{}{}, {} + {}, λ = {}{}", name, row.source == "stand-in" ? " (stand-in)" : "", row.loss,
                     row.regularizer, lambda, manifest.form.is_sum ? " (sum)" : "");
}

std::string introduction(const Manifest& manifest, bool has_start_scale) {
  return fmt::format(
      "Time to target: {}. CPU seconds, and passes over the data, until the relative suboptimality "
      "(F(w) − D*)/D* is at most 1e-1 to 1e-6 for good (never again above twice that), where D* is the "
      "certified lower bound of min F: median over the runs (10 %–90 % quantiles). {}Setup before the first "
      "step has a column of its own, and is in the times only where a table says so. {}",
      manifest.title,
      has_start_scale
          ? "Tables \"of F(0) − D*\": the same for (F(w) − D*)/(F(0) − D*), where that differs from "
            "the other by more than a factor of 2. "
          : "",
      time_entry_legend);
}

}  // namespace

TextTable time_table(const ResultsFolder& results, std::span<const TimeToTargetRow> problem, Axis axis,
                     TargetScale scale) {
  TextTable table;
  const bool in_seconds = axis == Axis::cpu_seconds;
  table.title = fmt::format("{}: {}{}", problem_text(results.manifest, problem.front()), unit_text(axis),
                            scale == TargetScale::start ? ", of F(0) − D*" : "");
  table.header = {"method"};
  if (in_seconds) table.header.emplace_back("setup (s)");
  for (const double target : relative_targets) table.header.push_back(target_text(target));
  constexpr std::size_t targets = std::size(relative_targets);
  std::vector<TimeToTargetRow> rows;
  std::ranges::copy_if(problem, std::back_inserter(rows),
                       [&](const TimeToTargetRow& row) { return row.time.scale == scale; });
  std::array<std::vector<Bounds>, targets> medians;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].is_below_certificate) medians[i % targets].push_back(times_on(axis, rows[i].time).median);
  }
  for (std::size_t i = 0; i < rows.size(); i += targets) {
    std::vector<TextTable::Cell> cells{{label_of(results.manifest, rows[i])}};
    if (in_seconds) {
      const auto setup = rows[i].setup_seconds_median;
      cells.push_back({setup ? short_number(*setup) : ""});
    }
    for (std::size_t k = 0; k < targets; ++k)
      cells.push_back(time_entry(rows[i + k], axis, fastest(medians[k])));
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
  std::vector<TextTable> tables;
  bool has_start_scale = false;
  for (auto first = rows.begin(); first != rows.end();) {
    const auto last = std::find_if(
        first, rows.end(), [&](const TimeToTargetRow& row) { return problem_of(row) != problem_of(*first); });
    const std::span<const TimeToTargetRow> problem(first, last);
    for (const TargetScale scale : target_scales) {
      if (scale == TargetScale::start && !scales_differ(problem)) continue;
      has_start_scale = has_start_scale || scale == TargetScale::start;
      for (const Axis axis : {Axis::cpu_seconds, Axis::cpu_seconds_with_setup, Axis::passes})
        tables.push_back(time_table(results, problem, axis, scale));
    }
    first = last;
  }
  const std::string text = introduction(results.manifest, has_start_scale);
  std::string markdown = markdown_text(text) + '\n';
  std::string latex = "\\noindent " + latex_text(text) + '\n';
  for (const TextTable& table : tables) {
    markdown += '\n' + to_markdown(table);
    latex += '\n' + to_latex(table);
  }
  const auto place = folder / "tables";
  make_folder(place);
  const std::vector<std::filesystem::path> files{place / "time_to_target.csv", place / "time_to_target.md",
                                                 place / "time_to_target.tex"};
  write_atomically(files[0], csv);
  write_atomically(files[1], markdown);
  write_atomically(files[2], latex);
  return files;
}

}  // namespace descent
