#include "experiments/config/load_datasets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "datasets/catalog/catalog.hpp"
#include "datasets/catalog/data_folders.hpp"
#include "datasets/matrix/dataset.hpp"
#include "datasets/weigh_rows.hpp"
#include "support/errors.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

/// Otherwise results would show other data under a well-known name.
void refuse_catalogue_name(const std::string& title) {
  if (find_entry(read_catalog(), title))
    throw ConfigError(fmt::format("\"{}\" is a dataset of the catalogue; choose another title", title));
}

/// Reports that a file exists where a path would be looked up, but the catalogue's dataset of that name is
/// used.
void tell_passed_over(const std::string& name, const std::filesystem::path& folder) {
  if (is_path(name)) return;
  const Catalog catalog = read_catalog();
  const CatalogEntry* const entry = find_entry(catalog, name);
  if (entry == nullptr) return;
  const auto data = find_data_file(entry->train_file);
  std::error_code ignored;
  for (const std::filesystem::path& file : {folder / name, std::filesystem::path(name)}) {
    if (!std::filesystem::is_regular_file(file, ignored)) continue;
    if (data && std::filesystem::equivalent(file, *data, ignored)) continue;
    print_error("note: {}: the dataset of the catalogue; the file {} is not read: write ./{} for it\n", name,
                std::filesystem::absolute(file).lexically_normal().string(), name);
    return;
  }
}

/// Loads all rows of the dataset with this name in the configuration.
Dataset load_called(const std::string& name, const Config& config, const LoadOptions& options) {
  const TitledDataset* const titled = config.find_titled(name);
  if (titled == nullptr) {
    tell_passed_over(name, options.path_folder);
    return load_dataset(name, options);
  }
  refuse_catalogue_name(name);
  LoadOptions entry_options = options;
  entry_options.reading = titled->reading;
  entry_options.test_file = titled->test_file;
  const bool may_be_a_name = titled->is_file && !is_path(titled->of);
  return load_dataset(may_be_a_name ? "./" + titled->of : titled->of, entry_options);
}

/// The dataset's name in the catalogue; a file's title.
std::string catalogue_name(const Config& config, const std::string& dataset) {
  const TitledDataset* const titled = config.find_titled(dataset);
  return titled == nullptr || titled->is_file ? dataset : titled->of;
}

/// Calls `load`; adds the place in the configuration to the message about a missing file.
template <class Load>
auto with_place_in_error(const std::string& place, const Load& load) {
  try {
    return load();
  } catch (const MissingFileError& error) {
    throw DataError(fmt::format("{}: {}", place, error.what()));
  }
}

/// Loads dataset number `index` with the weights of its rows.
Dataset load_rows(const Config& config, std::size_t index, const LoadOptions& options, bool is_prepared) {
  const std::string& name = config.datasets[index];
  const std::string place = fmt::format("{}: /datasets/{}", config.path.string(), index);
  try {
    const Task task = description_of(config.losses.front()).task;
    LoadOptions config_options = options;
    config_options.path_task = task;
    config_options.path_folder = config.path.parent_path();
    Dataset dataset = with_place_in_error(place, [&] { return load_called(name, config, config_options); });
    const TitledDataset* const titled = config.find_titled(name);
    if (dataset.task != task) {
      const bool regression = dataset.task == Task::regression;
      throw ConfigError(fmt::format(
          "{} has {}, and {} is a loss for {}", name, regression ? "targets to regress on" : "two classes",
          name_of(config.losses.front()), regression ? "two classes" : "targets to regress on"));
    }
    if (titled != nullptr && !titled->attributes.empty()) keep_attributes(dataset, titled->attributes);
    dataset.name = name;
    const RowWeighting& weighting = config.weighting_of(name);
    const bool has_own = titled != nullptr && !titled->weighting.is_none();
    const std::string weights_place = has_own ? place : config.path.string() + ": ";
    // A file of weights covers all rows; the rest is computed from the kept rows.
    with_place_in_error(weights_place + "/row_weights",
                        [&] { weigh_rows(dataset, {.file = weighting.file}, config.path.parent_path()); });
    if (titled != nullptr && titled->rows > 0) keep_random_rows(dataset, titled->rows);
    dataset.weighting = weighting;
    if (is_prepared) prepare(dataset, config);
    return dataset;
  } catch (const ConfigError& error) {
    throw ConfigError(fmt::format("{}: {}", place, error.what()));
  }
}

}  // namespace

