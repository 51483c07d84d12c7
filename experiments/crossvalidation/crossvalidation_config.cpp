#include "experiments/crossvalidation/crossvalidation_config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>

#include "experiments/config/config_values.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {

namespace {

/// More rows, errors or features nobody can have published.
constexpr std::int64_t largest_count = 1'000'000'000;
constexpr std::size_t most_published = 20;

struct RuleDescription {
  std::string_view name;
  LambdaRule kind;
};

constexpr std::array rules{RuleDescription{"minimum", LambdaRule::minimum},
                           RuleDescription{"one_standard_error", LambdaRule::one_standard_error}};

/// {"from": a, "to": b, "count": k}: k values a/m … b/m, each the same multiple of the one before.
std::vector<Lambda> read_lambda_grid(const JsonPlace& place) {
  place.allow_keys({"from", "to", "count"});
  const double from = place.at("from").positive();
  const double to = place.at("to").positive();
  const std::int64_t count = place.at("count").integer(2, 1000);
  if (!(to > from)) place.at("to").fail(fmt::format("must be > from = {}, got {}", from, to));
  std::vector<Lambda> lambdas;
  // Rounded, so that a λ is what its text says: tables, and what is kept of earlier fits, go by the text.
  for (const double factor : geometric_grid(from, to, static_cast<std::size_t>(count))) {
    const auto lambda = parse_lambda(fmt::format("{:.4g}/m", factor));
    if (!lambda) place.fail(fmt::format("no number of that size lies between {} and {}", from, to));
    lambdas.push_back(*lambda);
  }
  for (std::size_t k = 1; k < lambdas.size(); ++k) {
    if (lambdas[k].text == lambdas[k - 1].text)
      place.at("count").fail(fmt::format("two values of lambda are {}; give fewer", lambdas[k].text));
  }
  return lambdas;
}

std::vector<Lambda> read_choices_of_lambda(const JsonPlace& place) {
  if (place.value().is_object()) return read_lambda_grid(place);
  std::vector<Lambda> lambdas = read_lambdas(place);
  // "The largest λ" has to be the same one whatever the number of rows is.
  for (const Lambda& lambda : lambdas) {
    if (lambda.power_of_m != lambdas.front().power_of_m) {
      place.fail(fmt::format("{} and {} must have the same power of m, so that they are in order for every m",
                             lambdas.front().text, lambda.text));
    }
  }
  std::sort(lambdas.begin(), lambdas.end(),
            [](const Lambda& one, const Lambda& other) { return one.factor < other.factor; });
  return lambdas;
}

PublishedResult read_published(const JsonPlace& place) {
  place.allow_keys({"source", "errors", "rows", "features"});
  PublishedResult published;
  published.source = place.at("source").text();
  published.rows = place.at("rows").integer(1, largest_count);
  published.errors = place.at("errors").integer(0, published.rows);
  published.features = place.at("features").integer(0, largest_count);
  return published;
}

ModelEntry read_model(const JsonPlace& place, const CrossvalidationConfig& config) {
  ModelEntry model;
  const JsonPlace method = place.at("method");
  model.method = &read_method_name(method);
  std::vector<std::string> known{"label", "regularizer", "method", "published"};
  for (const Option& option : model.method->options) known.push_back(option.name);
  place.allow_keys(known);

  model.label = place.at("label").text();
  if (model.label.empty()) place.at("label").fail("must not be empty: the table's rows are named after it");
  model.regularizer = read_kind(place.at("regularizer"), "regularizer", regularizers());
  model.given = read_options(place, *model.method);
  model.variant = fmt::format("{}", fmt::join(variant_of(*model.method, model.given), " "));
  if (const auto published = place.find("published")) {
    for (const JsonPlace& result : published->elements(1, most_published))
      model.published.push_back(read_published(result));
  }
  require_capability(method, *model.method, config.loss, model.regularizer);
  if (config.free_bias) require_free_intercept(method, *model.method);
  if (model.method->sampled_by_tolerance) {
    method.fail(fmt::format("{} runs from scratch to each of its tolerances and cannot stop after \"passes\"",
                            model.method->name));
  }
  const OptionValues options = model.options();
  require_fitting_options(place, *model.method, config.loss, model.regularizer, options);
  if (options.all().contains("radius") && options.is_word("radius"))
    place.fail(
        "the key \"radius\" must be a number: there is no certified optimum of a fold to take it from");
  return model;
}

void read_splits(const JsonPlace& place, CrossvalidationConfig& config) {
  place.allow_keys({"own", "seeded"});
  if (const auto own = place.find("own")) config.own_split = own->flag();
  if (const auto seeded = place.find("seeded")) config.seeded_splits = seeded->integer(0, 10'000);
  if (!config.own_split && config.seeded_splits == 0)
    place.fail("leaves no split; give \"own\" true or \"seeded\" a number");
}

void require_distinct_labels(const JsonPlace& place, const std::vector<ModelEntry>& models) {
  std::vector<std::string> labels;
  for (const ModelEntry& model : models) labels.push_back(model.label);
  require_distinct_texts(place, std::move(labels));
}

}  // namespace

std::string_view name_of(LambdaRule rule) {
  return std::find_if(rules.begin(), rules.end(), [=](const auto& each) { return each.kind == rule; })->name;
}

CrossvalidationConfig parse_crossvalidation_config(const Json& json, const std::string& file) {
  const JsonPlace place(file, json);
  if (const auto methods = place.find("methods"))
    methods->fail("a cross-validation has \"models\"; `descent run` reads a configuration with methods");
  std::vector<std::string> known;
  for (const ConfigKey& key : crossvalidation_keys()) known.push_back(key.name);
  place.allow_keys(known);

  CrossvalidationConfig config;
  config.path = file;
  read_heading(place, config);
  config.datasets = one_or_more(
      place.at("datasets"), [](const JsonPlace& each) { return each.text(); }, most_datasets);
  require_distinct_texts(place.at("datasets"), config.datasets);

  const JsonPlace loss = place.at("loss");
  config.loss = read_kind(loss, "loss", losses());
  if (description_of(config.loss).task != Task::classification)
    loss.fail(fmt::format("must be a loss for two classes, whose errors can be counted; {} is for targets",
                          name_of(config.loss)));
  read_bias(place, config);
  if (const auto standardize = place.find("standardize")) config.standardize = standardize->flag();

  config.lambdas = read_choices_of_lambda(place.at("lambdas"));
  if (const auto folds = place.find("folds")) config.folds = folds->integer(2, 1000);
  config.rules = {LambdaRule::minimum};
  if (const auto rule = place.find("rule")) {
    config.rules = one_or_more(*rule, [](const JsonPlace& each) { return read_kind(each, "rule", rules); });
    std::vector<std::string> names;
    for (const LambdaRule each : config.rules) names.emplace_back(name_of(each));
    require_distinct_texts(*rule, std::move(names));
  }
  if (const auto splits = place.find("splits")) read_splits(*splits, config);
  if (const auto passes = place.find("passes")) {
    config.passes = passes->positive();
    if (config.passes > largest_budget)
      passes->fail(fmt::format("must be <= {}, got {}", largest_budget, config.passes));
  }
  const JsonPlace models = place.at("models");
  config.models = one_or_more(
      models, [&](const JsonPlace& model) { return read_model(model, config); }, most_methods);
  require_distinct_labels(models, config.models);
  return config;
}

CrossvalidationConfig read_crossvalidation_config(const std::filesystem::path& path) {
  return parse_crossvalidation_config(read_json(path), path.string());
}

CrossvalidationConfig quick(CrossvalidationConfig config) {
  config.seeded_splits = std::min<std::int64_t>(config.seeded_splits, 3);
  config.title += ", quick run";
  return config;
}

}  // namespace descent
