#include "experiments/config/load_datasets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "datasets/catalog/catalog.hpp"
#include "datasets/weigh_rows.hpp"
#include "support/errors.hpp"

namespace descent {

namespace {

/// Results would call other data by the name of a dataset that everybody knows.
void refuse_catalogue_name(const std::string& title) {
  for (const CatalogEntry& entry : read_catalog()) {
    if (entry.name == title)
      throw ConfigError(fmt::format("\"{}\" is a dataset of the catalogue; choose another title", title));
  }
}

Dataset load_titled(const std::string& title, const std::string& file, const LoadOptions& options) {
  Dataset dataset = load_dataset(file.find('/') == std::string::npos ? "./" + file : file, options);
  dataset.name = title;
  return dataset;
}

}  // namespace

Dataset load_dataset_of(const Config& config, std::size_t index, const LoadOptions& options) {
  const std::string& name = config.datasets[index];
  const std::string place = fmt::format("{}: /datasets/{}", config.path.string(), index);
  try {
    const Task task = description_of(config.losses.front()).task;
    LoadOptions of_config = options;
    of_config.path_task = task;
    of_config.path_folder = config.path.parent_path();
    const auto file = config.data_files.find(name);
    if (file != config.data_files.end()) refuse_catalogue_name(name);
    Dataset dataset = file == config.data_files.end() ? load_dataset(name, of_config)
                                                      : load_titled(name, file->second, of_config);
    if (dataset.task != task) {
      const bool regression = dataset.task == Task::regression;
      throw ConfigError(fmt::format(
          "{} has {}, and {} is a loss for {}", name, regression ? "targets to regress on" : "two classes",
          name_of(config.losses.front()), regression ? "two classes" : "targets to regress on"));
    }
    if (config.bias > 0) append_constant_feature(dataset, config.bias);
    weigh_rows(dataset, config.weighting_of(name), config.path.parent_path());
    return dataset;
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: {}", place, error.what()));
  }
}

std::vector<Dataset> load_datasets_of(const Config& config, const LoadOptions& options) {
  std::vector<Dataset> datasets;
  std::vector<std::string> violations;
  for (std::size_t k = 0; k < config.datasets.size(); ++k) {
    try {
      datasets.push_back(load_dataset_of(config, k, options));
    } catch (const DataError& error) {
      violations.push_back(error.what());
    }
  }
  if (!violations.empty()) throw DataError(fmt::format("{}", fmt::join(violations, "\ndescent: ")));
  return datasets;
}

}  // namespace descent
