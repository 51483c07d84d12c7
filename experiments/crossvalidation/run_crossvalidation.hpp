#pragma once

#include <cstddef>

#include "experiments/crossvalidation/crossvalidation_config.hpp"
#include "experiments/run/run_settings.hpp"

namespace descent {

/// Carries out what is missing of a configuration's splits, into the settings' folder, each in a child
/// process, and keeps the rows of each as FOLDER/splits/ID.csv as soon as it is done, where ID is a hash of
/// all that determines them: configuration, data, division, program and processor. Then writes
/// FOLDER/splits.csv (the rows of all splits), FOLDER/table.md and FOLDER/crossvalidation.json
/// (configuration, data, program, machine and the checksums of the splits) anew, and prints the table.
/// Returns how many splits failed; what is written is then about the others, and says so.
///
/// Throws ConfigError, DataError or ResultFileError before anything is fitted when something about the
/// configuration, the data or the folder is wrong.
std::size_t run_crossvalidation(const CrossvalidationConfig& config, const RunSettings& settings);

}  // namespace descent
