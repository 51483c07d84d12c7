#include "plots/tables/table_files.hpp"

#include <fmt/format.h>

#include <map>

#include "support/text/plural.hpp"

namespace descent {
namespace {

std::string number_text(const std::optional<double>& value) {
  return value ? short_number(*value) : "—";
}

std::string megabytes_text(const std::optional<double>& bytes) {
  return bytes ? short_number(*bytes / 1e6) : "—";
}

std::vector<TextTable::Cell> cells_of(const ScalingRow& row) {
  return {{row.label},
          {fmt::format("{}", row.processes)},
          {target_text(row.target)},
          {number_text(row.rounds)},
          {megabytes_text(row.bytes_sent)},
          {number_text(row.wall_seconds)},
          {number_text(row.cpu_seconds)}};
}

/// "2 processes: 1.4 µs and 5.2 GB/s; …": measured values, not predictions.
std::string connections_text(std::span<const ScalingModelRow> rows) {
  std::map<std::uint64_t, Connection> probed;
  for (const ScalingModelRow& row : rows) probed[row.probe.processes] = row.probe;
  std::string text;
  for (const auto& [processes, connection] : probed)
    text +=
        fmt::format("{}{} processes: {} µs and {} GB/s", text.empty() ? "" : "; ", processes,
                    short_number(1e6 * connection.latency), short_number(1e-9 * connection.bytes_per_second));
  return text;
}

}  // namespace

TableFiles scaling_table(const Manifest& manifest, std::span<const ScalingRow> rows) {
  TableFiles files{
      .name = "scaling",
      .csv = csv_text(scaling_columns(), rows),
      .introduction = fmt::format(
          "Several processes: {}. Until (F(w) − D*)/D* is at most the target, at the first checkpoint that "
          "is there, median over the runs. MB sent: by all processes together, 10⁶ bytes. \"—\": the median "
          "run did not get there; of wall time also that processes had to wait for a core.",
          manifest.title),
      .conditions = condition_sentences(manifest),
      .has_latex = false};
  files.tables = tables_by_problem(
      manifest, rows, {"method", "processes", "target", "rounds", "MB sent", "wall s", "CPU s, all"},
      cells_of);
  return files;
}

TableFiles weak_scaling_table(const Manifest& manifest, std::span<const WeakScaling> scalings) {
  TableFiles files{
      .name = "weak_scaling",
      .csv = {},
      .introduction = fmt::format(
          "Weak scaling: {}. The problem grows with the processes, each of which has as many rows. Until "
          "(F(w) − D*)/D* is at most the target, at the first checkpoint that is there, median over the "
          "runs. Efficiency: the wall time of the fewest processes over this one, 1 where it stays the same. "
          "MB "
          "sent: by all processes together, 10⁶ bytes. \"—\": the median run did not get there; of wall time "
          "and efficiency also that processes had to wait for a core.",
          manifest.title),
      .conditions = condition_sentences(manifest),
      .has_latex = false};
  std::vector<WeakScalingRow> all;
  for (const WeakScaling& scaling : scalings) {
    all.insert(all.end(), scaling.rows.begin(), scaling.rows.end());
    TextTable& table = files.tables.emplace_back();
    table.title = fmt::format("{}, {} + {}, λ = {}, {} rows a process", title_of(manifest, scaling),
                              scaling.problem.loss, scaling.problem.regularizer, scaling.problem.lambda,
                              with_thousands(scaling.rows_per_process));
    table.header = {"method",  "processes", "rows",       "target",    "rounds",
                    "MB sent", "wall s",    "efficiency", "CPU s, all"};
    for (const WeakScalingRow& row : scaling.rows) {
      auto& cells = table.rows.emplace_back(cells_of(row));
      cells.insert(cells.begin() + 2, TextTable::Cell{with_thousands(row.rows)});
      cells.insert(cells.end() - 1, TextTable::Cell{number_text(row.efficiency)});
    }
  }
  files.csv = csv_text(weak_scaling_columns(), all);
  return files;
}

TableFiles scaling_model_table(const Manifest& manifest, std::span<const ScalingModelRow> rows) {
  TableFiles files{
      .name = "scaling_model",
      .csv = csv_text(scaling_model_columns(), rows),
      .introduction = fmt::format(
          "A model of scaling: {}. Predictions on paper, not measurements: rounds · (latency + bytes / "
          "bandwidth) + entries / (processes · rate of one process). Rounds and entries are those counted "
          "with the processes in brackets. Latency and bandwidth of sums, as measured before the runs: {}; "
          "what they are of more processes is in docs/processes.md. \"—\": not measured, or processes had to "
          "wait for a core.",
          manifest.title, connections_text(rows)),
      .conditions = condition_sentences(manifest),
      .has_latex = false};
  files.tables =
      tables_by_problem(manifest, rows,
                        {"method", "processes", "target", "rounds (counted with)", "model: rounds s",
                         "model: work s", "model: wall s", "measured wall s", "model / measured"},
                        [](const ScalingModelRow& row) -> std::vector<TextTable::Cell> {
                          return {{row.label},
                                  {fmt::format("{}", row.processes)},
                                  {target_text(row.target)},
                                  {fmt::format("{} ({})", short_number(row.rounds), row.counted_processes)},
                                  {short_number(row.round_seconds())},
                                  {short_number(row.work_seconds())},
                                  {short_number(row.predicted())},
                                  {number_text(row.wall_seconds)},
                                  {number_text(row.ratio())}};
                        });
  return files;
}

}  // namespace descent
