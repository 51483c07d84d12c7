#include "experiments/pack/packed_results.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "experiments/run/folder_check.hpp"
#include "experiments/run/provenance_of_run.hpp"
#include "plots/results/decision_file.hpp"
#include "plots/results/results_folder.hpp"
#include "plots/results/run_file.hpp"
#include "support/files/file_state.hpp"
#include "support/files/folder_entries.hpp"
#include "support/text/safe_names.hpp"

namespace descent {

namespace {

/// What a run read from places that its configuration named by paths: "the program /home/me/solver".
void add_needed_files(const RunProvenance& run, std::set<std::string>& needed) {
  for (const auto& [what, file] : {std::pair{"data", run.data_file},
                                   {"row weights", run.row_weights_file},
                                   {"program", run.program_file}}) {
    if (!file.empty()) needed.insert(fmt::format("the {} {}", what, file));
  }
}

/// Throws DamagedRun unless the weights that were written with the run are there as they were.
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
  std::vector<std::string> damages = check.damages;
  for (const ManifestOptimum& optimum : results.manifest.optima) {
    if (optimum.written || optimum.file.empty()) continue;  // what is listed is checked already
    if (const std::string damage = damage_of_optimum(folder, optimum); !damage.empty())
      damages.push_back(damage);
  }
  if (!damages.empty())
    throw ResultFileError(fmt::format(
        "{}{}; `descent run` with the configuration makes runs and optima again, `descent plot {}` figures "
        "and tables",
        damages.front(), damages.size() > 1 ? fmt::format(", and {} more", damages.size() - 1) : "",
        shell_word(folder.string())));
  Unproven unproven = results.manifest.unproven;
  if (const auto decisions = read_decisions(folder); decisions && !decisions->has_seal)
    unproven.files.push_back(decision_path(folder).filename().string());

  const std::set<std::string> planned(results.manifest.runs.begin(), results.manifest.runs.end());
  std::set<std::string> needed;
  for (const std::filesystem::path& file : folder_entries(folder / "runs")) {
    if (file.extension() != ".csv") continue;
    const std::string id = file.stem().string();
    const RunProvenance run =
        planned.contains(id) ? read_provenance(folder, id) : read_run(folder, id).provenance;
    require_provenance(run, folder, id);
    require_sound_weights(run, folder, id);
    add_needed_files(run, needed);
  }

  std::vector<std::string> notes = check.notes;
  if (!results.missing.empty()) notes.push_back(missing_runs_text(results.missing.size()));
  if (!unproven.is_empty()) notes.push_back(unproven.text());
  for (const std::string& file : needed)
    notes.push_back(fmt::format("not packed, and needed where the runs are replayed: {}", file));
  return notes;
}

}  // namespace descent
