#include "experiments/config/load_datasets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "datasets/catalog/catalog.hpp"
#include "datasets/matrix/split.hpp"
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

/// The dataset that the configuration calls by the name, with all of its rows.
Dataset load_called(const std::string& name, const Config& config, const LoadOptions& options) {
  const auto file = config.data_files.find(name);
  const auto sample = config.samples.find(name);
  const bool is_file = file != config.data_files.end();
  const bool is_sample = sample != config.samples.end();
  if (!is_file && !is_sample) return load_dataset(name, options);
  refuse_catalogue_name(name);
  if (!is_file) return load_dataset(sample->second.of, options);
  return load_dataset(file->second.find('/') == std::string::npos ? "./" + file->second : file->second,
                      options);
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
    Dataset dataset = load_called(name, config, of_config);
    dataset.name = name;
    if (dataset.task != task) {
      const bool regression = dataset.task == Task::regression;
      throw ConfigError(fmt::format(
          "{} has {}, and {} is a loss for {}", name, regression ? "targets to regress on" : "two classes",
          name_of(config.losses.front()), regression ? "two classes" : "targets to regress on"));
    }
    if (config.bias > 0) append_constant_feature(dataset, config.bias);
    const RowWeighting& weighting = config.weighting_of(name);
    const auto sample = config.samples.find(name);
    if (sample == config.samples.end()) {
      weigh_rows(dataset, weighting, config.path.parent_path());
      return dataset;
    }
    // A file has a weight for each of all rows; "balanced" goes by those that are kept.
    weigh_rows(dataset, {.file = weighting.file}, config.path.parent_path());
    keep_random_rows(dataset, sample->second.rows);
    weigh_classes(dataset, weighting);
    dataset.weighting = weighting;
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
