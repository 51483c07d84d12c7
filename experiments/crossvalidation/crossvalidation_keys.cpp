// The table of the keys of a cross-validation, and a configuration written back with all defaults filled in.

#include <utility>

#include "experiments/crossvalidation/crossvalidation_config.hpp"

namespace descent {

const std::vector<ConfigKey>& crossvalidation_keys() {
  const auto key = [](std::string name, std::string description, bool required) {
    return ConfigKey{std::move(name), std::move(description), required, {}};
  };
  static const std::vector<ConfigKey> keys{
      key("name", "names the results folder: letters, digits, - and _", true),
      key("title", "title of the table; default: the name", false),
      key("datasets", "catalogue names of datasets with training and test rows", true),
      key("loss", "the loss of the models, one for two classes", true),
      key("bias", "value of a constant feature that is appended to every row; default 0: none", false),
      key("free_bias", "true: the weight of that feature is not regularised", false),
      key("standardize", "true: columns get mean 0 and deviation 1 over the rows of each fit; default false",
          false),
      key("models", "the table's rows: label, regularizer, method, its options, published results", true),
      key("lambdas",
          "a list to choose from, or {\"from\": a, \"to\": b, \"count\": k}: k values from a/m to b/m; "
          "m is the number of a split's training rows",
          true),
      key("folds", "how many parts of the training rows are held out in turn; default 5", false),
      key("rule", "how lambda is chosen: minimum, one_standard_error or both; default minimum", false),
      key("splits",
          "own: the dataset's own training and test rows (default true); seeded: so many random ones "
          "(default 0)",
          false),
      key("passes", "over the data, at most, in one fit whose method does not stop before; default 1000",
          false),
  };
  return keys;
}

Json to_json(const CrossvalidationConfig& config) {
  Json models = Json::array();
  for (const ModelEntry& entry : config.models) {
    Json model = {
        {"label", entry.label}, {"regularizer", name_of(entry.regularizer)}, {"method", entry.method->name}};
    const OptionValues options = entry.options();
    for (const auto& [name, value] : options.all()) model[name] = to_json(value);
    for (const PublishedResult& result : entry.published) {
      model["published"].push_back({{"source", result.source},
                                    {"errors", result.errors},
                                    {"rows", result.rows},
                                    {"features", result.features}});
    }
    models.push_back(std::move(model));
  }
  Json lambdas = Json::array();
  for (const Lambda& lambda : config.lambdas) lambdas.push_back(lambda.text);
  Json rule_names = Json::array();
  for (const LambdaRule rule : config.rules) rule_names.push_back(name_of(rule));
  return {{"name", config.name},
          {"title", config.title},
          {"datasets", config.datasets},
          {"loss", name_of(config.loss)},
          {"bias", config.bias},
          {"free_bias", config.free_bias},
          {"standardize", config.standardize},
          {"models", std::move(models)},
          {"lambdas", std::move(lambdas)},
          {"folds", config.folds},
          {"rule", std::move(rule_names)},
          {"splits", {{"own", config.own_split}, {"seeded", config.seeded_splits}}},
          {"passes", config.passes}};
}

}  // namespace descent
