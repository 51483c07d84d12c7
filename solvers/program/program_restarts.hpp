#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solvers/contract/process_solver.hpp"
#include "solvers/program/exchange_folder.hpp"
#include "solvers/program/program_call.hpp"
#include "solvers/stopping/falling_tolerances.hpp"
#include "support/numbers/random.hpp"

namespace descent {

/// A run of an external program: one call, from the start, for each of the FallingTolerances. It is trusted
/// only for what it alone can know: its weights are judged like all others, and its time is at most what the
/// system counted for its processes.
class ProgramRestarts : public ProcessSolver {
 public:
  /// `own` are the names of the program's own options. The problem must outlive this object.
  ProgramRestarts(const ExternalProgram& program, const std::vector<std::string>& own, const Problem& problem,
                  const OptionValues& values, Random random);

  /// Throws RunError for an invalid answer, or if the file has changed since `describe`.
  Progress advance(std::uint64_t) override;
  void weights(std::span<double> w) const override;
  std::optional<ProcessCost> cost() const override { return cost_; }
  void start(double most_cpu_seconds) override { most_cpu_seconds_ = most_cpu_seconds; }

 private:
  void write_request(double tolerance) const;
  void take_answer(const ProgramCall& call, double tolerance);
  void read_weights();

  ExternalProgram program_;
  const Problem& problem_;
  Json request_;  ///< the part that all requests share
  FallingTolerances tolerances_;
  double grace_seconds_;
  double most_cpu_seconds_ = 0;
  ExchangeFolder folder_;
  std::vector<double> w_;
  bool has_answered_ = false;
  std::optional<ProcessCost> cost_;
  Progress progress_;
};

}  // namespace descent
