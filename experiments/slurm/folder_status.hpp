#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/run/run_states.hpp"

namespace descent {

/// How far the planned runs of a results folder are.
struct FolderStatus {
  std::size_t planned = 0;
  std::vector<std::string> left_out_datasets;  ///< have no runs: their files were not there
  std::size_t done = 0;
  std::size_t running = 0;  ///< about: what the tasks at work have before them, as many as they do at once
  std::size_t waiting = 0;  ///< in the share of a task that is at work or in the queue
  std::size_t missing = 0;  ///< neither there nor in any such share
  std::vector<FailedRun> failed;
  std::vector<std::string> damaged;  ///< or not to be read, a sentence each, file first
  std::vector<std::string> jobs;     ///< of the last submission, a sentence each
  std::string words;  ///< behind `descent`, to submit what is missing; empty: nothing was submitted
};

/// Reads the manifest, the runs and what was submitted, and asks squeue. Changes nothing. Throws
/// ResultFileError or ConfigError.
FolderStatus status_of_folder(const std::filesystem::path& folder);

}  // namespace descent
