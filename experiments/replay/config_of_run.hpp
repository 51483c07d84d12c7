#pragma once

#include <filesystem>

#include "experiments/config/config.hpp"
#include "plots/results/run_provenance.hpp"

namespace descent {

/// The configuration of one run as its provenance has it, which was read from `file`. Its program, data and
/// weights of rows, where they were given by paths, are those that lie where they lay then, or else under the
/// same path in the current directory. Throws ConfigError that names all places where one was looked for, or
/// what is wrong with the configuration.
Config config_of_run(const RunProvenance& provenance, const std::filesystem::path& file);

}  // namespace descent
