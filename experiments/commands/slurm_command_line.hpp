#pragma once

#include <string>

#include "experiments/commands/command_line.hpp"
#include "experiments/slurm/slurm.hpp"

namespace descent {

void add_slurm_options(po::options_description& options);

/// True for --slurm and options on how work is submitted, which mean nothing to a job.
bool goes_with_slurm(const std::string& option);

/// True if the command should plan and submit the work, not do it. Throws ConfigError for options that need
/// --slurm.
bool is_for_slurm(const ParsedArguments& parsed);

/// Slurm options; `jobs` is --jobs. Throws ConfigError.
SlurmOptions slurm_options_of(const po::variables_map& values);

}  // namespace descent
