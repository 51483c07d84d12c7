#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "datasets/matrix/row_weighting.hpp"
#include "experiments/config/config_key.hpp"
#include "experiments/config/config_values.hpp"
#include "experiments/config/method_entries.hpp"
#include "plots/results/axis.hpp"
#include "plots/results/lambda.hpp"
#include "plots/results/objective_form.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// How long a run works: CPU seconds, or passes over the data for runs that repeat bit for bit.
struct Budget {
  Axis axis = Axis::cpu_seconds;
  double default_value = 4;
  std::map<std::string, double> by_dataset;

  double amount(const std::string& dataset) const;
};

/// A dataset that a configuration says more of than its name or path.
struct TitledDataset {
  std::string of;                      ///< a name in the catalogue or a path, as the configuration has it
  bool is_file = false;                ///< which of both
  Index rows = 0;                      ///< a random sample of so many of its training rows; 0: all
  std::vector<Index> attributes = {};  ///< these alone of the original data, from 1; none: all
  RowWeighting weighting = {};
  friend bool operator==(const TitledDataset&, const TitledDataset&) = default;
};

/// A checked configuration. The product of its lists is what runs.
struct Config {
  std::filesystem::path path;
  std::string name;
  std::string title;
  std::vector<std::string> datasets;            ///< names in the catalogue, paths, or titles
  std::map<std::string, TitledDataset> titled;  ///< those that have titles, by these
  bool real_only = false;                       ///< datasets without files are left out, stand-ins not taken
  std::vector<LossKind> losses;                 ///< all for classes, or all for targets
  std::vector<RegularizerKind> regularizers;
  double epsilon = 0.1;        ///< of the ε-insensitive losses
  double bias = 0;             ///< value of a constant feature that every row gets; 0: none
  bool free_bias = false;      ///< its weight is not regularised
  bool rounds_values = false;  ///< to single precision
  RowWeighting weighting;      ///< of the datasets that have none of their own
  ObjectiveForm form;
  std::vector<Lambda> lambdas{{1, 1, "1/m"}};
  std::vector<MethodEntry> methods;
  std::map<std::string, std::string>
      protocol_titles;  ///< by the protocol's name; shown by figures and tables
  std::vector<std::uint64_t> seeds{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  Budget budget;
  std::int64_t checkpoints = 50;
  Index test_rows = 20'000;
  bool decision_lines = false;  ///< draw the points of two features and the line of every method
  /// One protocol for every method that has a step-size constant.
  double tuning_budget_share = 0.25;                   ///< of a run's budget, for each trial
  std::int64_t tuning_seeds = 2;                       ///< runs a trial
  std::int64_t tuning_first_seed = first_tuning_seed;  ///< of these runs; reported runs have lower seeds

  /// Null for a name in the catalogue or a path.
  const TitledDataset* find_titled(const std::string& dataset) const;
  const RowWeighting& weighting_of(const std::string& dataset) const;
  /// What all rows are called of a dataset that is a sample: a name in the catalogue, or of a file the title
  /// under which it is a dataset as well, else its path. Empty for other datasets.
  std::string sample_of(const std::string& dataset) const;
};

/// The keys of a configuration.
const std::vector<ConfigKey<Config>>& config_keys();

/// Their JSON Schema (draft 07), with the options of the registered methods. configs/schema.json is this
/// text.
Json config_schema();

/// Reads and checks a configuration against the registered methods, losses and regularisers; dataset names
/// are checked when the data is loaded. Throws ConfigError that names the file and the JSON path, or line and
/// column.
Config read_config(const std::filesystem::path& path);

/// The same for a configuration that is not in a file; `name` stands for it in messages.
Config parse_config(const Json& json, const std::string& name);

/// The configuration with all defaults filled in, as the manifest records it: a configuration again.
Json to_json(const Config& config);

/// A smaller run of the same shape: an eighth of the budget, at most 3 seeds.
Config quick(Config config);

}  // namespace descent
