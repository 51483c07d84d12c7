#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solvers/contract/option.hpp"
#include "solvers/contract/process_solver.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/distributed/problem_share.hpp"
#include "solvers/problem/problem.hpp"
#include "solvers/program/exchange_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A run in several processes connected by MPI (docs/processes.md). The processes map the training rows from
/// a file in the format of parsed data and take their parts, work on request, and hand over their iterate in
/// a file.
class MpiSolver : public ProcessSolver, public Communicating {
 public:
  /// Throws ConfigError if a process would have no value. The problem must outlive this object.
  MpiSolver(const std::string& method, Shared shared, int processes, const Problem& problem,
            const OptionValues& options, Random random);

  /// Throws RunError if the processes have ended.
  Progress advance(std::uint64_t nonzeros) override;
  void weights(std::span<double> w) const override;
  std::optional<std::span<const double>> dual() const override;
  Communication communication() const override { return communication_; }

  /// CPU seconds of all processes, including waiting for each other; wall seconds from the first start to the
  /// last end. Setup makes their solvers, without reading rows.
  std::optional<ProcessCost> cost() const override { return cost_; }
  /// Throws ConfigError if the processes cannot be had (require_processes).
  void start(double most_cpu_seconds) override;

 private:
  void write_rows(const std::filesystem::path& file) const;
  void read_iterate() const;

  const Problem& problem_;
  Json request_;
  int processes_;
  std::unique_ptr<ExchangeFolder> folder_;
  std::unique_ptr<MpiJob> job_;  ///< ends before the folder goes
  ProcessCost cost_;
  Communication communication_;
  Progress progress_;
  mutable bool iterate_is_read_ = true;
  mutable std::vector<double> w_;
  mutable std::vector<double> a_;
};

}  // namespace descent
