// Configurations of a cross-validation and their errors.
#include "experiments/crossvalidation/crossvalidation_config.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/experiments/config/wrong_configurations.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

Json two_models() {
  return Json::parse(R"({
    "name": "x", "datasets": ["a", "b"], "loss": "logistic", "bias": 1, "free_bias": true,
    "models": [
      {"label": "plain", "regularizer": "none", "method": "gradient_descent"},
      {"label": "sparse", "regularizer": "l1", "method": "admm", "inner": "gradient",
       "published": [{"source": "a paper", "errors": 63, "rows": 300, "features": 17}]}
    ],
    "lambdas": ["4/m", "1/m"]
  })");
}

std::string models_message(const Json& json) {
  return test::violation_of(parse_crossvalidation_config, json);
}

void check_models(const std::vector<test::Wrong>& cases) {
  test::check_wrong(parse_crossvalidation_config, two_models(), cases);
}

}  // namespace

TEST_CASE("cross-validation: a short configuration gets its defaults") {
  const CrossvalidationConfig config = parse_crossvalidation_config(two_models(), "configs/x.json");
  CHECK(config.title == "x");
  CHECK(config.folds == 5);
  CHECK(config.rules == std::vector{LambdaRule::minimum});
  CHECK(config.own_split);
  CHECK(config.seeded_splits == 0);
  CHECK(config.scaling == Scaling::none);
  REQUIRE(config.lambdas.size() == 2);
  CHECK(config.lambdas[0].text == "1/m");  // ascending, in any order of the input
  CHECK(config.lambdas[1].text == "4/m");
  CHECK(config.models[1].variant == "inner=gradient");
  CHECK(config.models[1].published.at(0).errors == 63);
  CHECK(config.models[1].published.at(0).features == 17);
}

TEST_CASE("cross-validation: a grid is geometric, with its ends") {
  Json json = two_models();
  json["lambdas"] = Json{{"from", 0.5}, {"to", 32}, {"count", 4}};
  const CrossvalidationConfig config = parse_crossvalidation_config(json, "x");
  REQUIRE(config.lambdas.size() == 4);
  const std::vector<double> factors{0.5, 2, 8, 32};
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(config.lambdas[k].factor == Approx(factors[k]));
    CHECK(config.lambdas[k].value(100) == Approx(factors[k] / 100));
  }
  CHECK(config.lambdas[3].text == "32/m");
}

TEST_CASE("cross-validation: a configuration that is written back says the same") {
  Json json = two_models();
  json["rule"] = Json::array({"minimum", "one_standard_error"});
  json["passes"] = 12.5;
  json["class_weights"] = Json{{"1", 2}, {"-1", 0.5}};
  json["row_weights"] = "weights.txt";
  json["splits"] = Json{{"own", true}};
  const Json of_rows = to_json(parse_crossvalidation_config(json, "x"));
  CHECK(to_json(parse_crossvalidation_config(of_rows, "y")) == of_rows);
  CHECK(of_rows["class_weights"] == json["class_weights"]);
  CHECK(of_rows["row_weights"] == "weights.txt");
  json.erase("row_weights");
  json["splits"] = Json{{"own", false}, {"seeded", 7}};
  Json written = to_json(parse_crossvalidation_config(json, "x"));
  CHECK(to_json(parse_crossvalidation_config(written, "y")) == written);
  CHECK(written["rule"] == json["rule"]);
  CHECK(written["splits"]["seeded"] == 7);
  CHECK(written["passes"] == 12.5);
  CHECK(written["models"][1]["inner"] == "gradient");
  written["row_weights"] = of_rows["row_weights"];  // row weights exclude seeded splits
  for (const auto& key : crossvalidation_keys()) {
    CAPTURE(key.name);
    CHECK(written.contains(key.name));
    CHECK(!key.description.empty());
  }
  CHECK(written.size() == crossvalidation_keys().size());
}

