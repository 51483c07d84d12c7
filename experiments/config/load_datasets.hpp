#pragma once

#include <span>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "experiments/config/config.hpp"

namespace descent {

/// Loads the configuration's dataset number `index`. Throws ConfigError with the JSON path of a name that is
/// unknown, and DataError for what is wrong with the data, with the JSON path where a file is not there.
Dataset load_dataset_of(const Config& config, std::size_t index, const LoadOptions& options);

/// All of them, or a DataError with all that is wrong with them.
std::vector<Dataset> load_datasets_of(const Config& config, const LoadOptions& options);
/// Those of each configuration. Data that several of them have in common is loaded once, and shared by the
/// copies.
std::vector<std::vector<Dataset>> load_datasets_of(std::span<const Config> configs,
                                                   const LoadOptions& options);

}  // namespace descent
