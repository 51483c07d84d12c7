#pragma once

#include <boost/program_options.hpp>
#include <string>

#include "experiments/commands/command_line.hpp"
#include "experiments/slurm/job_script.hpp"

namespace descent {

/// --slurm and what belongs to it.
void add_slurm_options(boost::program_options::options_description& options);

/// Whether the option says how work is submitted, --slurm itself included, and so means nothing to a job.
bool goes_with_slurm(const std::string& option);

/// Whether the command is to plan and submit, instead of doing the work. Throws ConfigError for options that
/// belong to --slurm and stand without it.
bool is_for_slurm(const ParsedArguments& parsed);

/// What is asked of Slurm; `jobs` is --jobs. Throws ConfigError.
SlurmOptions slurm_options_of(const boost::program_options::variables_map& values);

}  // namespace descent