TEST_CASE(
    "cross-validation: the rules that the list of keys offers are those that a configuration can have") {
  const auto rule =
      std::ranges::find(crossvalidation_keys(), "rule", [](const auto& key) { return key.name; });
  REQUIRE(rule != crossvalidation_keys().end());
  CHECK(rule->description == "chooses lambda: minimum (default), one_standard_error or a list of both");
  Json json = two_models();
  CHECK(parse_crossvalidation_config(json, "x").rules == std::vector{LambdaRule::minimum});
  json["rule"] = Json::array({"minimum", "one_standard_error"});
  CHECK(parse_crossvalidation_config(json, "x").rules.size() == 2);
}

TEST_CASE("cross-validation: quick keeps three seeded splits at most") {
  Json json = two_models();
  json["splits"] = Json{{"seeded", 20}};
  CHECK(quick(parse_crossvalidation_config(json, "x")).seeded_splits == 3);
  json["splits"] = Json{{"seeded", 2}};
  CHECK(quick(parse_crossvalidation_config(json, "x")).seeded_splits == 2);
}

TEST_CASE("cross-validation: what is wrong is told with its place and with what would be right") {
  check_models({
      {"/fold", "3", "/fold: unknown key \"fold\", did you mean 'folds'?; known are name, title"},
      {"/methods", "[]",
       "/methods: a cross-validation has \"models\"; `descent run` reads a configuration with methods"},
      {"/name", "\"a b\"", "/name: must be made of letters, digits, - and _"},
      {"/datasets", "[]", "/datasets: must have at least 1 element"},
      {"/datasets/1", "\"a\"", "/datasets: \"a\" stands twice"},
      {"/loss", "\"logistik\"", "/loss: unknown loss \"logistik\", did you mean 'logistic'?"},
      {"/loss", "\"epsilon_insensitive\"",
       "/loss: must be a loss for two classes, whose errors can be counted; epsilon_insensitive is for "
       "targets"},
      {"/bias", "-1", "/bias: must be >= 0, got -1"},
      {"/bias", "0", "/free_bias: there is no bias to leave free; give \"bias\" a value"},
      {"/standardize", "1", "/standardize: must be true, false, \"range\" or \"row\""},
      {"/class_weights", "\"even\"", "/class_weights: must be \"balanced\", or weights by label such as "},
      {"/folds", "1", "/folds: must be a whole number from 2 to 1000, got 1"},
      {"/rule", "\"median\"", "/rule: unknown rule \"median\"; known are minimum, one_standard_error"},
      {"/rule", "\"both\"", "/rule: unknown rule \"both\"; known are minimum, one_standard_error"},
      {"/rule", R"(["minimum", "minimum"])", "/rule: \"minimum\" stands twice"},
      {"/rule", "[]", "/rule: must have at least 1 element"},
      {"/splits", R"({"seedd": 3})", "/splits/seedd: unknown key \"seedd\", did you mean 'seeded'?"},
      {"/splits", R"({"own": false})", "/splits: leaves no split; give \"own\" true or \"seeded\" a number"},
      {"/splits", R"({"seeded": -1})", "/splits/seeded: must be a whole number from 0 to 10000, got -1"},
      {"/passes", "0", "/passes: must be a number > 0, got 0"},
      {"/passes", "1e10", "/passes: must be <= 1000000000, got 10000000000"},
  });
  for (const char* key : {"name", "datasets", "loss", "models", "lambdas"}) {
    Json json = two_models();
    json.erase(key);
    CHECK(models_message(json) == std::string("configs/x.json: /: the key \"") + key + "\" is missing");
  }
}

TEST_CASE("cross-validation: weights that have no meaning, or no taker") {
  Json json = two_models();
  json["row_weights"] = "weights.txt";
  CHECK(models_message(json) == "accepted");
  json["splits"] = Json{{"seeded", 1}};
  CHECK_THAT(models_message(json),
             StartsWith("configs/x.json: /splits: \"row_weights\" are those of the dataset's "
                        "own training rows"));
  json.erase("row_weights");
  json["class_weights"] = "balanced";
  CHECK(models_message(json) == "accepted");
  json["models"].push_back({{"label", "half"}, {"regularizer", "l_half"}, {"method", "l_half_logistic"}});
  CHECK(models_message(json) ==
        "configs/x.json: /models/2/method: l_half_logistic does not take weights of rows; without "
        "\"class_weights\" and \"row_weights\" it fits");
}

