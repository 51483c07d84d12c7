#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"
#include "plots/figure.hpp"

// Reports that `descent run` and the commands that draw print.

namespace descent {

struct Experiment;
struct FailedRun;
struct RunStates;

/// Prints how many runs are to do, untuned constants, and runs of other settings in the folder.
void print_opening(const Experiment& experiment, const RunStates& runs);

/// Prints files that changed since they were written, whose runs are repeated.
void print_damages(const std::vector<std::string>& damages);

/// Prints on standard error the runs of a folder that did not end well, and how to examine each alone.
/// `words` are the arguments that repeat the command.
void print_unwell(std::span<const FailedRun> unwell, const std::string& words,
                  const std::filesystem::path& folder);

void print_conditions(const DrawnFiles& drawn);

/// Prints which files of an earlier drawing were removed, and on standard error which remain.
void print_cleared(const DrawnFiles& drawn);

/// Prints the files of a figure, and the same as print_cleared().
void print_files(const FigureFiles& figure);

/// Prints one line per folder: "results/NAME/figures: NAME.pdf .svg .png, NAME-profile.pdf .svg .png".
void print_by_folder(std::span<const std::filesystem::path> files);

/// Prints the end of a run with --brief: one line.
void print_end(const Config& config, const std::filesystem::path& folder, std::size_t unwell,
               const FigureFiles& figure);

}  // namespace descent
