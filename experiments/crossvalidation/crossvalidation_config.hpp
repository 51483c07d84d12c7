#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"

namespace descent {

/// What somebody has published for a model on this data, for the table's last column.
struct PublishedResult {
  std::string source;
  std::int64_t errors = 0;    ///< misclassified test rows
  std::int64_t rows = 0;      ///< of so many
  std::int64_t features = 0;  ///< kept by the model
};

/// One entry of "models": a regulariser, and the method that solves the problem with it.
struct ModelEntry {
  std::string label;
  RegularizerKind regularizer = RegularizerKind::none;
  const Method* method = nullptr;
  std::map<std::string, OptionValue> given;
  std::string variant;  ///< options that differ from their defaults: "threshold=stationary"
  std::vector<PublishedResult> published;

  OptionValues options() const { return {method->options, given}; }
};

/// How λ is chosen from what the folds say.
enum class LambdaRule {
  minimum,            ///< the fewest misclassified rows
  one_standard_error  ///< the largest λ whose errors are within one standard error of the fewest
};

std::string_view name_of(LambdaRule rule);
inline void to_json(Json& json, LambdaRule rule) {
  json = name_of(rule);
}

/// A checked configuration of a cross-validation: models are chosen on training rows and counted on test
/// rows.
struct CrossvalidationConfig {
  std::filesystem::path path;
  std::string name;
  std::string title;
  std::vector<std::string> datasets;
  LossKind loss = LossKind::logistic;
  double bias = 0;
  bool free_bias = false;
  bool standardize = false;
  RowWeighting weighting;  ///< of the rows that a fit is to; "balanced" goes by these
  std::vector<ModelEntry> models;
  std::vector<Lambda> lambdas;  ///< ascending for every number of rows
  std::int64_t folds = 5;
  std::vector<LambdaRule> rules{LambdaRule::minimum};
  bool own_split = true;  ///< the dataset's own training and test rows
  std::int64_t seeded_splits =
      0;                 ///< random divisions of all rows into parts of the same sizes, seeds 1, 2, …
  double passes = 1000;  ///< over the data, at most, in one fit
};

/// The keys of such a configuration. Those that ordinary configurations have too mean the same.
const std::vector<ConfigKey<CrossvalidationConfig>>& crossvalidation_keys();

/// Reads and checks a configuration against the registered methods, losses and regularisers; dataset names
/// are checked when the data is loaded. Throws ConfigError that names the file and the JSON path, or line and
/// column.
CrossvalidationConfig read_crossvalidation_config(const std::filesystem::path& path);
CrossvalidationConfig parse_crossvalidation_config(const Json& json, const std::string& name);

/// The configuration with all defaults filled in.
Json to_json(const CrossvalidationConfig& config);

/// A smaller one of the same shape: at most 3 seeded splits.
CrossvalidationConfig quick(CrossvalidationConfig config);

}  // namespace descent
