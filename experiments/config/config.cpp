#include "experiments/config/config.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "experiments/config/dataset_entries.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "support/ranges.hpp"
#include "support/records/record.hpp"

namespace descent {

namespace {

void require_one_task(const JsonPlace& place, const std::vector<LossKind>& kinds) {
  for (const LossKind kind : kinds) {
    if (description_of(kind).task == description_of(kinds.front()).task) continue;
    place.fail("{} and {} cannot stand together: one is for two classes, the other for targets",
               name_of(kinds.front()), name_of(kind));
  }
}

bool is_regression(const Config& config) {
  return description_of(config.losses.front()).task == Task::regression;
}

bool has_epsilon(const Config& config) {
  return std::ranges::any_of(config.losses, [](LossKind kind) { return description_of(kind).has_epsilon; });
}

/// A key of the configuration that weights the rows of all datasets without their own weighting.
Field<Config> for_all_datasets(const Field<RowWeighting>& key) {
  return checked(key_of_part<Config>(key, &Config::weighting),
                 [](const JsonPlace& value, const Config& config) {
                   if (config.weighting.has_class_weights() && is_regression(config))
                     value.fail("{} has no classes to weigh", name_of(config.losses.front()));
                 });
}

/// LIBLINEAR's C belongs to ½‖w‖² + C Σ ℓ: λ is 1/(C m) for the mean of the losses, 1/C for their sum.
void take_c_in_form(const JsonPlace& lambdas, Config& config) {
  for (std::size_t k = 0; k < config.lambdas.size(); ++k) {
    if (!config.lambdas[k].is_c()) continue;
    if (config.form.l2_factor != 0.5)
      one_of(lambdas, k).fail("C goes with l2_factor 0.5; write lambda as a number, \"a/m\" or \"a/m^2\"");
    if (config.form.is_sum) config.lambdas[k].power_of_m = 0;
  }
  require_different(lambdas, config.lambdas);
}

void read_protocol_titles(const JsonPlace& place, Config& config) {
  std::set<std::string> known;
  for (const MethodEntry& entry : config.methods)
    known.insert(entry.protocols.begin(), entry.protocols.end());
  place.allow_keys({known.begin(), known.end()});
  for (const std::string& protocol : place.keys())
    config.protocol_titles[protocol] = shown_text().read(place.at(protocol));
}

/// Keys of other files, and what to write or read instead.
constexpr std::pair<const char*, const char*> words_from_elsewhere[]{
    {"models", "only a cross-validation has models; `descent crossvalidate` reads its configuration"},
    {"claims", "is in files of findings, which `descent verify --claims` reads; here goes a configuration"},
    {"steps", "is in files of tuned constants, which are read with the configuration; here goes the latter"},
    {"test", R"(goes into a dataset's entry: {"file": PATH, "test": PATH})"},
    {"label", R"(goes into a dataset's entry: {"file": PATH, "label": COLUMN}; a method's into its entry)"},
    {"positive", R"(goes into a dataset's entry: {"file": PATH, "positive": LABEL})"},
    {"C", R"(goes into "lambdas": ["C=1"])"},
    {"lambda", R"(is a list here: "lambdas": [0.1])"}};

/// "cpu_seconds" or "passes".
Field<Config> budget_key(std::string description, Axis axis) {
  const ValueKind<double> amount = number_above_zero(largest_budget);
  const Json by_dataset = {
      {"type", "object"}, {"required", {"default"}}, {"additionalProperties", amount.schema}};
  const auto read = [=](const JsonPlace& place, Config& config) {
    config.budget = {axis, 0, {}};
    if (!place.value().is_object()) {
      config.budget.default_value = amount.read(place);
      return;
    }
    std::vector<std::string> known = config.datasets;
    known.push_back("default");
    place.allow_keys(known);
    config.budget.default_value = amount.read(place.at("default"));
    for (const std::string& name : place.keys()) {
      if (name != "default") config.budget.by_dataset[name] = amount.read(place.at(name));
    }
  };
  const auto write = [=](const Config& config) -> Json {
    if (config.budget.axis != axis) return nullptr;
    if (config.budget.by_dataset.empty()) return config.budget.default_value;
    Json budget = config.budget.by_dataset;
    budget["default"] = config.budget.default_value;
    return budget;
  };
  return key<Config>(std::string(name_of(axis)), std::move(description), optional,
                     {{"oneOf", {amount.schema, by_dataset}}}, read, write);
}

}  // namespace

const Fields<Config>& config_keys() {
  static const Fields<Config> keys{
      key<Config>("$schema", "the schema, for editors", optional, any_text().schema,
                  [](const JsonPlace& value, Config&) { value.text(); }),
      name_key<Config>("names the results folder and its files: letters, digits, - and _"),
      member_key("title", "of figures and tables; default: the name", optional, shown_text(), &Config::title),
      key<Config>(
          "datasets",
          "catalogue names, paths of files, or {\"file\": PATH, …} and {\"name\": NAME, …} with more keys",
          required, dataset_schema(), read_datasets, write_datasets),
      member_key(
          "real_only",
          "true: leave out datasets whose files are not here instead of taking stand-ins; default false",
          optional, yes_or_no(), &Config::real_only),
      checked(member_key("loss", "one or several", required, kinds_among("loss", losses()), &Config::losses),
              [](const JsonPlace& value, Config& config) { require_one_task(value, config.losses); }),
      member_key("regularizer", "one or several", required, kinds_among("regularizer", regularizers()),
                 &Config::regularizers),
      member_key("lambdas", "numbers, \"a/m\", \"a/m^2\" or \"C=c\"; default [\"1/m\"]", optional,
                 lambda_values(), &Config::lambdas),
      may_be_missing(
          in_words("mean", "sum",
                   in_json<Config>(
                       "form", "F(w) is lambda R(w) + the mean of the losses (default) or their sum",
                       [](auto& config) -> auto& { return config.form.is_sum; }))),
      key<Config>(
          "l2_factor", "factor of ||w||^2 under l2: 0.5 (default) or 1", optional, {{"enum", {0.5, 1}}},
          [](const JsonPlace& value, Config& config) {
            config.form.l2_factor = value.number();
            if (config.form.l2_factor != 0.5 && config.form.l2_factor != 1)
              value.fail("must be 0.5 or 1, got {}", config.form.l2_factor);
            if (config.form.l2_factor == 1 && !contains(config.regularizers, RegularizerKind::l2))
              value.fail("belongs to the regularizer l2, which the configuration does not have");
          },
          [](const Config& config) { return Json(config.form.l2_factor); }),
      key<Config>(
          "epsilon", "of the epsilon-insensitive losses; default 0.1", optional, number_from_zero().schema,
          [](const JsonPlace& value, Config& config) {
            config.epsilon = number_from_zero().read(value);
            if (!has_epsilon(config))
              value.fail("{} has none; it belongs to the epsilon-insensitive losses",
                         name_of(config.losses.front()));
          },
          [](const Config& config) { return has_epsilon(config) ? Json(config.epsilon) : Json(); }),
      standardize_key(),
      bias_key(),
      free_bias_key(),
      unless_default(in_words(
          "exact", "float",
          in_json("values", "\"exact\" (default), or \"float\": rounded to single precision, another problem",
                  &Config::rounds_values))),
      for_all_datasets(row_weighting_keys().front()),
      for_all_datasets(row_weighting_keys().back()),
      key<Config>(
          "methods", "methods with their options, in the order of the legend", required,
          one_or_more_of({{"$ref", "#/definitions/method"}}, most_methods),
          [](const JsonPlace& value, Config& config) {
            config.methods =
                read_methods(value, {config.datasets, config.losses, config.regularizers, config.free_bias});
          },
          [](const Config& config) { return Json(mapped(config.methods, write_method)); }),
      key<Config>("protocol_titles", "text of captions: {\"own\": \"SCD tuned, rivals untuned\", …}",
                  optional, {{"type", "object"}, {"additionalProperties", shown_text().schema}},
                  read_protocol_titles,
                  [](const Config& config) {
                    return config.protocol_titles.empty() ? Json() : Json(config.protocol_titles);
                  }),
      member_key("seeds", "how many, or a list of seeds below 1000000; default 10", optional, seed_values(),
                 &Config::seeds),
      budget_key("CPU time of a run, or {\"default\": s, \"DATASET\": s}; default 4", Axis::cpu_seconds),
      budget_key("instead of cpu_seconds; such runs repeat bit for bit", Axis::passes),
      member_key("checkpoints", "points of a curve in each decade, and one at its end; default 12", optional,
                 whole_number(1, 10'000), &Config::checkpoints),
      key<Config>(
          "stop_at",
          "(F(w) - D*)/D* that ends a run when it has lasted for a quarter of its time, or \"target\": 1e-6; "
          "default: none",
          optional, {{"oneOf", {number_above_zero(1).schema, {{"const", "target"}}}}},
          [](const JsonPlace& value, Config& config) {
            if (value.value().is_string() && value.value() != "target")
              value.fail("must be a number above 0 and at most 1, or \"target\"");
            config.stop_at = value.value() == "target" ? relative_targets[std::size(relative_targets) - 1]
                                                       : number_above_zero(1).read(value);
            if (contains(config.regularizers, RegularizerKind::l_half))
              value.fail("needs certified optima, and there are none under the regularizer l_half");
          },
          [](const Config& config) { return written(config.stop_at); }),
      member_key("test_rows", "at most so many are evaluated; default 20000", optional,
                 whole_number(0, std::numeric_limits<Index>::max()), &Config::test_rows),
      checked(member_key("decision_lines", "true: draw points and decision lines of data with two features",
                         optional, yes_or_no(), &Config::decision_lines),
              [](const JsonPlace& value, Config& config) {
                if (config.decision_lines && is_regression(config))
                  value.fail("{} has no classes to tell apart", name_of(config.losses.front()));
              }),
      object_key<Config>(
          "tuning",
          "budget_share: each trial gets this part of a run's budget (default 0.25); seeds: runs per trial "
          "(default 2), up to four times as many if trials are close; first_seed: of these, at least 1000000 "
          "(default)",
          {member_key("budget_share", "", optional, number_above_zero(1), &Config::tuning_budget_share),
           member_key("seeds", "", optional, whole_number(1, 1000), &Config::tuning_seeds),
           member_key("first_seed", "", optional, whole_number(first_tuning_seed, last_tuning_seed),
                      &Config::tuning_first_seed)}),
  };
  return keys;
}

Json config_schema() {
  Json schema = object_schema(config_keys());
  schema["$schema"] = "http://json-schema.org/draft-07/schema#";
  schema["title"] = "descent configuration";
  schema["definitions"]["method"] = method_schema();
  return schema;
}

Json to_json(const Config& config) {
  return write_keys(config_keys(), config);
}

const RowWeighting& Config::weighting_of(const std::string& dataset) const {
  const TitledDataset* const own = find_titled(dataset);
  return own == nullptr || own->weighting.is_none() ? weighting : own->weighting;
}

std::string Config::sample_of(const std::string& dataset) const {
  const TitledDataset* const sample = find_titled(dataset);
  if (sample == nullptr || sample->rows == 0) return "";
  for (const auto& [called, whole] : titled) {
    if (sample->is_file && whole.is_file && whole.of == sample->of && whole.rows == 0) return called;
  }
  return sample->of;
}

double Budget::amount(const std::string& dataset) const {
  const auto own = by_dataset.find(dataset);
  return own == by_dataset.end() ? default_value : own->second;
}

Config parse_config(const Json& json, const std::string& file) {
  const JsonPlace place(file, json);
  for (const auto& [word, where] : words_from_elsewhere)
    if (const auto found = place.find(word)) found->fail(where);
  Config config;
  config.path = file;
  read_keys(place, config_keys(), config);
  if (const auto lambdas = place.find("lambdas")) take_c_in_form(*lambdas, config);
  if (const auto passes = place.find("passes")) {
    if (place.find("cpu_seconds"))
      passes->fail("a run ends after passes or after cpu_seconds; give one of them");
    require_no_restarts(place.at("methods"), config.methods);
  }
  return config;
}

Config read_config(const std::filesystem::path& path) {
  return parse_config(read_json(path), path.string());
}

Config quick(Config config) {
  config.budget.default_value /= 8;
  for (auto& [dataset, amount] : config.budget.by_dataset) amount /= 8;
  if (config.seeds.size() > 3) config.seeds.resize(3);
  config.title += ", quick run";  // must not pass for the whole run
  return config;
}

}  // namespace descent
