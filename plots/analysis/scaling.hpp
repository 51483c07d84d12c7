#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"
#include "support/records/csv_table.hpp"
#include "support/records/manifest.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// Cost of a method to a target with some number of processes: one line of DIR/tables/scaling.csv. Medians
/// over the runs, at the first checkpoint of row_of_arrival(); empty if the median run did not arrive.
struct ScalingRow : GroupKey {
  std::string label;
  std::string family;  ///< the variant without the number of processes; rows of a family are compared
  std::uint64_t processes = 0;
  double target = 0;  ///< of (F(w) − D*)/D*
  std::uint64_t runs = 0;
  std::uint64_t arrived = 0;
  std::optional<double> rounds{}, bytes_sent{}, entries_touched{}, cpu_seconds{};
  /// Also empty if processes had no core each, as with more processes than cores.
  std::optional<double> wall_seconds{};
};

/// Targets of the rows; figures show the first.
inline constexpr double scaling_targets[] = {1e-3, 1e-6};

/// Rows of all methods that can use several processes, by problem and family; empty without such methods.
std::vector<ScalingRow> scaling_rows(const GroupedResults& results);

const std::vector<Column<ScalingRow>>& scaling_columns();

/// A problem without its number of training rows.
struct ProblemOfAnySize {
  std::string data;  ///< name of the full data
  std::string weighting, loss, regularizer;
  std::string lambda;  ///< as written: "1/m" for every m
  friend auto operator<=>(const ProblemOfAnySize&, const ProblemOfAnySize&) = default;
};

ProblemOfAnySize of_any_size(const Manifest& manifest, const ProblemKey& problem);

/// A line of DIR/tables/weak_scaling.csv.
struct WeakScalingRow : ScalingRow {
  std::string data;        ///< as in ProblemOfAnySize
  std::uint64_t rows = 0;  ///< of the problem
  /// Wall time with the fewest processes over the wall time here: 1 if it stays the same. Empty if one of
  /// them is.
  std::optional<double> efficiency{};
};

/// A problem that grows with the processes: each has as many rows, within one per cent.
struct WeakScaling {
  ProblemOfAnySize problem;
  std::uint64_t rows_per_process = 0;  ///< for the fewest processes
  /// By method, family, processes and target, for each method with its settings that was run with several
  /// numbers of processes.
  std::vector<WeakScalingRow> rows;
};

/// From problems that are random parts of the same rows, or all of them; empty if no method was run so.
std::vector<WeakScaling> weak_scalings(const Manifest& manifest, std::span<const ScalingRow> rows);

/// Name of the data, with "(stand-in)" if it is one.
std::string title_of(const Manifest& manifest, const WeakScaling& scaling);

const std::vector<Column<WeakScalingRow>>& weak_scaling_columns();

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
