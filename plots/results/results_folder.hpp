#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/records/manifest.hpp"
#include "support/records/result_schema.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// The manifest of a results folder and the runs that are done.
struct ResultsFolder {
  Manifest manifest;
  std::vector<std::vector<ResultRow>> runs;  ///< one entry a run, never empty, in the manifest's order
  std::vector<std::string> processors;       ///< the model of each run's processor; empty: unknown
  std::vector<AllreduceProbe> allreduce;     ///< of the runs in several processes that measured it
  std::vector<std::string> missing;          ///< ids of planned runs without a file
};

/// Reads DIR/manifest.json and the files of its runs. Throws ResultFileError if one of them is damaged, or if
/// a run contradicts the manifest in dataset, loss, regulariser, method, form of the objective or lower
/// bound. A run that reports `converged` more than 1 % above the certified optimum is read as `stopped`.
ResultsFolder read_results_folder(const std::filesystem::path& folder);

/// "2 runs of the manifest are missing"
std::string missing_runs_text(std::size_t missing);

}  // namespace descent
