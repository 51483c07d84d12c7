// Each thing that determines a result changes the result's id. The keys are taken from their own tables, so
// that a new key cannot be forgotten.

#include <algorithm>

#include "experiments/config/load_datasets.hpp"
#include "experiments/crossvalidation/crossvalidation.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/plan/plan.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Two values of a key, each in a configuration with the keys that it needs.
struct KeyExample {
  std::string key;
  bool changes_id;
  Json value;
  Json beside = Json::object();  ///< merged into the plain configuration first
};

/// Checks that each key has an example, and that `id_of` a configuration depends on the right ones.
template <class Fields, class IdOf>
void check_keys(const Fields& keys, const std::vector<KeyExample>& examples, const Json& plain,
                const IdOf& id_of) {
  for (const auto& field : keys) {
    CAPTURE(field.name);
    const auto example = std::ranges::find(examples, field.name, &KeyExample::key);
    REQUIRE(example != examples.end());
    Json config = plain;
    config.merge_patch(example->beside);
    const std::string before = id_of(config);
    config[field.name] = example->value;
    CHECK((id_of(config) != before) == example->changes_id);
  }
}

/// A folder with data and weights for the examples.
struct ExampleFolder : TinyExperiment {
  ExampleFolder() {
    write("other", tiny_data(2));
    write("test", tiny_data(3, 5));
    std::string lines;
    for (int i = 0; i < 60; ++i) lines += i % 2 == 0 ? "1\n" : "2\n";
    write("weights", lines);
  }
};

/// A value of the key that is not the default.
Json example_of(const Json& schema) {
  if (schema.contains("oneOf")) return example_of(schema["oneOf"].front());
  if (schema.contains("enum")) return schema["enum"].back();
  const Json type = schema.value("type", Json("string"));
  if (type == "boolean") return true;
  if (type == "integer" || type == "number") return 3;
  if (type == "array") return Json::array({1});
  return "x";
}

}  // namespace

TEST_CASE("each key of a configuration changes its runs' ids, unless it only names or draws") {
  const ExampleFolder folder;
  const Json plain =
      Json::parse(R"({"name": "x", "datasets": ["./tiny"], "loss": "hinge", "regularizer": "l2",
    "methods": [{"name": "permuted_dcd"}], "seeds": [1], "passes": 4})");
  const auto methods = [](const char* text) { return Json{{"methods", Json::parse(text)}}; };
  Json targets = methods(R"([{"name": "svr_dual_cd"}])");
  targets["loss"] = "epsilon_insensitive";
  Json intercept = methods(R"([{"name": "proximal_newton"}])");
  intercept.update({{"loss", "logistic"}, {"bias", 1}});
  const Json with_test = {{"datasets", Json::parse(R"([{"file": "tiny", "title": "t", "test": "test"}])")}};
  const std::vector<KeyExample> examples{
      {"$schema", false, "schema.json"},
      {"name", true, "y"},
      {"title", false, "A title"},
      {"datasets", true, Json::array({"./other"})},
      {"real_only", false, true},
      {"loss", true, "squared_hinge"},
      {"regularizer", true, "l1", methods(R"([{"name": "nonsmooth_scd", "step": 1}])")},
      {"lambdas", true, Json::array({"2/m"})},
      {"form", true, "sum"},
      {"l2_factor", true, 1},
      {"epsilon", true, 0.2, targets},
      {"standardize", true, "row"},
      {"bias", true, 1},
      {"free_bias", true, true, intercept},
      {"values", true, "float"},
      {"class_weights", true, "balanced"},
      {"row_weights", true, "./weights"},
      {"methods", true, Json::parse(R"([{"name": "permuted_dcd", "shrinking": false}])")},
      {"protocol_titles", false, Json::parse(R"({"own": "Own"})"),
       methods(R"([{"name": "permuted_dcd", "protocols": "own"}])")},
      {"seeds", true, Json::array({2})},
      {"cpu_seconds", true, 2, Json::parse(R"({"passes": null, "cpu_seconds": 1})")},
      {"passes", true, 5},
      {"checkpoints", true, 5},
      {"stop_at", true, 0.5},
      {"test_rows", true, 3, with_test},
      {"decision_lines", false, true},
      {"tuning", false, Json::parse(R"({"seeds": 3})")}};
  check_keys(config_keys(), examples, plain, [&](const Json& json) {
    const Config config = parse_config(json, folder.path("x.json"));
    const auto datasets = load_datasets_of(config, {.test_limit = config.test_rows});
    return run_id(make_plan(config, datasets, TunedFile(), OptimumStore({})).runs.front());
  });
}

