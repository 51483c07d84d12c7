#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "support/records/manifest.hpp"
#include "support/records/result_schema.hpp"
#include "support/records/run_file.hpp"

namespace descent {

/// A run that is done, and what is known of how it was carried out.
struct StoredRun {
  std::vector<ResultRow> rows;  ///< its checkpoints, at least one
  std::string processor{};      ///< the model; empty: unknown
  std::string build{};          ///< compiler, flags and sources; empty: unknown
  std::optional<RunSurroundings> surroundings{};
  double budget = 0;                    ///< CPU seconds; 0: passes, or not known
  Json program{}, machine{};            ///< see RunProvenance
  std::string ended{};                  ///< UTC
  std::vector<double> decision_line{};  ///< see RunProvenance
};

/// The manifest of a results folder and the runs that are done, in the manifest's order.
struct ResultsFolder {
  Manifest manifest;
  std::vector<StoredRun> runs;
  std::vector<std::string> missing;  ///< ids of planned runs without a file
};

/// Reads DIR/manifest.json and the files of its runs. Throws ResultFileError if one of them is damaged, or if
/// a run contradicts the manifest in dataset, loss, regulariser, method, form of the objective or lower
/// bound. A run that reports `converged` more than 1 % above the certified optimum is read as `stopped`.
ResultsFolder read_results_folder(const std::filesystem::path& folder);

/// The same for the runs of a manifest that has been read, and may have lost some of them.
ResultsFolder read_results_folder(const std::filesystem::path& folder, Manifest manifest);

/// "2 runs of the manifest are missing"
std::string missing_runs_text(std::size_t missing);

/// The runs of one method on one problem.
struct RunGroup : GroupKey {
  std::string label;
  std::vector<const std::vector<ResultRow>*>
      runs;                           ///< a seed each, failed ones included; owned by the folder
  bool sampled_by_tolerance = false;  ///< the method's: see ManifestMethod
};

/// Groups of a results folder: by dataset, loss, regulariser and λ, and in these in the manifest's order
/// of methods. They point into `results`, which must outlive them.
std::vector<RunGroup> run_groups(const ResultsFolder& results);

/// Results by group. The results must outlive it.
struct GroupedResults {
  /// Implicit, so that functions on groups also accept a results folder.
  GroupedResults(const ResultsFolder& results) : manifest(results.manifest), groups(run_groups(results)) {}

  const Manifest& manifest;
  std::vector<RunGroup> groups;
};

/// Setup times of the runs that have not failed. Failed runs report none.
std::vector<double> setup_seconds(const RunGroup& group);

/// Index of the key's method in the manifest; the number of methods if it is not there.
std::size_t index_of_method(const Manifest& manifest, const GroupKey& key);

/// True for keys of the same method on the same problem.
bool is_same_group(const GroupKey& a, const GroupKey& b);

/// The manifest's entry of the problem's dataset, which must be there.
const ManifestDataset& dataset_of(const Manifest& manifest, const ProblemKey& problem);

/// How many processor models the drawn or compared runs may have. Times of several models compare processors
/// rather than methods.
enum class ProcessorModels { one, any };

/// The option of commands that takes `any`, with its description.
inline constexpr const char* mixed_processors_option = "mixed-processors";
inline constexpr const char* mixed_processors_text = "take runs of several processor models together";

/// Throws ResultFileError unless all runs with times have one processor model. The error lists the runs to
/// repeat: all but the runs of the most frequent model. Runs whose model is not known pass.
void require_one_processor(const ResultsFolder& results, const std::filesystem::path& folder);

/// True if wall time shows that a run shared its core with other programs, so that its CPU time may be some
/// percent high. Less than 5 ms, the time slice of another program, shows nothing. With several processes,
/// each on its own core, `cpu_seconds` is the sum over all.
inline bool has_shared_its_core(double cpu_seconds, double wall_seconds, double processes = 1) {
  const double waited = wall_seconds * processes - cpu_seconds;
  const double slice = 0.005 * processes;
  return cpu_seconds > slice && waited > slice && waited > 0.05 * cpu_seconds;
}

/// A run that took more than so many times its budget has the condition `overrun`. Steps that would take
/// longer are cut off there. Not 1, since small budgets end between clock readings.
inline constexpr double most_overrun = 1.25;

/// The conditions of each problem of a results folder, problem by problem in the manifest's order: the only
/// list of them, for figures, tables, pages and the terminal.
std::vector<Condition> conditions_of(const ResultsFolder& results);

}  // namespace descent