bool is_same_data(const Config& first, const Config& second, const std::string& name) {
  const auto task_of = [](const Config& config) { return description_of(config.losses.front()).task; };
  const TitledDataset* const first_entry = first.find_titled(name);
  const TitledDataset* const second_entry = second.find_titled(name);
  return first.path.parent_path() == second.path.parent_path() && task_of(first) == task_of(second) &&
         first.test_rows == second.test_rows && first.bias == second.bias &&
         first.scaling == second.scaling && first.rounds_values == second.rounds_values &&
         first.weighting_of(name) == second.weighting_of(name) &&
         (first_entry && second_entry ? *first_entry == *second_entry : first_entry == second_entry);
}

void prepare(Dataset& dataset, const Config& config) {
  weigh_classes(dataset, config.weighting_of(dataset.name));
  scale(dataset, config.scaling);
  empty_masked_rows(dataset);
  if (config.rounds_values) round_values(dataset);
  if (config.bias > 0) append_constant_feature(dataset, config.bias);
}

Dataset load_dataset_of(const Config& config, std::size_t index, const LoadOptions& options) {
  return load_rows(config, index, options, true);
}

std::vector<std::string> left_out_datasets(const Config& config) {
  std::vector<std::string> left_out;
  if (!config.real_only) return left_out;
  const Catalog catalog = read_catalog();
  std::ranges::copy_if(config.datasets, std::back_inserter(left_out), [&](const std::string& dataset) {
    const TitledDataset* const titled = config.find_titled(dataset);
    if (titled != nullptr && titled->is_file) return false;
    const CatalogEntry* const entry = find_entry(catalog, catalogue_name(config, dataset));
    return entry != nullptr && has_no_files(*entry);
  });
  if (left_out.size() == config.datasets.size())
    throw DataError(fmt::format("{}: /real_only: no file is here of {}; {}", config.path.string(),
                                fmt::join(left_out, ", "), where_to_get(config, left_out.front())));
  return left_out;
}

void print_left_out_datasets(const Config& config) {
  for (const std::string& dataset : left_out_datasets(config))
    print_output("  {}: left out, its files are not here; {}\n", dataset, where_to_get(config, dataset));
}

std::vector<Dataset> load_datasets_of(const Config& config, const LoadOptions& options, bool is_prepared) {
  return std::move(load_datasets_of(std::span(&config, 1), options, is_prepared).front());
}

std::vector<std::vector<Dataset>> load_datasets_of(std::span<const Config> configs,
                                                   const LoadOptions& options, bool is_prepared) {
  std::vector<std::vector<Dataset>> datasets(configs.size());
  std::vector<std::string> violations;
  const auto loaded = [&](const Config& config, const std::string& name) -> const Dataset* {
    for (std::size_t other = 0; &configs[other] != &config; ++other) {
      const auto found = std::ranges::find(datasets[other], name, &Dataset::name);
      if (found != datasets[other].end() && is_same_data(config, configs[other], name)) return &*found;
    }
    return nullptr;
  };
  for (std::size_t c = 0; c < configs.size(); ++c) {
    const std::vector<std::string> left_out = left_out_datasets(configs[c]);
    for (std::size_t k = 0; k < configs[c].datasets.size(); ++k) {
      if (std::ranges::find(left_out, configs[c].datasets[k]) != left_out.end()) continue;
      try {
        const Dataset* same = loaded(configs[c], configs[c].datasets[k]);
        datasets[c].push_back(same != nullptr ? *same : load_rows(configs[c], k, options, is_prepared));
      } catch (const DataError& error) {
        if (std::ranges::find(violations, error.what()) == violations.end())
          violations.push_back(error.what());
      }
    }
  }
  if (!violations.empty()) throw DataError(fmt::format("{}", fmt::join(violations, "\ndescent: ")));
  return datasets;
}

std::string where_to_get(const Config& config, const std::string& dataset) {
  const std::string name = catalogue_name(config, dataset);
  const Catalog catalog = read_catalog();
  const CatalogEntry* const entry = find_entry(catalog, name);
  return entry != nullptr && !entry->urls.empty()
             ? fmt::format("`descent data fetch {}` gets the data, if it can be had", name)
             : std::string("`descent data list` says where the data comes from");
}

}  // namespace descent
