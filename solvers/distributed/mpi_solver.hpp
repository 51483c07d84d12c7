#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solvers/contract/communication.hpp"
#include "solvers/contract/option.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/distributed/problem_share.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/program/exchange_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A run in several processes that MPI connects (docs/processes.md). The training rows go into a file in the
/// format of parsed ones, which each process maps to take its part of it; the processes work when they are
/// told to, and hand their iterate over through a file. They are started by start().
class MpiSolver : public ProcessSolver, public Communicating {
 public:
  /// Throws ConfigError when there are processes for which no stored value is left. The problem must outlive
  /// this.
  MpiSolver(const std::string& method, Shared shared, int processes, const Problem& problem,
            const OptionValues& options, Random random);

  /// Throws RunError when the processes have come to an end.
  Progress advance(std::uint64_t nonzeros) override;
  void weights(std::span<double> w) const override;
  std::optional<std::span<const double>> dual() const override;
  Communication communication() const override { return communication_; }

  /// CPU seconds of all processes, waiting for each other included; wall seconds from the first one's start
  /// to the last one's end. Setup is what they take to make their solvers, not to read their rows.
  std::optional<ProcessCost> cost() const override { return cost_; }
  /// Throws ConfigError when the processes cannot be had (require_processes).
  void start(double most_cpu_seconds) override;

 private:
  void write_rows(const std::filesystem::path& file) const;
  void read_iterate() const;

  const Problem& problem_;
  Json request_;
  int processes_;
  std::unique_ptr<ExchangeFolder> folder_;
  std::unique_ptr<MpiJob> job_;  ///< before the folder goes
  ProcessCost cost_;
  Communication communication_;
  Progress progress_;
  mutable bool iterate_is_read_ = true;
  mutable std::vector<double> w_;
  mutable std::vector<double> a_;
};

}  // namespace descent