TEST_CASE("each key of a dataset's entry changes the ids of its runs; weights do so in the dataset") {
  const ExampleFolder folder;
  const Config config = read_config(folder.write());
  const auto datasets = load_datasets_of(config, {});
  RunSpec spec = make_plan(config, datasets, TunedFile(), OptimumStore({})).runs.front();
  const TitledDataset plain{.of = "tiny", .is_file = true};
  spec.titled = plain;
  const std::string id = run_id(spec);
  for (const Field<TitledDataset>& key : titled_keys()) {
    CAPTURE(key.name, key.schema);
    if (key.name == "class_weights" || key.name == "row_weights") continue;
    spec.titled = plain;
    const Json value = example_of(key.schema);
    key.read({"entry", value}, *spec.titled);
    CHECK(run_id(spec) != id);
  }
}

TEST_CASE("each key of a cross-validation changes its splits' ids, unless it only names") {
  const ExampleFolder folder;
  const Json plain = Json::parse(R"({"name": "x", "datasets": ["./tiny"], "loss": "logistic",
    "models": [{"name": "proximal_newton", "label": "l", "regularizer": "l1"}], "lambdas": ["1/m"],
    "splits": {"own": false, "seeded": 1}})");
  const std::vector<KeyExample> examples{
      {"name", true, "y"},
      {"title", false, "A title"},
      {"datasets", true, Json::array({"./other"})},
      {"real_only", false, true},
      {"loss", true, "squared_hinge"},
      {"bias", true, 1},
      {"free_bias", true, true, {{"bias", 1}}},
      {"standardize", true, "row"},
      {"class_weights", true, "balanced"},
      {"row_weights", true, "./weights", Json::parse(R"({"splits": {"own": true, "seeded": 0}})")},
      {"models", true, Json::parse(R"([{"name": "proximal_newton", "label": "l", "regularizer": "l2"}])")},
      {"lambdas", true, Json::array({"2/m"})},
      {"folds", true, 3},
      {"rule", true, "one_standard_error"},
      {"splits", true, Json::parse(R"({"own": false, "seeded": 1, "test_share": 0.5})")},
      {"passes", true, 7}};
  const auto id_of = [&](const Json& json, const char* program = "program") {
    const CrossvalidationConfig config = parse_crossvalidation_config(json, folder.path("x.json"));
    const auto datasets = load_datasets_of(config, {});
    return split_id(config, datasets.front(), divisions_of(config).front(), program);
  };
  check_keys(crossvalidation_keys(), examples, plain, id_of);
  CHECK(id_of(plain, "another program") != id_of(plain));
}

TEST_CASE("a constant was tuned on another problem if any field of the problem differs") {
  const TunedProblem problem{"a", "file",    3,    2,    "hinge", "l2",     "1/m",
                             1,   {true, 1}, true, "ab", "cd",    "reading"};
  const Json plain = write_keys(TunedProblem::fields(), problem);
  for (const auto& field : TunedProblem::fields()) {
    CAPTURE(field.name);
    Json json = plain;
    Json& value = json.at(field.name);
    if (field.name == "form")
      value = "mean";
    else if (field.name == "values")
      value = "exact";
    else if (value.is_string())
      value = value.get<std::string>() + "x";
    else
      value = value.get<int>() + 1;
    TunedProblem other;
    read_keys({"problem", json}, TunedProblem::fields(), other);
    CHECK((!(other == problem) || other.is_of_other_data(problem) || other.is_read_otherwise(problem)));
  }
}
