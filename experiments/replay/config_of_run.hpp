#pragma once

#include <filesystem>

#include "experiments/config/config.hpp"
#include "support/records/run_provenance.hpp"

namespace descent {

/// Configuration of a run from its provenance, read from `file`. Program, data and row weights given by path
/// are looked up where they were, then under the given path in the current directory. Throws ConfigError with
/// all places tried, or with the configuration's error.
Config config_of_run(const RunProvenance& provenance, const std::filesystem::path& file);

}  // namespace descent
