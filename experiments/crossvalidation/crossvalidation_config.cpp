#include "experiments/crossvalidation/crossvalidation_config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "experiments/config/method_entries.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {

namespace {

/// Far above published numbers of rows, errors or features.
constexpr std::int64_t largest_count = 1'000'000'000;
constexpr std::size_t most_published = 20;

struct RuleDescription {
  std::string_view name;
  LambdaRule kind;
};

constexpr std::array rules{RuleDescription{"minimum", LambdaRule::minimum},
                           RuleDescription{"one_standard_error", LambdaRule::one_standard_error}};

/// Reads {"from": a, "to": b, "count": k}: k values a/m … b/m in geometric progression.
std::vector<Lambda> read_lambda_grid(const JsonPlace& place) {
  place.allow_keys({"from", "to", "count"});
  const double from = place.at("from").positive();
  const double to = place.at("to").positive();
  const std::int64_t count = place.at("count").integer(2, 1000);
  if (!(to > from)) place.at("to").fail("must be > from = {}, got {}", from, to);
  std::vector<Lambda> lambdas;
  // Rounded so that λ equals its text, which identifies it in tables and in earlier fits.
  for (const double factor : geometric_grid(from, to, static_cast<std::size_t>(count))) {
    const auto lambda = parse_lambda(fmt::format("{:.4g}/m", factor));
    if (!lambda) place.fail("no number of that size lies between {} and {}", from, to);
    lambdas.push_back(*lambda);
  }
  for (std::size_t k = 1; k < lambdas.size(); ++k) {
    if (lambdas[k].text == lambdas[k - 1].text)
      place.at("count").fail("two values of lambda are {}; give fewer", lambdas[k].text);
  }
  return lambdas;
}

std::vector<Lambda> read_choices_of_lambda(const JsonPlace& place) {
  if (place.value().is_object()) return read_lambda_grid(place);
  std::vector<Lambda> lambdas = lambda_values().read(place);
  // "The largest λ" must not depend on the number of rows.
  for (const Lambda& lambda : lambdas) {
    if (lambda.power_of_m != lambdas.front().power_of_m) {
      place.fail("{} and {} must have the same power of m, so that they are in order for every m",
                 lambdas.front().text, lambda.text);
    }
  }
  std::ranges::sort(lambdas, {}, &Lambda::factor);
  return lambdas;
}

const Fields<PublishedResult>& published_keys() {
  static const Fields<PublishedResult> keys{
      member_key("source", "", required, shown_text(), &PublishedResult::source),
      member_key("rows", "", required, whole_number(1, largest_count), &PublishedResult::rows),
      key<PublishedResult>(
          "errors", "", required, {},
          [](const JsonPlace& value, PublishedResult& result) {
            result.errors = value.integer(0, result.rows);
          },
          [](const PublishedResult& result) { return Json(result.errors); }),
      member_key("features", "", required, whole_number(0, largest_count), &PublishedResult::features)};
  return keys;
}

ModelEntry read_model(const JsonPlace& place, const CrossvalidationConfig& config) {
  const JsonPlace regularizer = place.at("regularizer");
  const std::vector all{kind_among("regularizer", regularizers()).read(regularizer)};
  ModelEntry model{read_method(place, {config.datasets, config.losses, all, config.free_bias},
                               {"name", "label", "regularizer", "published"})};
  const JsonPlace name = place.at("name");
  if (const auto published = place.find("published")) {
    for (const JsonPlace& result : published->elements(1, most_published))
      read_keys(result, published_keys(), model.published.emplace_back());
  }
  const auto has_weights = [&](const std::string& dataset) {
    return !config.weighting_of(dataset).is_none();
  };
  if (std::ranges::any_of(config.datasets, has_weights) && model.method->takes_weights == TakesWeights::none)
    name.fail("{} does not take weights of rows; without \"class_weights\" and \"row_weights\" it fits",
              model.method->name);
  const OptionValues options = model.options();
  if (options.all().contains("radius") && options.is_word("radius"))
    place.fail(
        "the key \"radius\" must be a number: there is no certified optimum of a fold to take it from");
  return model;
}

void read_models(const JsonPlace& place, CrossvalidationConfig& config) {
  config.models = one_or_more(
      place, [&](const JsonPlace& model) { return read_model(model, config); }, most_methods);
  require_no_restarts(place, {config.models.begin(), config.models.end()});
  require_distinct_texts(place, mapped(config.models, &ModelEntry::label));
}

Json write_models(const CrossvalidationConfig& config) {
  Json models = Json::array();
  for (const ModelEntry& entry : config.models) {
    Json& model = models.emplace_back(write_method(entry));
    model["regularizer"] = entry.regularizer();
    model.erase("loss");
    for (const PublishedResult& result : entry.published)
      model["published"].push_back(write_keys(published_keys(), result));
  }
  return models;
}

void require_classes(const JsonPlace& place, const CrossvalidationConfig& config) {
  if (config.losses.size() > 1) place.fail("must be one loss");
  if (description_of(config.loss()).task == Task::classification) return;
  place.fail("must be a loss for two classes, whose errors can be counted; {} is for targets",
             name_of(config.loss()));
}

void require_a_split(const JsonPlace& place, const CrossvalidationConfig& config) {
  if (!config.own_split && config.seeded_splits == 0)
    place.fail("leaves no split; give \"own\" true or \"seeded\" a number");
  const auto has_file = [&](const std::string& dataset) {
    return !config.weighting_of(dataset).file.empty();
  };
  if (std::ranges::any_of(config.datasets, has_file) && config.seeded_splits > 0)
    place.fail(
        "\"row_weights\" are those of the dataset's own training rows, and a seeded split has test rows "
        "among its own; give \"seeded\" 0, or \"class_weights\" alone");
}

/// The key of ordinary configurations.
Field<CrossvalidationConfig> config_key(const char* name) {
  return *std::ranges::find(config_keys(), name, &Field<Config>::name);
}

}  // namespace

