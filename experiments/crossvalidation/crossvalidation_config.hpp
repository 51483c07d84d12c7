#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"

namespace descent {

/// Published result of a model on this data, for the table's last column.
struct PublishedResult {
  std::string source;
  std::int64_t errors = 0;    ///< misclassified test rows
  std::int64_t rows = 0;      ///< test rows
  std::int64_t features = 0;  ///< features that the model keeps
};

/// An entry of "models": a method for a problem with one regulariser.
struct ModelEntry : MethodEntry {
  std::vector<PublishedResult> published = {};

  RegularizerKind regularizer() const { return regularizers.front(); }
};

/// Rule that chooses λ from the errors on folds.
enum class LambdaRule {
  minimum,            ///< the fewest misclassified rows
  one_standard_error  ///< the largest λ whose errors are within one standard error of the minimum
};

std::string_view name_of(LambdaRule rule);
inline void to_json(Json& json, LambdaRule rule) {
  json = name_of(rule);
}

/// A checked configuration of a cross-validation. Models are chosen on training rows and tested on test rows.
/// `lambdas` ascend for every number of rows, there is one loss, and there are no methods.
struct CrossvalidationConfig : Config {
  std::vector<ModelEntry> models;
  std::int64_t folds = 5;
  std::vector<LambdaRule> rules{LambdaRule::minimum};
  bool own_split = true;  ///< the dataset's own training and test rows
  /// Random divisions of all rows, seeds 1, 2, …, into parts of the sizes of the dataset's own; without test
  /// rows of its own, test_share of them are for testing.
  std::int64_t seeded_splits = 0;
  double test_share = 0.25;
  double passes = 1000;  ///< maximum number of passes over the data in one fit

  LossKind loss() const { return losses.front(); }
};

/// Keys of such a configuration: some of ordinary ones, and more.
const Fields<CrossvalidationConfig>& crossvalidation_keys();

/// Reads a configuration and checks it against the registered methods, losses and regularisers; dataset names
/// are checked on loading. Throws ConfigError with the file and the JSON path, or line and column.
CrossvalidationConfig read_crossvalidation_config(const std::filesystem::path& path);
CrossvalidationConfig parse_crossvalidation_config(const Json& json, const std::string& name);

/// The configuration with all defaults.
Json to_json(const CrossvalidationConfig& config);

/// A smaller configuration: at most 3 seeded splits.
CrossvalidationConfig quick(CrossvalidationConfig config);

}  // namespace descent
