#include "experiments/pack/packed_results.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "experiments/run/folder_check.hpp"
#include "experiments/run/provenance_of_run.hpp"
#include "plots/results/results_folder.hpp"
#include "plots/results/run_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/folder_entries.hpp"
#include "support/text/safe_names.hpp"

namespace descent {

namespace {

/// Adds the files that the run's configuration named by paths: "the program /home/me/solver".
void add_needed_files(const RunProvenance& run, std::set<std::string>& needed) {
  for (const auto& [what, file] : {std::pair{"data", run.data_file},
                                   {"row weights", run.row_weights_file},
                                   {"program", run.program_file}}) {
    if (!file.empty()) needed.insert(fmt::format("the {} {}", what, file));
  }
}

/// Throws DamagedRun unless the weights of the run are as they were written.
void require_sound_weights(const RunProvenance& run, const std::filesystem::path& folder,
                           const std::string& id) {
  if (run.checksums.weights.empty()) return;
  const std::filesystem::path file = folder / "runs" / (id + ".weights");
  if (!is_file(file))
    throw DamagedRun(fmt::format("{}: is missing, and was written with its run", file.string()));
  checked_text(file, run.checksums.weights);
}

}  // namespace

std::vector<std::string> notes_on_packed_results(const std::filesystem::path& folder) {
  const ResultsFolder results = read_results_folder(folder);
  const FolderCheck check = check_results_folder(folder, results.manifest);
  const std::vector<std::string>& damages = check.damages;
  if (!damages.empty())
    throw ResultFileError(fmt::format(
        "{}{}; `descent run` with the configuration makes runs and optima again, `descent plot {}` figures "
        "and tables",
        damages.front(), damages.size() > 1 ? fmt::format(", and {} more", damages.size() - 1) : "",
        shell_word(folder.string())));

  const std::set<std::string> planned(results.manifest.runs.begin(), results.manifest.runs.end());
  std::set<std::string> needed;
  for (const std::filesystem::path& file : folder_entries(folder / "runs")) {
    if (file.extension() != ".csv") continue;
    const std::string id = file.stem().string();
    const bool is_planned = planned.contains(id);
    try {
      const RunProvenance run = is_planned ? read_provenance(folder, id) : read_run(folder, id).provenance;
      require_identity(run, folder);
      require_sound_weights(run, folder, id);
      add_needed_files(run, needed);
    } catch (const DamagedRun& damage) {
      throw DamagedRun(fmt::format("{}; {}", damage.what(),
                                   is_planned ? how_to_repeat : "remove this run, which has other settings"));
    }
  }

  std::vector<std::string> notes = check.notes;
  if (!results.missing.empty()) notes.push_back(missing_runs_text(results.missing.size()));
  for (const std::string& file : needed)
    notes.push_back(fmt::format("not packed, and needed where the runs are replayed: {}", file));
  return notes;
}

}  // namespace descent
