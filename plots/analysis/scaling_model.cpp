#include "plots/analysis/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

constexpr double bytes_of_number = 8;
constexpr std::uint64_t predicted_processes[] = {2, 4, 8, 16, 32, 64};

/// Medians over the probes, by number of processes.
std::map<std::uint64_t, Connection> connections_of(std::span<const AllreduceProbe> probes) {
  std::map<std::uint64_t, std::pair<std::vector<double>, std::vector<double>>> measured;
  for (const AllreduceProbe& probe : probes) {
    const auto connection = connection_of(probe);
    if (!connection) continue;
    auto& [latencies, bandwidths] = measured[connection->processes];
    latencies.push_back(connection->latency);
    bandwidths.push_back(connection->bytes_per_second);
  }
  std::map<std::uint64_t, Connection> connections;
  for (auto& [processes, numbers] : measured)
    connections[processes] = {processes, quantile(std::move(numbers.first), 0.5),
                              quantile(std::move(numbers.second), 0.5)};
  return connections;
}

/// Rows of a method with its settings and a target.
using ScalingRows = std::vector<const ScalingRow*>;

double rows_of(const Manifest& manifest, const ScalingRow& row) {
  return static_cast<double>(dataset_of(manifest, row).rows);
}

/// The run in one process on the same rows, else on the number of rows nearest to a process's share, between
/// half and twice that; null if there is none.
const ScalingRow* find_sole(const Manifest& manifest, const ScalingRows& kin, const ScalingRow& row,
                            std::uint64_t processes) {
  const double share = rows_of(manifest, row) / static_cast<double>(processes);
  const auto distance = [&](const ScalingRow* each) {
    return each->dataset == row.dataset ? -1.0 : std::abs(std::log(rows_of(manifest, *each) / share));
  };
  const ScalingRow* found = nullptr;
  for (const ScalingRow* each : kin) {
    const bool tells = each->processes == 1 && each->cpu_seconds && *each->cpu_seconds > 0 &&
                       each->entries_touched && *each->entries_touched > 0;
    if (!tells || distance(each) > std::log(2.0)) continue;
    if (found == nullptr || distance(each) < distance(found)) found = each;
  }
  return found;
}

/// Bytes that a process sends per round.
std::optional<double> bytes_per_round(const ScalingRow& row) {
  if (row.processes == 1 || !row.bytes_sent || !row.rounds || !(*row.rounds > 0)) return std::nullopt;
  return *row.bytes_sent / (*row.rounds * static_cast<double>(row.processes));
}

}  // namespace

std::optional<Connection> connection_of(const AllreduceProbe& probe) {
  if (has_shared_its_core(probe.cpu_seconds, probe.wall_seconds, static_cast<double>(probe.processes)))
    return std::nullopt;
  const auto one = std::ranges::find(probe.times, std::uint64_t{1}, &AllreduceTime::numbers);
  if (probe.processes < 2 || one == probe.times.end()) return std::nullopt;
  double products = 0;
  double squares = 0;
  for (const AllreduceTime& time : probe.times) {
    const double bytes = bytes_of_number * static_cast<double>(time.numbers - 1) / time.seconds;
    products += bytes * (time.seconds - one->seconds) / time.seconds;
    squares += bytes * bytes;
  }
  if (!(products > 0)) return std::nullopt;
  return Connection{probe.processes, one->seconds, squares / products};
}

Connection with_processes(const Connection& measured, std::uint64_t processes) {
  const auto now = static_cast<double>(processes);
  const auto then = static_cast<double>(measured.processes);
  return {processes, measured.latency * std::log2(now) / std::log2(then),
          measured.bytes_per_second * (1 - 1 / then) / (1 - 1 / now)};
}

