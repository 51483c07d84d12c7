#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"
#include "experiments/config/dataset_entries.hpp"
#include "experiments/config/method_entries.hpp"
#include "support/json/json_place.hpp"
#include "support/records/axis.hpp"
#include "support/records/field.hpp"
#include "support/records/field_values.hpp"
#include "support/records/lambda.hpp"
#include "support/records/objective_form.hpp"

namespace descent {

/// Length of a run: CPU seconds, or passes over the data for runs that repeat bit for bit.
struct Budget {
  Axis axis = Axis::cpu_seconds;
  double default_value = 4;
  std::map<std::string, double> by_dataset;

  double amount(const std::string& dataset) const;
};

/// A checked configuration. Every combination of its lists is run.
struct Config : DatasetList {
  std::filesystem::path path;
  std::string name;
  std::string title;
  bool real_only = false;        ///< leave out datasets without files; use no stand-ins
  std::vector<LossKind> losses;  ///< all for classes, or all for targets
  std::vector<RegularizerKind> regularizers;
  double epsilon = 0.1;        ///< of the ε-insensitive losses
  bool rounds_values = false;  ///< round values to single precision
  ObjectiveForm form;
  std::vector<Lambda> lambdas{{1, 1, "1/m"}};
  std::vector<MethodEntry> methods;
  std::map<std::string, std::string> protocol_titles;  ///< by the protocol's name, for figures and tables
  std::vector<std::uint64_t> seeds{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  Budget budget;
  std::int64_t checkpoints = 12;  ///< a decade
  std::optional<double> stop_at;  ///< (F(w) − D*)/D* that ends a run
  Index test_rows = 20'000;
  bool decision_lines = false;  ///< draw the points of two features and every method's line
  /// Tuning protocol of all methods with a step-size constant.
  double tuning_budget_share = 0.25;                   ///< part of a run's budget that each trial gets
  std::int64_t tuning_seeds = 2;                       ///< runs per trial
  std::int64_t tuning_first_seed = first_tuning_seed;  ///< reported runs have lower seeds

  const RowWeighting& weighting_of(const std::string& dataset) const;
  /// Full dataset of a sample: its name in the catalogue, or a file's other title, else its path. Empty for
  /// other datasets.
  std::string sample_of(const std::string& dataset) const;
};

const Fields<Config>& config_keys();

/// JSON Schema (draft 07) of the keys, with the options of the registered methods: the text of
/// configs/schema.json.
Json config_schema();

/// Reads a configuration and checks it against the registered methods, losses and regularisers; dataset names
/// are checked on loading. Throws ConfigError with the file and the JSON path, or line and column.
Config read_config(const std::filesystem::path& path);

/// The same without a file; `name` replaces the file name in messages.
Config parse_config(const Json& json, const std::string& name);

/// The configuration with its defaults, as in the manifest; it can be read again.
Json to_json(const Config& config);

/// A smaller run: an eighth of the budget, at most 3 seeds.
Config quick(Config config);

}  // namespace descent
