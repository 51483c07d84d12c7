// Configurations of a cross-validation and their errors.
#include "experiments/crossvalidation/crossvalidation_config.hpp"

#include <algorithm>

#include "tests/support/temporary_folder.hpp"
#include "tests/support/wrong_inputs.hpp"

using namespace descent;

namespace {

Json two_models() {
  return Json::parse(R"({
    "name": "x", "datasets": ["a", "b"], "loss": "logistic", "bias": 1, "free_bias": true,
    "models": [
      {"name": "gradient_descent", "label": "plain", "regularizer": "none"},
      {"name": "admm", "label": "sparse", "regularizer": "l1", "inner": "gradient",
       "published": [{"source": "a paper", "errors": 63, "rows": 300, "features": 17}]}
    ],
    "lambdas": ["4/m", "1/m"]
  })");
}

std::string models_message(const Json& json) {
  return test::error_after<ConfigError>("configs/x.json: ",
                                        [&] { parse_crossvalidation_config(json, "configs/x.json"); });
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
  json["standardize"] = "row";
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

TEST_CASE("cross-validation: quick keeps three seeded splits at most") {
  Json json = two_models();
  json["splits"] = Json{{"seeded", 20}};
  CHECK(quick(parse_crossvalidation_config(json, "x")).seeded_splits == 3);
  json["splits"] = Json{{"seeded", 2}};
  CHECK(quick(parse_crossvalidation_config(json, "x")).seeded_splits == 2);
}

TEST_CASE("cross-validation: a wrong configuration is refused with its place and what would be right") {
  test::check_wrong_inputs("tests/experiments/crossvalidation/wrong_crossvalidations.txt", two_models(),
                           models_message);
  for (const char* key : {"name", "datasets", "loss", "models", "lambdas"}) {
    Json json = two_models();
    json.erase(key);
    CHECK(models_message(json) == std::string("/: the key \"") + key + "\" is missing");
  }
}

TEST_CASE("cross-validation: weights and methods are accepted where they have a meaning") {
  Json json = two_models();
  json["row_weights"] = "weights.txt";
  CHECK(models_message(json) == "accepted");
  json["class_weights"] = "balanced";
  CHECK(models_message(json) == "accepted");
  json["loss"] = "hinge";
  json["free_bias"] = false;
  json["models"] = Json::parse(R"([{"name": "permuted_dcd", "label": "a", "regularizer": "l2"},
                                   {"name": "l1_psa", "label": "b", "regularizer": "l1", "radius": 2}])");
  CHECK(models_message(json) == "accepted");
}

TEST_CASE("cross-validation: weights of one dataset are checked as those of all") {
  Json json = two_models();
  json["datasets"] = Json::parse(R"([{"name": "a9a", "row_weights": "weights.txt"}])");
  json["splits"] = Json{{"own", true}, {"seeded", 3}};
  CHECK_THROWS_WITH(parse_crossvalidation_config(json, "x"),
                    ContainsSubstring("a seeded split has test rows"));
  json["splits"] = Json{{"own", true}};
  CHECK_NOTHROW(parse_crossvalidation_config(json, "x"));
  json["models"] = Json::parse(R"([{"name": "l_half_logistic", "label": "a", "regularizer": "l_half"}])");
  CHECK_THAT(models_message(json), ContainsSubstring("does not take weights of rows"));
}

TEST_CASE("cross-validation: a file that is no JSON names line and column, and run refuses its models") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("x.json", "{\n  \"name\": }\n");
  CHECK_THROWS_WITH(read_crossvalidation_config(path), ContainsSubstring("line 2, column 11"));
  CHECK_THROWS_WITH(
      parse_config(two_models(), "x.json"),
      "x.json: /models: only a cross-validation has models; `descent crossvalidate` reads its configuration");
}
