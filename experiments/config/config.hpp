#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/config/lambda.hpp"
#include "plots/results/manifest.hpp"
#include "plots/results/objective_form.hpp"
#include "solvers/contract/method.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// How long a run works: CPU seconds, or passes over the data for runs that repeat bit for bit.
struct Budget {
  Axis axis = Axis::cpu_seconds;
  double default_value = 4;
  std::map<std::string, double> by_dataset;

  double amount(const std::string& dataset) const;
};

/// One entry of a configuration's "methods".
struct MethodEntry {
  const Method* method = nullptr;
  std::string variant;  ///< options that differ from their defaults, and a given step: "average=true step=1"
  std::string label;    ///< for legends
  std::map<std::string, OptionValue> given;
  std::vector<LossKind> losses;               ///< of the configuration's, those that this entry runs on
  std::vector<RegularizerKind> regularizers;  ///< likewise
  /// Likewise, where the entry names them; else it runs on all that are not too wide for the method.
  std::optional<std::vector<std::string>> datasets = std::nullopt;

  bool takes_part_on(const std::string& dataset) const;
  bool takes_part_in(const std::string& dataset, LossKind loss, RegularizerKind regularizer) const;
};

/// One protocol for every method that has a step-size constant.
struct TuningProtocol {
  double budget_share = 0.25;  ///< of a run's budget, for each trial
  std::int64_t seeds = 2;      ///< runs a trial, with seeds that reported runs never use
};

/// A checked configuration. The product of its lists is what runs.
struct Config {
  std::filesystem::path path;
  std::string name;
  std::string title;
  std::vector<std::string> datasets;  ///< names in the catalogue, paths, or titles of files
  /// The path, as the configuration has it, of a dataset that has a title.
  std::map<std::string, std::string> data_files;
  std::vector<LossKind> losses;  ///< all for classes, or all for targets
  std::vector<RegularizerKind> regularizers;
  double epsilon = 0.1;    ///< of the ε-insensitive losses
  double bias = 0;         ///< value of a constant feature that every row gets; 0: none
  bool free_bias = false;  ///< its weight is not regularised
  ObjectiveForm form;
  std::vector<Lambda> lambdas;
  std::vector<MethodEntry> methods;
  std::vector<std::uint64_t> seeds;
  Budget budget;
  std::int64_t checkpoints = 50;
  Index test_rows = 20'000;
  bool decision_lines = false;  ///< draw the points of two features and the line of every method
  TuningProtocol tuning;
};

/// A key of a configuration: the checks of unknown keys, the JSON Schema and the README's table come from
/// this record.
struct ConfigKey {
  std::string name;
  std::string description;
  bool required = false;
  Json schema;  ///< the JSON Schema of its value
};

const std::vector<ConfigKey>& config_keys();

/// No run takes more CPU seconds or passes.
constexpr double largest_budget = 1e9;

/// Seeds from here on belong to tuning.
constexpr std::uint64_t first_tuning_seed = 1'000'000;

/// Reads and checks a configuration against the registered methods, losses and regularisers; dataset names
/// are checked when the data is loaded. Throws ConfigError that names the file and the JSON path, or line and
/// column.
Config read_config(const std::filesystem::path& path);

/// The same for a configuration that is not in a file; `name` stands for it in messages.
Config parse_config(const Json& json, const std::string& name);

/// An option's value as a configuration writes it.
Json to_json(const OptionValue& value);

/// The configuration with all defaults filled in, as the manifest records it: a configuration again.
Json to_json(const Config& config);

/// A smaller run of the same shape: an eighth of the budget, at most 3 seeds.
Config quick(Config config);

}  // namespace descent
