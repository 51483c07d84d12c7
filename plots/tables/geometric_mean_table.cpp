#include "plots/analysis/geometric_mean.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/labels/labels.hpp"
#include "plots/results/curves.hpp"
#include "plots/tables/table_files.hpp"

namespace descent {
namespace {

/// A table for each loss and regulariser: a row for each method, a column for each target.
void add_mean_tables(const Manifest& manifest, const ManifestPart& part, std::span<const GeometricMean> means,
                     std::vector<TextTable>& tables) {
  for (const GeometricMean& mean : means) {
    const std::string title = fmt::format("{} + {}{}: {}", mean.loss, mean.regularizer, part.remark,
                                          position_of(axis_of_figures(manifest.x_axis)).words);
    if (tables.empty() || tables.back().title != title) tables.push_back({title, {"method"}, {}});
    TextTable& table = tables.back();
    const std::string target = target_text(mean.target);
    if (table.header.back() != target) table.header.push_back(target);
    const std::string label = manifest.methods[index_of_method(manifest, mean.method, mean.variant)].label;
    auto row = std::ranges::find(table.rows, label, [](const auto& cells) { return cells[0].text; });
    if (row == table.rows.end()) row = table.rows.insert(row, {{label}});
    row->resize(table.header.size() - 1, {"?"});
    if (mean.unsolved == 0)
      row->push_back({short_number(mean.mean), mean.is_least});
    else
      row->push_back({"> " + short_number(mean.mean), false,
                      fmt::format("({}/{} unsolved)", mean.unsolved, mean.problems)});
    for (auto& cells : table.rows) cells.resize(table.header.size(), {"?"});
  }
}

}  // namespace

TableFiles geometric_mean_table(const TimedResults& results) {
  const Manifest& manifest = results.manifest;
  const Axis axis = axis_of_figures(manifest.x_axis);
  std::vector<GeometricMean> means;
  TableFiles files{.name = "geometric_mean"};
  for (const ManifestPart& part : parts_of(manifest)) {
    const auto means_of_part = geometric_means(manifest, results.times, part);
    add_mean_tables(manifest, part, means_of_part, files.tables);
    means.insert(means.end(), means_of_part.begin(), means_of_part.end());
  }
  if (means.empty()) return {};
  files.csv = csv_text(geometric_mean_columns(), means);
  files.introduction = fmt::format("Means over the problems: {}.", manifest.title);
  files.notes = {fmt::format(
      "Shifted geometric mean exp(mean log(t + s)) − s, s = {}, over the problems; t: {} until (F(w) − "
      "D*)/D* "
      "is for good at most the target, median over the runs. \"> 0.3 (1/3 unsolved)\": a problem that the "
      "method does not solve counts with the longest run of any method. Bold: the least. Only methods that "
      "were run on all problems.",
      geometric_shift(axis), position_of(axis).words)};
  return files;
}

}  // namespace descent
