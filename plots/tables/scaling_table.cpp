#include "plots/tables/scaling_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/labels/problem_title.hpp"
#include "plots/labels/short_number.hpp"
#include "plots/tables/table_files.hpp"

namespace descent {
namespace {

std::string number_text(const std::optional<double>& value) {
  return value ? short_number(*value) : "—";
}

std::string megabytes_text(const std::optional<double>& bytes) {
  return bytes ? short_number(*bytes / 1e6) : "—";
}

std::string label_of(const Manifest& manifest, const ScalingRow& row) {
  for (const ManifestMethod& method : manifest.methods)
    if (method.name == row.method && method.variant == row.variant) return method.label;
  return row.method;
}

TextTable table_of(const Manifest& manifest, const ScalingRow& problem) {
  const auto dataset = std::ranges::find(manifest.datasets, problem.dataset, &ManifestDataset::name);
  return {fmt::format("{}, {} + {}, λ = {}", marked_name(dataset_title(*dataset), *dataset), problem.loss,
                      problem.regularizer, lambda_title(manifest, *dataset, problem.lambda)),
          {"method", "processes", "target", "rounds", "MB sent", "wall s", "CPU s, all"},
          {}};
}

}  // namespace

std::vector<std::filesystem::path> write_scaling_table(const std::filesystem::path& folder,
                                                       const Manifest& manifest,
                                                       std::span<const ScalingRow> rows) {
  TableFiles files{
      .name = "scaling",
      .csv = csv_text(scaling_columns(), rows),
      .introduction = fmt::format(
          "Several processes: {}. Until (F(w) − D*)/D* is at most the target, at the first checkpoint that "
          "is there, median over the runs. MB sent: by all processes together, 10⁶ bytes. \"—\": the median "
          "run did not get there; of wall time also that processes had to wait for a core.",
          manifest.title),
      .has_latex = false};
  const ScalingRow* before = nullptr;
  for (const ScalingRow& row : rows) {
    if (before == nullptr || before->problem() != row.problem())
      files.tables.push_back(table_of(manifest, row));
    before = &row;
    files.tables.back().rows.push_back({{label_of(manifest, row)},
                                        {fmt::format("{}", row.processes)},
                                        {target_text(row.target)},
                                        {number_text(row.rounds)},
                                        {megabytes_text(row.bytes_sent)},
                                        {number_text(row.wall_seconds)},
                                        {number_text(row.cpu_seconds)}});
  }
  return write_tables(folder, files);
}

}  // namespace descent
