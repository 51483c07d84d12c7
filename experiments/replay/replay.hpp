#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "experiments/config/config.hpp"
#include "plots/results/run_file.hpp"

namespace descent {

/// A run of a results folder: its rows and what it was.
struct ReplayedRun : RunFile {
  std::filesystem::path file;  ///< DIR/runs/ID.csv
};

/// The files of the runs that a name stands for: a file itself, all runs of a results folder that have not
/// failed, or an id in `results` or the results folders inside it, more than one when several hold it. Throws
/// ConfigError when there is none.
std::vector<std::filesystem::path> find_runs(const std::string& name, const std::filesystem::path& results);

/// DIR/runs/ID.csv with its provenance. Throws ResultFileError when one of them is missing or damaged, and
/// ConfigError for a run that failed, which has nothing to compare.
ReplayedRun read_kept_run(const std::filesystem::path& file);

/// Whether carrying it out again would run an external program.
bool runs_a_program(const ReplayedRun& run);

/// One thing that is not as it was: "compiler", then and now.
struct Change {
  std::string what;
  std::string then;
  std::string now;
};

/// A number of the run that came out otherwise.
struct Mismatch {
  std::uint64_t checkpoint = 0;
  std::string column;
  std::string then;
  std::string now;
};

struct Replay {
  std::vector<Change> changes;  ///< of code, compiler, flags, processor and data
  std::vector<Mismatch> mismatches;
  std::size_t checkpoints = 0;  ///< of both runs, that were compared
  std::size_t missing = 0;      ///< of the kept run, that the replay did not come to
  std::string status_then;
  std::string status_now;
  std::string program;  ///< that has computed it, of an external program

  bool is_exact() const { return mismatches.empty() && missing == 0 && status_then == status_now; }
};

/// The data of the run that was replayed last: runs of one experiment mostly share it.
class ReplayData {
 public:
  const Dataset& of(const Config& config);

 private:
  std::string key_;
  std::optional<Dataset> dataset_;
};

/// Carries the run out again from its provenance alone (not from today's configuration or tuned constants),
/// by the work that it had done at its checkpoints, and compares everything that is no time bit for bit:
/// updates, entries touched, objective, nonzeros, errors, the method's own bound and residuals. Throws
/// ConfigError or DataError when its data cannot be had any more, or the program no longer knows its method
/// or an option.
Replay replay(const ReplayedRun& run, ReplayData& datasets);

}  // namespace descent
