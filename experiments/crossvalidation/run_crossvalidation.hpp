#pragma once

#include <cstddef>
#include <filesystem>

#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "experiments/jobs/carry_out.hpp"

namespace descent {

/// Carries out a configuration's missing splits, each in a child process, and keeps the rows of each as
/// FOLDER/splits/ID.csv when it ends. ID is a hash of configuration, data, division, program and processor.
/// Then writes FOLDER/splits.csv (all rows), FOLDER/table.md and FOLDER/crossvalidation.json (configuration,
/// data, program, machine, checksums of the splits), and prints the table. Returns the number of failed
/// splits; the files then cover the others and say so.
///
/// Throws ConfigError, DataError or ResultFileError before any fit if configuration, data or folder is wrong.
std::size_t run_crossvalidation(const CrossvalidationConfig& config, const std::filesystem::path& folder,
                                bool require_real, const JobSettings& settings);

}  // namespace descent
