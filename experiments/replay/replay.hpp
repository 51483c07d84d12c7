#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "experiments/config/config.hpp"
#include "experiments/plan/plan.hpp"
#include "support/records/run_file.hpp"

namespace descent {

/// A run of a results folder: its rows and provenance.
struct ReplayedRun : RunFile {
  std::filesystem::path file;  ///< DIR/runs/ID.csv
};

/// The file of a run that can be repeated, and what it worked with; one core for a damaged file, which is
/// reported later.
struct FoundRunFile {
  std::filesystem::path file;
  bool several_processes = false;
  int threads = 1;
};

/// The run of a file, or all runs of a results folder that did not fail. Throws ConfigError if there are
/// none.
std::vector<FoundRunFile> find_runs(const std::filesystem::path& path);

/// DIR/runs/ID.csv with its provenance. Throws ResultFileError if one is missing or damaged, and ConfigError
/// for a failed run, which has nothing to compare.
ReplayedRun read_kept_run(const std::filesystem::path& file);

/// A changed condition, such as "compiler", then and now.
struct Change {
  std::string what;
  std::string then;
  std::string now;
};

/// A number of the run that differs.
struct Mismatch {
  std::uint64_t checkpoint = 0;
  std::string column;
  std::string then;
  std::string now;
};

struct Replay {
  std::vector<Change> changes;  ///< in code, compiler, flags, processor and data
  std::vector<Mismatch> mismatches;
  std::size_t checkpoints = 0;  ///< compared checkpoints of both runs
  std::size_t missing = 0;      ///< checkpoints of the kept run that the replay did not reach
  std::string status_then;
  std::string status_now;
  std::string program;  ///< external program that computed it, if any

  bool is_exact() const { return mismatches.empty() && missing == 0 && status_then == status_now; }
};

/// Data of the last planned run; runs of one experiment mostly share it.
class ReplayData {
 public:
  const Dataset& of(const Config& config);

 private:
  Config config_;  ///< of `dataset_`
  std::optional<Dataset> dataset_;
};

/// A run with what repeats it, which points to the data.
struct PlannedReplay {
  ReplayedRun run;
  RunSpec spec;
};

/// Plans the run again from its provenance alone, not from today's configuration or constants. Throws
/// ConfigError or DataError if its data is gone or the program no longer knows its method or an option.
PlannedReplay plan_replay(ReplayedRun run, ReplayData& datasets);

/// Repeats the run by its work at the checkpoints. Compares everything but times, bit for bit: updates,
/// entries touched, objective, nonzeros, errors, the method's own bound and residuals.
Replay replay(const PlannedReplay& planned);

}  // namespace descent
