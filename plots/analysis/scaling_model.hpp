#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/analysis/scaling.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/run_provenance.hpp"

namespace descent {

/// How fast processes add up: a sum of b bytes of each takes latency + b / bytes_per_second.
struct Connection {
  std::uint64_t processes = 0;
  double latency = 0;  ///< seconds
  double bytes_per_second = 0;
};

/// The latency is that of one number; the other is fitted to larger sums, by least squares of relative
/// errors. Empty where processes had to wait for a core, or larger sums took no longer.
std::optional<Connection> connection_of(const AllreduceProbe& probe);

/// That of another number of processes, more than 1, on paper: latency grows as log₂ P, and what each process
/// has to send and receive as (P − 1)/P, as of the best algorithms for large sums.
Connection with_processes(const Connection& measured, std::uint64_t processes);

/// A prediction on paper: one line of DIR/tables/scaling_model.csv. The wall time until a target is
///   rounds · (latency + bytes / bandwidth) + entries / (processes · rate)
struct ScalingModelRow : GroupKey {
  std::string family;  ///< as in ScalingRow; the variant is empty where nothing was run in so many processes
  std::string label;   ///< of the family's fewest processes
  std::uint64_t processes = 0;
  double target = 0;
  /// In how many processes rounds and entries were counted: in these, or in others by a method that needs as
  /// many in any number.
  std::uint64_t counted_processes = 0;
  double rounds = 0;
  double entries_touched = 0;
  double bytes_per_round = 0;            ///< of a process
  Connection probe{};                    ///< as measured, in this number of processes or another
  std::string rate_dataset{};            ///< on which the method was run in one process
  double entries_per_second = 0;         ///< of CPU time in that run: the rate
  std::optional<double> wall_seconds{};  ///< as in ScalingRow: measured

  Connection connection() const { return with_processes(probe, processes); }
  double round_seconds() const {
    return rounds * (connection().latency + bytes_per_round / connection().bytes_per_second);
  }
  double work_seconds() const {
    return entries_touched / (static_cast<double>(processes) * entries_per_second);
  }
  double predicted() const { return round_seconds() + work_seconds(); }
  /// Predicted over measured, if there is a measurement.
  std::optional<double> ratio() const {
    return wall_seconds ? std::optional(predicted() / *wall_seconds) : std::nullopt;
  }
};

/// For every number of processes that a method has arrived with, and up to 64 where it needs as many rounds
/// in any number. Where no run in one process tells the rate, on the same rows or on a number between half
/// and twice a process's share, no sum its bytes or no probe the connection, there is nothing.
std::vector<ScalingModelRow> scaling_model(const Manifest& manifest, std::span<const AllreduceProbe> probes,
                                           std::span<const ScalingRow> rows);

const std::vector<Column<ScalingModelRow>>& scaling_model_columns();

}  // namespace descent
