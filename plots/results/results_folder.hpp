#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plots/results/allreduce_probe.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/result_schema.hpp"

namespace descent {

/// Everything that a results folder holds, as far as it has been run.
struct ResultsFolder {
  Manifest manifest;
  std::vector<std::vector<ResultRow>> runs;  ///< one entry a run, never empty, in the manifest's order
  std::vector<std::string> processors;       ///< of the runs: the model of each, empty where it is not known
  std::vector<AllreduceProbe> allreduce;     ///< of the runs in several processes, as far as it is known
  std::vector<std::string> missing;          ///< ids of runs that are planned and not yet run
};

/// Reads DIR/manifest.json and the files of its runs. Throws ResultFileError when one is malformed or was
/// changed after it was written, when a run's rows do not belong together, when its dataset, regulariser or
/// method is not in the manifest, or when its form of the objective or its lower bound is not the manifest's,
/// where that has one of the problem. A run that says `converged` more than 1 % above the certified optimum
/// is read as `stopped`.
ResultsFolder read_results_folder(const std::filesystem::path& folder);

/// "2 runs of the manifest are missing"
std::string missing_runs_text(std::size_t missing);

}  // namespace descent
