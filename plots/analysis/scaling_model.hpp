#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/scaling.hpp"
#include "support/records/manifest.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// Speed of a sum over processes: b bytes from each take latency + b / bytes_per_second.
struct Connection {
  std::uint64_t processes = 0;
  double latency = 0;  ///< seconds
  double bytes_per_second = 0;
};

/// Latency is the time for one number; the speed is fitted to larger sums by least squares of relative
/// errors. Empty if processes had to wait for a core, or larger sums took no longer.
std::optional<Connection> connection_of(const AllreduceProbe& probe);

/// Connection predicted for another number of processes (more than 1). Latency grows as log₂ P, the data that
/// each process sends and receives as (P − 1)/P, as in the best algorithms for large sums.
Connection with_processes(const Connection& measured, std::uint64_t processes);

/// A prediction: one line of DIR/tables/scaling_model.csv. The wall time to a target is
///   rounds · (latency + bytes / bandwidth) + entries / (processes · rate)
struct ScalingModelRow : GroupKey {
  std::string family;  ///< as in ScalingRow; the variant is empty without a run in so many processes
  std::string label;   ///< of the family's smallest number of processes
  std::uint64_t processes = 0;
  double target = 0;
  /// Number of processes in which rounds and entries were counted: this number, or another one if the method
  /// needs equally many in any number.
  std::uint64_t counted_processes = 0;
  double rounds = 0;
  double entries_touched = 0;
  double bytes_per_round = 0;            ///< per process
  Connection probe{};                    ///< as measured, in this or another number of processes
  std::string rate_dataset{};            ///< dataset of the run in one process
  double entries_per_second = 0;         ///< of CPU time in that run: the rate
  std::optional<double> wall_seconds{};  ///< measured, as in ScalingRow

  Connection connection() const { return with_processes(probe, processes); }
  double round_seconds() const {
    return rounds * (connection().latency + bytes_per_round / connection().bytes_per_second);
  }
  double work_seconds() const {
    return entries_touched / (static_cast<double>(processes) * entries_per_second);
  }
  double predicted() const { return round_seconds() + work_seconds(); }
  /// Predicted over measured time, if measured.
  std::optional<double> ratio() const {
    return wall_seconds ? std::optional(predicted() / *wall_seconds) : std::nullopt;
  }
};

/// Rows for every number of processes with which a method arrived, and up to 64 if it needs equally many
/// rounds in any number. None if the rate, message size or bandwidth was not measured. The rate needs a run
/// in one process on the same rows, or on half to twice a process's share.
std::vector<ScalingModelRow> scaling_model(const Manifest& manifest, std::span<const AllreduceProbe> probes,
                                           std::span<const ScalingRow> rows);

const std::vector<Column<ScalingModelRow>>& scaling_model_columns();

}  // namespace descent
