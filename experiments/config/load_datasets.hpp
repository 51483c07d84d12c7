#pragma once

#include <span>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "experiments/config/config.hpp"

namespace descent {

/// Loads the configuration's dataset number `index`. Throws ConfigError with the JSON path of a name that is
/// unknown, and DataError for what is wrong with the data, with the JSON path where a file is not there.
Dataset load_dataset_of(const Config& config, std::size_t index, const LoadOptions& options);

/// The datasets that a `real_only` configuration leaves out: those of the catalogue without files. Empty for
/// other configurations. Throws DataError if no dataset remains.
std::vector<std::string> left_out_datasets(const Config& config);

/// Prints a line for each of them: its name, and where to get its files.
void print_left_out_datasets(const Config& config);

/// All datasets that are not left out, or a DataError with all that is wrong with them.
std::vector<Dataset> load_datasets_of(const Config& config, const LoadOptions& options);
/// Those of each configuration. Data that several of them have in common is loaded once, and shared by the
/// copies.
std::vector<std::vector<Dataset>> load_datasets_of(std::span<const Config> configs,
                                                   const LoadOptions& options);

/// The sentence that says how to get the files of a dataset: "`descent data fetch NAME` gets the data, if it
/// can be had".
std::string where_to_get(const Config& config, const std::string& dataset);

}  // namespace descent
