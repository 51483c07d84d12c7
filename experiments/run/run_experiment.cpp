#include "experiments/run/run_experiment.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>
#include <system_error>

#include "experiments/run/experiment.hpp"
#include "experiments/run/folder_check.hpp"
#include "experiments/run/folder_of_experiment.hpp"
#include "experiments/run/manifest_file.hpp"
#include "experiments/run/measure_runs.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/distributed/mpi_job.hpp"
#include "solvers/program/described_program.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/folder_lock.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/process/interruption.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print_error.hpp"
#include "support/terminal/print_output.hpp"
#include "support/text/plural.hpp"
#include "support/text/safe_names.hpp"

namespace descent {

namespace {

/// Removes half-written files of runs that a killed process left behind; Drawing does the rest.
void tidy(const Config& config, const std::filesystem::path& folder) {
  for (const char* written : {"runs", "provenance"}) remove_abandoned_files(folder / written);
  const bool has_programs = std::ranges::any_of(
      config.methods, [](const MethodEntry& entry) { return program_of(*entry.method) != nullptr; });
  if (has_programs) remove_abandoned_temporary_folders();
}

/// Reports runs of an earlier configuration, which stay but are not drawn.
void print_earlier_runs(const std::filesystem::path& folder, const std::vector<std::string>& ids) {
  if (const std::size_t earlier = runs_beside(folder, ids); earlier > 0)
    print_output(
        "{} of other settings, data or code stay in {} and are not drawn; --fresh begins a folder of its "
        "own\n",
        plural(earlier, "run"), (folder / "runs").string());
}

/// Warns of untuned step-size constants of methods about to run, which must not pass for methods at their
/// best. `config` is the file.
void print_untuned(const RunStates& runs, const std::filesystem::path& config) {
  std::map<std::string, std::set<std::string>> problems;  // by constant
  for (const RunSpec& spec : runs.to_do) {
    for (const ChosenConstant& constant : spec.chosen) {
      if (constant.origin == untuned)
        problems[fmt::format("{} {} = {:.4g}", spec.method->name, constant.option, constant.value)].insert(
            spec.description());
    }
  }
  if (problems.empty()) return;
  std::vector<std::string> texts;
  for (const auto& [text, of] : problems)
    texts.push_back(fmt::format("{} ({})", text, plural(of.size(), "problem")));
  print_output("not tuned, at the default: {}; `descent tune {}` chooses what is best\n",
               fmt::join(texts, ", "), shell_word(config.string()));
}

/// Prints the end of a run with --brief: one line.
void print_end(const Config& config, const std::filesystem::path& folder, std::size_t unwell,
               const FigureFiles& figure) {
  const std::string conditions =
      figure.conditions.empty() ? "" : fmt::format(", {}", plural(figure.conditions.size(), "condition"));
  print_output("{}: {}{}; {} in {}\n", config.name,
               unwell == 0 ? "all runs are done" : plural(unwell, "run") + " did not end well", conditions,
               plural(figure.scripts.size(), "figure"), (folder / "figures").string());
}

/// Prints files that changed since they were written, whose runs are repeated.
void print_damages(const std::vector<std::string>& damages) {
  constexpr std::size_t most = 10;
  if (damages.empty()) return;
  for (std::size_t k = 0; k < std::min(most, damages.size()); ++k) print_error("descent: {}\n", damages[k]);
  if (damages.size() > most) print_error("descent: and {} more\n", damages.size() - most);
  print_error("{} to be repeated for that\n", plural_are(damages.size(), "run"));
}

void print_opening(const Experiment& experiment, const RunStates& runs, const RunSettings& settings) {
  print_output("{}{}: {}, {} to do, into {}\n", settings.place.empty() ? "" : settings.place + ": ",
               experiment.config.name, plural(runs.ids.size(), "run"), runs.to_do.size(),
               settings.folder.string());
  print_untuned(runs, experiment.config.path);
  print_earlier_runs(settings.folder, runs.ids);
  std::fflush(stdout);
}

/// Measures the runs that are due, as a session of the manifest.
void measure_in_session(const Experiment& experiment, const RunSettings& settings, ManifestFile& manifest,
                        RunStates& runs) {
  if (runs.to_do.empty()) return manifest.keep_sessions();
  manifest.start_session();
  std::size_t ended = 0;
  try {
    measure_runs(experiment, settings, runs, ended);
  } catch (const Interruption&) {
    try {
      manifest.end_session(ended);
    } catch (const ResultFileError&) {  // the session stays open, as after a kill
    }
    throw;
  }
  manifest.end_session(ended);
}

/// Throws ConfigError if runs that are due need several processes but cannot have them.
void require_processes_of(const Experiment& experiment, const RunSettings& settings) {
  const auto has_several = [](const RunSpec& spec) { return processes_of(spec.options) > 1; };
  if (std::ranges::none_of(experiment.plan.runs, has_several)) return;
  const RunStates runs = look_up_runs(experiment.plan, settings, experiment.decision_lines, false);
  for (const RunSpec& spec : runs.to_do) require_processes(processes_of(spec.options));
}

/// Does everything from the configuration to kept runs. Returns the runs that did not end well.
std::vector<FailedRun> complete_runs(const Config& config, const RunSettings& settings,
                                     const FolderWork& work) {
  Experiment experiment(config, settings);
  require_same_sources(settings.folder, experiment.datasets);
  if (work.carries_out) require_processes_of(experiment, settings);
  // Report problems of the folder before the work begins.
  make_folder(settings.folder / "runs");
  make_folder(settings.folder / "provenance");
  if (work.carries_out) experiment.provide_optima(settings);
  RunStates runs = look_up_runs(experiment.plan, settings, experiment.decision_lines, true);
  print_damages(runs.damages);
  for (const std::string& damage : damages_beside_runs(settings.folder, listed_files(settings.folder)))
    print_error("note: {}; what the run draws is written again\n", damage);
  ManifestFile manifest(settings.folder, make_manifest(config, experiment.datasets, experiment.plan,
                                                       experiment.optima, runs.ids));
  if (settings.prints_details()) print_opening(experiment, runs, settings);
  work.step(experiment, manifest, runs);
  experiment.decision_lines.write(experiment.plan, runs.ids);
  manifest.list_files();
  return runs.unwell;
}

}  // namespace

void require_same_sources(const std::filesystem::path& folder, std::span<const Dataset> datasets) {
  if (!is_file(folder / "manifest.json")) return;
  std::vector<ManifestDataset> former;
  try {
    former = read_manifest(folder).datasets;
  } catch (const Error&) {  // a damaged manifest is written again
    return;
  }
  for (const Dataset& now : datasets) {
    const auto before = std::ranges::find(former, now.name, &ManifestDataset::name);
    if (before == former.end() || before->source != "file" || now.source == "file") continue;
    throw ConfigError(
        fmt::format("{}: its runs are on the file {}, which is not found now (is DESCENT_DATA set?); to use "
                    "the stand-in, give --fresh or another folder with --out",
                    folder.string(), now.name));
  }
}

void print_unwell(std::span<const FailedRun> unwell, const RunSettings& settings) {
  if (unwell.empty()) return;
  print_error("{} did not end well:\n", plural(unwell.size(), "run"));
  const FailedRun* failed = nullptr;
  const FailedRun* diverged = nullptr;
  for (const FailedRun& run : unwell) {
    print_error("  {}  {}: {}\n", run.id, run.what, run.status);
    (run_status::is_failed(run.status) ? failed : diverged) = &run;
  }
  if (failed != nullptr) {
    print_error("`descent {}` tries what failed again; one alone, like the last: descent {} --only run={}\n",
                settings.words, settings.words, failed->id);
  }
  if (diverged != nullptr) {
    print_error("what diverged is kept as it is; to see it again: descent replay {}\n",
                run_file(settings.folder, diverged->id).string());
  }
}

void print_cleared(const DrawnFiles& drawn) {
  for (const auto& file : drawn.removed) print_output("  removed, not drawn any more: {}\n", file.string());
  for (const std::string& note : drawn.kept) print_error("note: {}\n", note);
}

void print_conditions(const DrawnFiles& drawn) {
  for (const std::string& condition : drawn.conditions) print_output("  {}\n", condition);
}

void print_by_folder(std::span<const std::filesystem::path> files) {
  std::map<std::filesystem::path, std::string> lines;
  std::filesystem::path last;
  for (const std::filesystem::path& file : files) {
    std::string& line = lines[file.parent_path()];
    const bool is_same = file.stem() == last.stem() && file.parent_path() == last.parent_path();
    line += is_same ? ' ' + file.extension().string() : (line.empty() ? "" : ", ") + file.filename().string();
    last = file;
  }
  for (const auto& [folder, line] : lines) print_output("  {}: {}\n", folder.string(), line);
}

void print_files(const FigureFiles& figure) {
  print_by_folder(figure.pictures);
  print_by_folder(figure.tables);
  print_output("  {}\n", figure.curves.string());
  print_conditions(figure);
  print_cleared(figure);
}

std::size_t work_in_folder(const Config& config, const RunSettings& settings, const FolderWork& work) {
  const FolderLock lock(settings.folder);
  // Another process may have held the folder until now.
  require_folder_of(config.name, settings.folder, ResultsKind::runs);
  tidy(config, settings.folder);
  if (lock.interrupted() != 0 && !settings.quiet) {
    print_output("{}: process {} ended before its work was done; going on from there\n",
                 settings.folder.string(), lock.interrupted());
  }
  std::vector<FailedRun> unwell;
  try {
    unwell = complete_runs(config, settings, work);
  } catch (const Interruption& stop) {
    tidy(config, settings.folder);
    throw Interruption(stop.signal(), fmt::format("{}, and `descent {}{}` goes on from there", stop.what(),
                                                  settings.words, settings.words_of_only));
  }
  // Before the figures, which may fail too.
  print_unwell(unwell, settings);
  if (!work.draws) return unwell.size();
  const FigureFiles figure = draw_figures(settings.folder);
  if (settings.prints_details())
    print_files(figure);
  else
    print_cleared(DrawnFiles{.kept = figure.kept});
  if (settings.brief && !settings.quiet) print_end(config, settings.folder, unwell.size(), figure);
  return unwell.size();
}

std::size_t run_experiment(const Config& config, const RunSettings& settings) {
  return work_in_folder(config, settings,
                        {.step = [&](const Experiment& experiment, ManifestFile& manifest, RunStates& runs) {
                          measure_in_session(experiment, settings, manifest, runs);
                        }});
}

}  // namespace descent