std::string_view name_of(LambdaRule rule) {
  return std::ranges::find(rules, rule, [](const auto& each) { return each.kind; })->name;
}

const Fields<CrossvalidationConfig>& crossvalidation_keys() {
  using C = CrossvalidationConfig;
  static const Fields<C> keys{
      config_key("name"),
      config_key("title"),
      config_key("datasets"),
      config_key("real_only"),
      checked(Field<C>(member_key("loss", "the loss of the models, one for two classes", required,
                                  kinds_among("loss", losses()), &C::losses)),
              require_classes),
      config_key("bias"),
      config_key("free_bias"),
      config_key("standardize"),
      config_key("class_weights"),
      config_key("row_weights"),
      key<C>("models", "the table's rows: entries of methods with one regularizer and published results",
             required, {}, read_models, write_models),
      member_key("lambdas",
                 "a list to choose from, or {\"from\": a, \"to\": b, \"count\": k}: k values from a/m to "
                 "b/m; m is the number of a split's training rows",
                 required, ValueKind<std::vector<Lambda>>{{}, read_choices_of_lambda}, &C::lambdas),
      member_key("folds", "how many parts of the training rows are held out in turn; default 5", optional,
                 whole_number(2, 1000), &C::folds),
      member_key("rule", "chooses lambda: minimum (default), one_standard_error or a list of both", optional,
                 kinds_among("rule", rules), &C::rules),
      checked(object_key<C>(
                  "splits",
                  "own: the dataset's own training and test rows (default true); seeded: so many random ones "
                  "(default 0); test_share: of the rows, if there are no own test rows (default 0.25)",
                  {member_key("own", "", optional, yes_or_no(), &C::own_split),
                   member_key("seeded", "", optional, whole_number(0, 10'000), &C::seeded_splits),
                   member_key("test_share", "", optional, number_above_zero(0.9), &C::test_share)}),
              require_a_split),
      member_key("passes",
                 "over the data, at most, in one fit whose method does not stop before; default 1000",
                 optional, number_above_zero(largest_budget), &C::passes),
  };
  return keys;
}

Json to_json(const CrossvalidationConfig& config) {
  return write_keys(crossvalidation_keys(), config);
}

CrossvalidationConfig parse_crossvalidation_config(const Json& json, const std::string& file) {
  const JsonPlace place(file, json);
  if (const auto methods = place.find("methods"))
    methods->fail("a cross-validation has \"models\"; `descent run` reads a configuration with methods");
  CrossvalidationConfig config;
  config.path = file;
  read_keys(place, crossvalidation_keys(), config);
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