TEST_CASE("cross-validation: wrong values of lambda") {
  check_models({
      {"/lambdas", "[]", "/lambdas: must have at least 1 element"},
      {"/lambdas", "\"1/n\"", "/lambdas: must be a number > 0, \"a/m\" or \"a/m^2\" with a > 0"},
      {"/lambdas", R"(["1/m", 0.5])",
       "/lambdas: 1/m and 0.5 must have the same power of m, so that they are in order for every m"},
      {"/lambdas", R"(["1/m", {"C": 1}])", "/lambdas/1: C=1 is the same lambda as 1/m"},
      {"/lambdas/0", "\"-1/m\"", "/lambdas/0: must be a number > 0, \"a/m\" or \"a/m^2\" with a > 0"},
      {"/lambdas", R"({"from": 1, "to": 2})", "/lambdas: the key \"count\" is missing"},
      {"/lambdas", R"({"from": 1, "to": 2, "count": 1})",
       "/lambdas/count: must be a whole number from 2 to 1000, got 1"},
      {"/lambdas", R"({"from": 2, "to": 2, "count": 3})", "/lambdas/to: must be > from = 2, got 2"},
      {"/lambdas", R"({"from": 0, "to": 2, "count": 3})", "/lambdas/from: must be a number > 0, got 0"},
      {"/lambdas", R"({"from": 1, "to": 2, "count": 3, "step": 1})", "/lambdas/step: unknown key \"step\""},
  });
}

TEST_CASE("cross-validation: wrong models") {
  check_models({
      {"/models", "[]", "/models: must have at least 1 element"},
      {"/models/0", "{}", "/models/0: the key \"method\" is missing"},
      {"/models/0/method", "\"admmm\"", "/models/0/method: unknown method \"admmm\", did you mean 'admm'?"},
      {"/models/0/method", "\"pegasos\"",
       "/models/0/method: pegasos does not solve logistic + none; it solves hinge + l2"},
      {"/models/0/regularizer", "\"l3\"", "/models/0/regularizer: unknown regularizer \"l3\""},
      {"/models/0/label", "\"\"", "/models/0/label: must not be empty"},
      {"/models/0/label", "\"sparse\"", "/models: \"sparse\" stands twice"},
      {"/models/1/inner", "\"secant\"", "/models/1/inner: must be "},
      {"/models/1/iner", "1", "/models/1/iner: unknown key \"iner\", did you mean 'inner'?"},
      {"/models/1/published", "[]", "/models/1/published: must have at least 1 element"},
      {"/models/1/published/0/errors", "301",
       "/models/1/published/0/errors: must be a whole number from 0 to 300, got 301"},
      {"/models/1/published/0/source", "1", "/models/1/published/0/source: must be a text, got 1"},
      {"/models/1/published/0/year", "2012", "/models/1/published/0/year: unknown key \"year\""},
  });
  Json json = two_models();
  json["loss"] = "hinge";
  json["models"] = Json::parse(R"([{"label": "a", "regularizer": "l2", "method": "permuted_dcd"}])");
  CHECK(
      models_message(json) ==
      "configs/x.json: /models/0/method: permuted_dcd regularises every weight; \"free_bias\" is not for it");
  json["free_bias"] = false;
  CHECK(models_message(json) == "accepted");
  json["models"][0] = Json{{"label", "a"}, {"regularizer", "l1"}, {"method", "l1_psa"}};
  CHECK(models_message(json) ==
        "configs/x.json: /models/0: the key \"radius\" must be a number: there is no "
        "certified optimum of a fold to take it from");
  json["models"][0]["radius"] = 2;
  CHECK(models_message(json) == "accepted");
}

TEST_CASE("cross-validation: a file that is no JSON names line and column, and run refuses its models") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("x.json", "{\n  \"name\": }\n");
  CHECK_THROWS_WITH(read_crossvalidation_config(path), ContainsSubstring("line 2, column 11"));
  CHECK_THROWS_WITH(
      parse_config(two_models(), "x.json"),
      "x.json: /models: only a cross-validation has models; `descent crossvalidate` reads its configuration");
}
