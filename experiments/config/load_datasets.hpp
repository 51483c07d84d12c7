#pragma once

#include <span>
#include <string>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "experiments/config/config.hpp"

namespace descent {

/// True if the name means the same data in both configurations: the same files and rows, read, scaled and
/// weighed alike, with the same constant feature and number of test rows.
bool is_same_data(const Config& first, const Config& second, const std::string& name);

/// Does with the rows, as configured, what depends on which they are: weighs their classes, scales and rounds
/// them, and appends the constant feature. Throws ConfigError or DataError.
void prepare(Dataset& dataset, const Config& config);

/// Loads dataset number `index` and prepares it. Throws ConfigError with the JSON path of an unknown name,
/// and DataError for bad data, with the JSON path if a file is missing.
Dataset load_dataset_of(const Config& config, std::size_t index, const LoadOptions& options);

/// Catalogue datasets without files, which a `real_only` configuration leaves out. Empty for other
/// configurations. Throws DataError if no dataset remains.
std::vector<std::string> left_out_datasets(const Config& config);

/// Prints each left-out dataset and where to get its files.
void print_left_out_datasets(const Config& config);

/// Loads all datasets that are not left out, and prepares them unless told otherwise. Throws DataError with
/// all their problems.
std::vector<Dataset> load_datasets_of(const Config& config, const LoadOptions& options,
                                      bool is_prepared = true);
/// Loads the datasets of each configuration. Data that several configurations use is loaded once and shared.
std::vector<std::vector<Dataset>> load_datasets_of(std::span<const Config> configs,
                                                   const LoadOptions& options, bool is_prepared = true);

/// Sentence on how to get a dataset's files: "`descent data fetch NAME` gets the data, if it can be had".
std::string where_to_get(const Config& config, const std::string& dataset);

}  // namespace descent
