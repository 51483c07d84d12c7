#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "experiments/plan/plan.hpp"
#include "support/records/run_file.hpp"

namespace descent {

/// Files for the picture of points of a configuration with "decision_lines". Every run of the first seed
/// keeps its last iterate as runs/ID.weights, a JSON array; decision.json is made from these and the data.
class DecisionLines {
 public:
  /// Throws ConfigError with the JSON path of a dataset that does not have two features (bias not counted).
  /// The data must outlive this object.
  DecisionLines(const Config& config, std::span<const Dataset> datasets, std::filesystem::path folder);

  /// True if the run needs a line and its iterate is missing or does not belong to its rows. Throws
  /// DamagedRun if the iterate was changed.
  bool lacks(const RunSpec& spec, const std::string& id, const RunFile& run) const;

  /// Keeps the last iterate of a run that needs a line. Returns the file's SHA-256, "" for other runs. Call
  /// it before the rows are kept, so that complete runs have their lines. Throws ResultFileError.
  std::string keep(const RunSpec& spec, const std::string& id, std::span<const double> weights) const;

  /// Writes decision.json with the lines of the plan's completed runs (`ids`). Removes it if the
  /// configuration has no "decision_lines". Throws ResultFileError.
  void write(const Plan& plan, std::span<const std::string> ids) const;

 private:
  bool wants(const RunSpec& spec) const;
  std::filesystem::path file(const std::string& id) const;

  const Config& config_;
  std::span<const Dataset> datasets_;
  std::filesystem::path folder_;
};

}  // namespace descent
