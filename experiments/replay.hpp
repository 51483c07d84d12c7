#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/run_provenance.hpp"
#include "plots/result_schema.hpp"

namespace descent {

/// A run of a results folder: its rows and what it was.
struct KeptRun {
  std::filesystem::path file;  ///< DIR/runs/ID.csv
  std::vector<ResultRow> rows;
  RunProvenance provenance;
};

/// Finds a run by the path of its file, or by its id in `results` or the results folders below it. Throws
/// ConfigError when there is none, and ResultFileError when its files are damaged.
KeptRun find_run(const std::string& id_or_file, const std::filesystem::path& results);

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
Replay replay(const KeptRun& run, ReplayData& datasets);

}  // namespace descent