std::vector<ScalingModelRow> scaling_model(const Manifest& manifest, std::span<const AllreduceProbe> probes,
                                           std::span<const ScalingRow> rows) {
  std::vector<ScalingModelRow> all;
  const auto connections = connections_of(probes);
  if (connections.empty()) return all;
  const auto kin_of = [&](const ScalingRow& row) {
    return std::tuple(of_any_size(manifest, row), row.method, row.family, row.target);
  };
  std::map<std::tuple<ProblemOfAnySize, std::string, std::string, double>, ScalingRows> kin;
  std::map<std::tuple<std::string, std::string, std::string, double, std::string, std::string, double>,
           ScalingRows>
      families;
  for (const ScalingRow& row : rows) {
    kin[kin_of(row)].push_back(&row);
    families[{row.dataset, row.loss, row.regularizer, row.lambda, row.method, row.family, -row.target}]
        .push_back(&row);
  }

  // Adds a row for this number of processes, from the counts of `counted`.
  const auto add = [&](const ScalingRows& family, const ScalingRow& counted, std::uint64_t processes) {
    if (!counted.rounds || !counted.entries_touched) return;
    const ScalingRows& of_any_size = kin.at(kin_of(counted));
    const ScalingRow* const sole = find_sole(manifest, of_any_size, counted, processes);
    std::optional<double> bytes = bytes_per_round(counted);
    for (const ScalingRow* each : of_any_size)
      if (!bytes) bytes = bytes_per_round(*each);
    if (sole == nullptr || !bytes) return;
    ScalingModelRow row{counted, counted.family, family.front()->label, processes, counted.target};
    row.counted_processes = counted.processes;
    if (processes == counted.processes)
      row.wall_seconds = counted.wall_seconds;
    else
      row.variant.clear();
    row.rounds = *counted.rounds;
    row.entries_touched = *counted.entries_touched;
    row.bytes_per_round = *bytes;
    const auto same = connections.find(processes);
    row.probe = same == connections.end() ? connections.rbegin()->second : same->second;
    row.rate_dataset = sole->dataset;
    row.entries_per_second = *sole->entries_touched / *sole->cpu_seconds;
    all.push_back(std::move(row));
  };
  for (const auto& [key, family] : families) {
    const ScalingRow& fewest = *family.front();
    const ManifestMethod* const method = method_of(manifest, fewest.method, fewest.variant);
    const auto begin = static_cast<std::ptrdiff_t>(all.size());
    for (const ScalingRow* row : family)
      if (row->processes > 1) add(family, *row, row->processes);
    const auto counted =
        std::ranges::find_if(family, [](const auto* row) { return row->rounds.has_value(); });
    if (method == nullptr || !method->keeps_rounds || counted == family.end()) continue;
    for (const std::uint64_t processes : predicted_processes) {
      if (std::ranges::find(family, processes, &ScalingRow::processes) == family.end())
        add(family, **counted, processes);
    }
    std::sort(all.begin() + begin, all.end(),
              [](const auto& a, const auto& b) { return a.processes < b.processes; });
  }
  return all;
}

const std::vector<Column<ScalingModelRow>>& scaling_model_columns() {
  using R = ScalingModelRow;
  const auto computed = [](std::string name, std::string unit, std::string description, auto value) {
    return Column<R>{std::move(name), std::move(unit), std::move(description),
                     [=](const R& row) { return field_text(value(row), Digits::shortest); }};
  };
  static const auto columns = with_key_columns<R>({
      column("processes", "processes", "that share the problem", &R::processes),
      column("target", "", "of (F(w) − D*)/D*", &R::target),
      column("counted_processes", "processes", "of the runs in which rounds and entries were counted",
             &R::counted_processes),
      column("rounds", "rounds", "until the target, as in scaling.csv", &R::rounds),
      column("entries_touched", "entries", "the same", &R::entries_touched),
      column("bytes_per_round", "bytes", "that a process hands over in a round", &R::bytes_per_round),
      column("wall_seconds", "s", "measured, as in scaling.csv; empty where it was not", &R::wall_seconds),
      computed("model_probe_processes", "processes", "of the probe that latency and bandwidth are from",
               [](const R& row) { return row.probe.processes; }),
      computed("model_latency_seconds", "s", "of a sum of one number over so many processes",
               [](const R& row) { return row.connection().latency; }),
      computed("model_bytes_per_second", "bytes/s", "of a large sum, counted in one process",
               [](const R& row) { return row.connection().bytes_per_second; }),
      column("model_rate_dataset", "", "on which one process was run for the rate", &R::rate_dataset),
      column("model_entries_per_second", "entries/s", "in that run, of CPU time", &R::entries_per_second),
      computed("model_round_seconds", "s", "rounds (latency + bytes / bandwidth)",
               [](const R& row) { return row.round_seconds(); }),
      computed("model_work_seconds", "s", "entries / (processes · rate)",
               [](const R& row) { return row.work_seconds(); }),
      computed("model_wall_seconds", "s", "the sum of both: predicted, not measured",
               [](const R& row) { return row.predicted(); }),
      computed("model_ratio", "", "predicted over measured; empty where nothing was measured",
               [](const R& row) { return row.ratio(); }),
  });
  return columns;
}

}  // namespace descent
