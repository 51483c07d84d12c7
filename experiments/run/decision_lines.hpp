#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "experiments/plan/plan.hpp"
#include "plots/results/run_file.hpp"

namespace descent {

/// What a configuration with "decision_lines" keeps for the picture of its points, in the results folder: the
/// last iterate of every run of the first seed as runs/ID.weights, an array of JSON, and from these and the
/// data decision.json.
class DecisionLines {
 public:
  /// Throws ConfigError with the JSON path of a dataset that has not two features, the bias not counted. Data
  /// must outlive this object.
  DecisionLines(const Config& config, std::span<const Dataset> datasets, std::filesystem::path folder);

  /// Whether the run has a line and has not left its iterate yet, or not that of its rows. Throws DamagedRun
  /// when the iterate is not the one that was written.
  bool lacks(const RunSpec& spec, const std::string& id, const RunFile& run) const;

  /// Keeps the last iterate of a run that has a line, and returns the file's SHA-256; "" for one without.
  /// Throws ResultFileError. Before the run's rows are kept, so that a run with a file of its own has its
  /// line.
  std::string keep(const RunSpec& spec, const std::string& id, std::span<const double> weights) const;

  /// Writes decision.json with the lines of the plan's runs that are done; `ids` are theirs. Without
  /// "decision_lines" removes one that is left from before. Throws ResultFileError.
  void write(const Plan& plan, std::span<const std::string> ids) const;

 private:
  bool wants(const RunSpec& spec) const;
  std::filesystem::path file(const std::string& id) const;

  const Config& config_;
  std::span<const Dataset> datasets_;
  std::filesystem::path folder_;
};

}  // namespace descent
