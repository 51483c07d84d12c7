#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/run/run_settings.hpp"

namespace descent {

class ManifestFile;

/// What a job of Slurm was started for.
struct ClusterTask {
  enum class Kind { optima, runs, end };
  Kind kind = Kind::end;
  std::size_t number = 0;  ///< of the task in its array, from 1
};

/// Reads "optima/3", "runs/12" or "end". Throws ConfigError.
ClusterTask parse_cluster_task(const std::string& text);

/// Carries out the share that submit_experiment() has dealt out to this task, of the optima or of the runs,
/// or gathers what there is, tells what is missing and draws. A task writes files of its own alone, none of
/// which anybody else writes: no lock is needed between nodes. Returns how many runs are not well or, at the
/// end, missing. Throws ConfigError when the configuration is not the one that was submitted, or this
/// processor not the one that was asked for, and RunError when the job's cores are not its own.
std::size_t carry_out_task(const Config& config, const RunSettings& settings, const ClusterTask& task);

/// The processors whose runs count on a cluster: those that were asked for; else all that the folder's runs
/// were carried out on, that of the most runs first, and this one.
std::vector<std::string> counted_processors(const RunSettings& settings);

/// Keeps the manifest's sessions, with those of the tasks of the last submission, whose jobs have ended: one
/// for every machine. Their shares are forgotten then.
void keep_sessions_of_tasks(const std::filesystem::path& results, ManifestFile& manifest);

}  // namespace descent
