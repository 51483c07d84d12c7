// The table of configuration keys, and a configuration written back with all defaults filled in.

#include "experiments/config/config.hpp"

namespace descent {

namespace {

Json positive_number() {
  return {{"type", "number"}, {"exclusiveMinimum", 0}};
}

Json whole_number(int lowest) {
  return {{"type", "integer"}, {"minimum", lowest}};
}

Json list_of(Json element) {
  return {{"type", "array"}, {"minItems", 1}, {"items", std::move(element)}};
}

Json one_or_more_of(const Json& element) {
  return {{"oneOf", {element, list_of(element)}}};
}

Json dataset_schema() {
  const Json text = {{"type", "string"}, {"minLength", 1}};
  const Json file = {
      {"type", "object"},
      {"required", {"file", "title"}},
      {"properties", {{"file", text}, {"title", {{"type", "string"}, {"pattern", "^[^,/\\\\\"]{1,60}$"}}}}},
      {"additionalProperties", false}};
  return {{"oneOf", {{{"type", "string"}}, file}}};
}

template <class Descriptions>
Json names_of(const Descriptions& descriptions) {
  Json names = Json::array();
  for (const auto& each : descriptions) names.push_back(each.name);
  return {{"enum", names}};
}

Json budget_schema() {
  Json amount = positive_number();
  amount["maximum"] = largest_budget;
  const Json by_dataset = {{"type", "object"}, {"required", {"default"}}, {"additionalProperties", amount}};
  return {{"oneOf", {amount, by_dataset}}};
}

Json lambda_schema() {
  const Json expression = {{"type", "string"}, {"pattern", "^[0-9.eE+-]+(/m(\\^2)?)?$"}};
  const Json c = {{"type", "object"},
                  {"required", {"C"}},
                  {"properties", {{"C", positive_number()}}},
                  {"additionalProperties", false}};
  return {{"oneOf", {positive_number(), expression, c}}};
}

Json seeds_schema() {
  return {{"oneOf", {whole_number(1), list_of(whole_number(0))}}};
}

Json tuning_schema() {
  return {{"type", "object"},
          {"properties", {{"budget_share", positive_number()}, {"seeds", whole_number(1)}}},
          {"additionalProperties", false}};
}

}  // namespace

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys{
      {"$schema", "where editors find the schema of configurations", false, {{"type", "string"}}},
      {"name",
       "names the results folder and its files: letters, digits, - and _",
       true,
       {{"type", "string"}}},
      {"title", "title of the figure; default: the name", false, {{"type", "string"}}},
      {"datasets",
       "catalogue names, paths of LIBSVM files (relative to this file, or else to the current directory), or "
       "{\"file\": PATH, \"title\": WORDS} for a file that figures and tables are to call by a title",
       true, one_or_more_of(dataset_schema())},
      {"loss", "the loss of the problem, or several", true, one_or_more_of(names_of(losses()))},
      {"regularizer", "the regulariser of the problem, or several", true,
       one_or_more_of(names_of(regularizers()))},
      {"lambdas", "values of lambda: a number, \"a/m\", \"a/m^2\" or {\"C\": c}; default [\"1/m\"]", false,
       one_or_more_of(lambda_schema())},
      {"form",
       "what stands beside lambda R(w), and so what lambda and the objective are: the mean of the losses "
       "(default) or their sum",
       false,
       {{"enum", {"mean", "sum"}}}},
      {"l2_factor",
       "factor of ||w||^2 in the l2 regulariser: 0.5 (default) or 1",
       false,
       {{"enum", {0.5, 1}}}},
      {"epsilon",
       "half the width of the tube of the epsilon-insensitive losses; default 0.1",
       false,
       {{"type", "number"}, {"minimum", 0}}},
      {"bias",
       "value of a constant feature that is appended to every row; default 0: none",
       false,
       {{"type", "number"}, {"minimum", 0}}},
      {"free_bias", "true: the weight of that feature is not regularised", false, {{"type", "boolean"}}},
      {"methods", "methods with their options, in the order of the legend", true,
       one_or_more_of({{"type", "object"}})},
      {"seeds", "how many seeds (1, 2, …) or a list of them, below 1000000; default 10", false,
       seeds_schema()},
      {"cpu_seconds", "CPU time of a run, or {\"default\": s, \"DATASET\": s}; default 4", false,
       budget_schema()},
      {"passes", "instead of cpu_seconds: passes over the data; such runs repeat bit for bit", false,
       budget_schema()},
      {"checkpoints", "points of a curve, geometrically spaced; default 50", false, whole_number(2)},
      {"test_rows", "at most so many test rows are evaluated; default 20000", false, whole_number(0)},
      {"decision_lines",
       "true: draw points and decision lines, of classes in data with two features (beside the bias)",
       false,
       {{"type", "boolean"}}},
      {"tuning",
       "budget_share: of a run's budget, for a trial (default 0.25); seeds: runs a trial (default 2)", false,
       tuning_schema()},
  };
  return keys;
}

Json to_json(const OptionValue& value) {
  return std::visit([](const auto& plain) { return Json(plain); }, value);
}

Json to_json(const Config& config) {
  Json methods = Json::array();
  for (const MethodEntry& entry : config.methods) {
    Json method = {{"name", entry.method->name}, {"label", entry.label}};
    const OptionValues values(entry.method->options, entry.given);
    for (const auto& [name, value] : values.all()) method[name] = to_json(value);
    // A constant that is left to tuning has no value of the configuration's.
    for (const Option& option : entry.method->options) {
      if (option.is_left_to_tuning({}) && !entry.given.contains(option.name)) method.erase(option.name);
    }
    for (const LossKind kind : entry.losses) method["loss"].push_back(name_of(kind));
    for (const RegularizerKind kind : entry.regularizers) method["regularizer"].push_back(name_of(kind));
    if (entry.datasets) method["datasets"] = *entry.datasets;
    methods.push_back(std::move(method));
  }
  Json datasets = Json::array();
  for (const std::string& name : config.datasets) {
    const auto file = config.data_files.find(name);
    datasets.push_back(file == config.data_files.end() ? Json(name)
                                                       : Json{{"file", file->second}, {"title", name}});
  }
  Json lambdas = Json::array();
  for (const Lambda& lambda : config.lambdas) lambdas.push_back(to_json(lambda));
  Json loss_names = Json::array();
  for (const LossKind kind : config.losses) loss_names.push_back(name_of(kind));
  Json regularizer_names = Json::array();
  for (const RegularizerKind kind : config.regularizers) regularizer_names.push_back(name_of(kind));
  Json budget = {{"default", config.budget.default_value}};
  for (const auto& [dataset, amount] : config.budget.by_dataset) budget[dataset] = amount;
  Json json = {{"name", config.name},
               {"title", config.title},
               {"datasets", std::move(datasets)},
               {"loss", std::move(loss_names)},
               {"regularizer", std::move(regularizer_names)},
               {"form", config.form.name()},
               {"l2_factor", config.form.l2_factor},
               {"lambdas", std::move(lambdas)},
               {"bias", config.bias},
               {"free_bias", config.free_bias},
               {"methods", std::move(methods)},
               {"seeds", config.seeds},
               {config.budget.axis == Axis::passes ? "passes" : "cpu_seconds", std::move(budget)},
               {"checkpoints", config.checkpoints},
               {"test_rows", config.test_rows},
               {"decision_lines", config.decision_lines},
               {"tuning", {{"budget_share", config.tuning.budget_share}, {"seeds", config.tuning.seeds}}}};
  if (description_of(config.losses.front()).task == Task::regression) json["epsilon"] = config.epsilon;
  return json;
}

}  // namespace descent
