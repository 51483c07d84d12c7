#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "experiments/run/run_states.hpp"
#include "plots/figure.hpp"

// What `descent run` says before it begins, for whoever would take its results for something else, and at the
// end.

namespace descent {

/// Where each dataset came from: synthetic rows must not pass for the data that they take the place of.
void print_sources(std::span<const Dataset> datasets);

/// Step-size constants that nobody has chosen, of methods that are to run: these must not pass for methods at
/// their best. `config` is the file.
void print_untuned(const RunStates& runs, const std::filesystem::path& config);

/// Methods that cannot work on one of the datasets.
void print_left_out(const Plan& plan);

/// How many runs in `folder`/runs have none of the ids: a changed configuration leaves them, undrawn.
void print_earlier_runs(const std::filesystem::path& folder, std::span<const std::string> ids);

/// What did not end well, and how each can be looked at alone: `descent` with these words does all again.
void print_unwell(std::span<const FailedRun> unwell, const std::string& words,
                  const std::filesystem::path& folder);

/// Tells on standard output which files of a figure are there now.
void print_files(const FigureFiles& figure);

}  // namespace descent
