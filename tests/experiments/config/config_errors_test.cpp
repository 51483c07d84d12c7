// Errors in a configuration are reported with their place and the expected value.

#include <algorithm>

#include "experiments/config/config.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/config/wrong_configurations.hpp"

using namespace descent;

namespace {

Json right() {
  return Json::parse(R"({
    "name": "x", "datasets": ["a9a", "covtype"], "loss": "hinge", "regularizer": ["l1", "l2"], "lambdas": ["1/m"],
    "methods": [
      {"name": "nonsmooth_scd"},
      {"name": "nonsmooth_scd", "selection": "permuted"},
      {"name": "batch_comid"},
      {"name": "l1_psa", "regularizer": "l1"},
      {"name": "permuted_dcd", "regularizer": "l2"}
    ],
    "seeds": 2, "checkpoints": 10, "test_rows": 5, "tuning": {"seeds": 1}
  })");
}

std::string message_for(const Json& json) {
  return test::violation_of(parse_config, json);
}

void check_all(const std::vector<test::Wrong>& cases) {
  test::check_wrong(parse_config, right(), cases);
}

}  // namespace

TEST_CASE("unknown keys, methods, losses, regularisers and options are refused, with the nearest known one") {
  check_all({
      {"/cpu_second", "4",
       "/cpu_second: unknown key \"cpu_second\", did you mean 'cpu_seconds'?; known are $schema, name"},
      {"/colour", "1", "/colour: unknown key \"colour\"; known are "},
      {"/tuning/seed", "1",
       "/tuning/seed: unknown key \"seed\", did you mean 'seeds'?; known are budget_share, seeds, "
       "first_seed"},
      {"/methods/2/name", "\"nonsmooth_sdc\"",
       "/methods/2/name: unknown method \"nonsmooth_sdc\", did you mean 'nonsmooth_scd'?; known are "},
      {"/methods/2/name", "\"newton\"",
       "/methods/2/name: unknown method \"newton\", did you mean 'proximal_newton'?; known are "},
      {"/loss", "\"hing\"",
       "/loss: unknown loss \"hing\", did you mean 'hinge'?; known are hinge, squared_hinge"},
      {"/regularizer", "\"L1\"",
       "/regularizer: unknown regularizer \"L1\", did you mean 'l1'?; known are l1, l2"},
      {"/regularizer/1", "\"elastic\"", "/regularizer/1: unknown regularizer \"elastic\"; known are l1, l2"},
      {"/methods/0/stepp", "1",
       "/methods/0/stepp: unknown key \"stepp\", did you mean 'step'?; known are name, label"},
      {"/methods/4/step", "1",
       "/methods/4/step: unknown key \"step\"; known are name, label, loss, regularizer, datasets, "
       "protocols, shrinking"},
      {"/methods/3/regularizer", "\"l3\"", "/methods/3/regularizer: unknown regularizer \"l3\""},
  });
}

TEST_CASE("an unknown method is answered with all that there are") {
  Json json = right();
  json["methods"][0]["name"] = "newton";
  for (const Method* method : methods()) CHECK_THAT(message_for(json), ContainsSubstring(method->name));
}

TEST_CASE("option values out of bounds, of the wrong type or not among the words are refused") {
  check_all({
      {"/methods/2/step", "-1", "/methods/2/step: must be a number > 0 or \"rows\", got -1"},
      {"/methods/2/step", "0", "/methods/2/step: must be a number > 0 or \"rows\", got 0"},
      {"/methods/2/step", "\"big\"", "/methods/2/step: must be a number > 0 or \"rows\", got \"big\""},
      {"/methods/2/step", "true", "/methods/2/step: must be a number > 0 or \"rows\", got true"},
      {"/methods/2/step", "[1]", "/methods/2/step: must be true, false, a number or a word"},
      {"/methods/2/step", "null", "/methods/2/step: must be true, false, a number or a word"},
      {"/methods/0/selection", "\"random\"",
       "/methods/0/selection: must be \"uniform\" or \"cyclic\" or \"permuted\", got \"random\""},
      {"/methods/0/average", "1", "/methods/0/average: must be true or false, got 1"},
      {"/methods/0", R"({"name": "nonsmooth_scd", "schedule": "inverse_sqrt", "offset": true})",
       "/methods/0/offset: has no effect here; it matters where steps fall like 1/(lambda t)"},
      {"/methods/0", R"({"name": "nonsmooth_scd", "schedule": "strongly_convex", "step": 3})",
       "/methods/0/step: has no effect here; it matters where steps fall like c/sqrt(t) or c/t, or with "
       "\"offset\": true"},
      {"/methods/3/batch", "0",
       "/methods/3/batch: must be an integer >= 1 and <= 1000000 or \"full\", got 0"},
      {"/methods/3/batch", "1.5",
       "/methods/3/batch: must be an integer >= 1 and <= 1000000 or \"full\", got 1.5"},
      {"/methods/3/batch", "\"all\"",
       "/methods/3/batch: must be an integer >= 1 and <= 1000000 or \"full\", got \"all\""},
      {"/methods/3/radius", "\"best\"",
       "/methods/3/radius: must be a number > 0 or \"optimum\" or \"tuned\", got \"best\""},
      {"/methods/4/tolerance", "-1e-3", "/methods/4/tolerance: must be a number >= 0, got -0.001"},
  });
}

TEST_CASE("a wrong value of any option is answered with what is allowed") {
  for (const Method* method : methods()) {
    for (const Option& option : method->options) {
      Json json = right();
      json["loss"] = name_of(method->solves.front().loss);
      json["regularizer"] = name_of(method->solves.front().regularizer);
      json["methods"] = Json::array({Json{{"name", method->name}, {option.name, "no such word"}}});
      CHECK(message_for(json) == "configs/x.json: /methods/0/" + option.name + ": must be " +
                                     allowed_values(option) + ", got \"no such word\"");
    }
  }
}

TEST_CASE("a method asked for a problem that it does not solve names what it does solve") {
  check_all({
      {"/methods/0", R"({"name": "pegasos", "label": "P"})",
       "/methods/0/name: pegasos does not solve hinge + l1; it solves hinge + l2"},
      {"/methods/4/regularizer", "[\"l1\", \"l2\"]",
       "/methods/4/name: permuted_dcd does not solve hinge + l1; it solves hinge + l2, squared_hinge + l2"},
      {"/loss", "\"squared_hinge\"",
       "/methods/0/name: nonsmooth_scd does not solve squared_hinge + l1; it solves hinge + "},
  });
  Json json = right();
  json["regularizer"] = "l2";
  CHECK(message_for(json) ==
        "configs/x.json: /methods/3/regularizer: l1 is not the configuration's regularizer");
}

TEST_CASE("losses, bias and epsilon that do not go together are refused") {
  check_all({
      {"/loss", R"(["hinge", "epsilon_insensitive"])",
       "/loss: hinge and epsilon_insensitive cannot stand together: one is for two classes, the other for "
       "targets"},
      {"/loss", R"(["hinge", "hinge"])", "/loss: \"hinge\" stands twice"},
      {"/methods/0/loss", "\"squared_hinge\"",
       "/methods/0/loss: squared_hinge is not the configuration's loss"},
      {"/epsilon", "-0.1", "/epsilon: must be >= 0, got -0.1"},
      {"/bias", "-1", "/bias: must be >= 0, got -1"},
      {"/free_bias", "true", "/free_bias: there is no bias to leave free; give \"bias\" a value"},
      {"/datasets/0", R"({"name": "a9a", "rows": 5, "test": "rows"})",
       "/datasets/0/test: goes with \"file\"; the catalogue says it of its datasets"},
      {"/free_bias", "1", "/free_bias: must be true or false"},
      {"/decision_lines", "1", "/decision_lines: must be true or false"},
  });
  const Json regression = {{"name", "x"},
                           {"datasets", {"d"}},
                           {"loss", "epsilon_insensitive"},
                           {"regularizer", "l2"},
                           {"methods", {{{"name", "nonsmooth_scd"}}}},
                           {"decision_lines", true}};
  CHECK(message_for(regression) ==
        "configs/x.json: /decision_lines: epsilon_insensitive has no classes to tell apart");
  const Json l_half = {{"name", "x"},
                       {"datasets", {"d"}},
                       {"loss", "logistic"},
                       {"regularizer", "l_half"},
                       {"methods", {{{"name", "l_half_reweighted"}}}},
                       {"stop_at", 0.1}};
  CHECK(message_for(l_half) ==
        "configs/x.json: /stop_at: needs certified optima, and there are none under the regularizer l_half");
  Json json = right();
  json["regularizer"] = "l1";
  json["methods"] = Json::array({{{"name", "nonsmooth_scd"}}});
  json["l2_factor"] = 1;
  CHECK(message_for(json) ==
        "configs/x.json: /l2_factor: belongs to the regularizer l2, which the configuration does not have");
  json = right();
  json["epsilon"] = 0.2;
  CHECK(message_for(json) ==
        "configs/x.json: /epsilon: hinge has none; it belongs to the epsilon-insensitive losses");
  json["loss"] = "squared";
  json["methods"] = Json::array({{{"name", "tron"}}});
  json["regularizer"] = "l2";
  CHECK(message_for(json) ==
        "configs/x.json: /epsilon: squared has none; it belongs to the epsilon-insensitive losses");
  json = right();
  json["bias"] = 1;
  json["free_bias"] = true;
  json["methods"] = Json::array({{{"name", "online_comid"}}});
  CHECK(
      message_for(json) ==
      "configs/x.json: /methods/0/name: online_comid regularises every weight; \"free_bias\" is not for it");
}

TEST_CASE("weights of rows and classes are checked") {
  const std::string kinds = R"(: must be "balanced", or weights by label such as {"1": 2, "-1": 1})";
  check_all({
      {"/class_weights", "\"even\"", "/class_weights" + kinds},
      {"/class_weights", "3", "/class_weights" + kinds},
      {"/class_weights", "{}", "/class_weights" + kinds},
      {"/class_weights", R"({"1": -1})", "/class_weights/1: must be >= 0, got -1"},
      {"/class_weights", R"({"1": "2"})", "/class_weights/1: must be a number"},
      {"/class_weights", R"({"1": 1, "+1": 2})", "/class_weights: has the label 1 twice"},
      {"/row_weights", "\"\"", "/row_weights: must be the path of a file with a weight a line"},
      {"/row_weights", "[1, 2]", "/row_weights: must be a text, got [1,2]"},
      {"/datasets/0", R"({"file": "x", "title": "t", "class_weights": {"1": -1}})",
       "/datasets/0/class_weights/1: must be >= 0, got -1"},
      {"/datasets/0", R"({"file": "x", "title": "t", "row_weight": "w"})",
       "/datasets/0/row_weight: unknown key \"row_weight\", did you mean 'row_weights'?"},
  });
  const Json regression = {{"name", "x"},
                           {"datasets", {"d"}},
                           {"loss", "epsilon_insensitive"},
                           {"regularizer", "l2"},
                           {"methods", {{{"name", "nonsmooth_scd"}}}},
                           {"class_weights", "balanced"}};
  CHECK(message_for(regression) ==
        "configs/x.json: /class_weights: epsilon_insensitive has no classes to weigh");
}

TEST_CASE("lists without repetition") {
  check_all({
      {"/datasets/1", "\"a9a\"", "/datasets: \"a9a\" stands twice"},
      {"/datasets/1", "\"./a9a\"", "/datasets: \"a9a\" stands twice"},
      {"/lambdas", R"(["1/m", "0.1/m", "1/m"])", "/lambdas/2: 1/m is the same lambda as 1/m"},
      {"/lambdas", R"([0.5, "0.5"])", "/lambdas/1: 0.5 is the same lambda as 0.5"},
      {"/methods/2", R"({"name": "nonsmooth_scd", "label": "again"})",
       "/methods: entries 0 and 2 are the same method with the same options"},
      {"/methods/2/label", "\"Non-smooth SCD\"",
       "/methods: entries 0 and 2 have the same label \"Non-smooth SCD\"; a legend could not tell them "
       "apart"},
      {"/seeds", "[1, 2, 1]", "/seeds: seeds must differ"},
      {"/regularizer", R"(["l1", "l2", "l1"])", "/regularizer: \"l1\" stands twice"},
      {"/methods/3/regularizer", R"(["l1", "l1"])", "/methods/3/regularizer: \"l1\" stands twice"},
  });
}

TEST_CASE("lambdas, seeds and budgets are checked") {
  const std::string lambda = ": must be a number > 0, \"a/m\" or \"a/m^2\" with a > 0, or \"C=c\", got ";
  check_all({
      {"/lambdas", "[]", "/lambdas: must have at least 1 element"},
      {"/lambdas", "\"1/n\"", "/lambdas" + lambda + "\"1/n\""},
      {"/lambdas", "true", "/lambdas" + lambda + "true"},
      {"/lambdas/0", "\"1/n\"", "/lambdas/0" + lambda + "\"1/n\""},
      {"/lambdas/0", "\"0/m\"", "/lambdas/0" + lambda + "\"0/m\""},
      {"/lambdas/0", "true", "/lambdas/0" + lambda + "true"},
      {"/lambdas/0", "0", "/lambdas/0: must be a number > 0, got 0"},
      {"/lambdas/0", R"({"C": -2})", "/lambdas/0/C: must be a number > 0, got -2"},
      {"/lambdas/0", R"({"c": 2})", "/lambdas/0/c: unknown key \"c\""},
      {"/seeds", "0", "/seeds: must be a whole number from 1 to 10000, got 0"},
      {"/seeds", "2.5", "/seeds: must be a whole number from 1 to 10000, got 2.5"},
      {"/seeds", "[]", "/seeds: must have at least 1 element"},
      {"/seeds", "[1000000]", "/seeds/0: must be a whole number from 0 to 999999, got 1000000"},
      {"/seeds", "[3, -1]", "/seeds/1: must be a whole number from 0 to 999999, got -1"},
      {"/cpu_seconds", "0", "/cpu_seconds: must be a number > 0, got 0"},
      {"/cpu_seconds", "\"4\"", "/cpu_seconds: must be a number > 0, got \"4\""},
      {"/cpu_seconds", R"({"a9a": 4})", "/cpu_seconds: the key \"default\" is missing"},
      {"/cpu_seconds", R"({"default": 4, "a9b": 1})",
       "/cpu_seconds/a9b: unknown key \"a9b\", did you mean 'a9a'?"},
      {"/passes", R"({"default": 4, "a9a": -1})", "/passes/a9a: must be a number > 0, got -1"},
      {"/checkpoints", "1", "/checkpoints: must be a whole number from 2 to 10000, got 1"},
      {"/checkpoints", "20000", "/checkpoints: must be a whole number from 2 to 10000, got 20000"},
      {"/test_rows", "-1", "/test_rows: must be a whole number from 0 to "},
      {"/tuning/budget_share", "0", "/tuning/budget_share: must be a number > 0, got 0"},
      {"/tuning/budget_share", "1e9", "/tuning/budget_share: must be <= 1, got 1"},
      {"/tuning/seeds", "0", "/tuning/seeds: must be a whole number from 1 to 1000, got 0"},
      {"/tuning/first_seed", "-1",
       "/tuning/first_seed: must be a whole number from 1000000 to 1000000000, got -1"},
      {"/tuning/first_seed", "2",
       "/tuning/first_seed: must be a whole number from 1000000 to 1000000000, got 2"},
      {"/tuning/first_seed", "\"other\"",
       "/tuning/first_seed: must be a whole number from 1000000 to 1000000000, got \"other\""},
  });
  Json json = right();
  json["passes"] = 3;
  json["cpu_seconds"] = 4;
  CHECK(message_for(json) ==
        "configs/x.json: /passes: a run ends after passes or after cpu_seconds; give one of them");
}

TEST_CASE("a text that no file or figure can take is refused") {
  struct TooLong {
    const char* pointer;
    std::size_t letters;
    const char* message;
  };
  for (const TooLong& each :
       {TooLong{"/name", 101, "/name: must have at most 100 letters, has 101: files are named after it"},
        TooLong{"/title", 2'000'000, "/title: must have at most 1000 letters, has 2000000"},
        TooLong{"/methods/0/label", 1'001, "/methods/0/label: must have at most 1000 letters, has 1001"}}) {
    Json json = right();
    json[Json::json_pointer(each.pointer)] = std::string(each.letters, 'n');
    CHECK(message_for(json) == std::string("configs/x.json: ") + each.message);
  }
}

TEST_CASE("wrong types and empty or missing parts are refused") {
  check_all({
      {"", "[]", "/: must be an object, got []"},
      {"/name", "\"a/b\"", "/name: must be made of letters, digits, - and _"},
      {"/name", "\"\"", "/name: must be made of letters, digits, - and _"},
      {"/name", "\"-x\"", "/name: must not begin with -"},
      {"/name", "3", "/name: must be a text, got 3"},
      {"/name", "\"references\"", "/name: results/references holds the certified optima of all experiments"},
      {"/name", "\"gallery\"", "/name: results/gallery holds the pictures that come with the repository"},
      {"/title", "3", "/title: must be a text, got 3"},
      {"/title", "\"\"", "/title: must not be empty"},
      {"/datasets", "[]", "/datasets: must have at least 1 element"},
      {"/datasets", "7", "/datasets: must be a text, got 7"},
      {"/datasets/0", "7", "/datasets/0: must be a text, got 7"},
      {"/datasets/0", R"({"file": "x,y"})", "/datasets/0: needs a \"title\": \"x,y\" cannot be one"},
      {"/datasets/0", R"({"file": "", "title": "t"})", "/datasets/0/file: must not be empty"},
      {"/datasets/0", R"({"name": "a9a", "label": "y"})", "/datasets/0/label: goes with \"file\""},
      {"/datasets/0", R"({"file": "x", "index_base": 2})",
       "/datasets/0/index_base: must be a whole number from 0 to 1"},
      {"/standardize", "\"columns\"", R"(/standardize: must be true, false, "range" or "row")"},
      {"/datasets/0", R"({"file": "x", "titel": "t"})",
       "/datasets/0/titel: unknown key \"titel\", did you mean 'title'?"},
      {"/datasets/0", R"({"file": "x", "title": "a, b"})", "/datasets/0/title: must be a few words"},
      {"/datasets/0", R"({"file": "x", "title": ""})", "/datasets/0/title: must be a few words"},
      {"/datasets/0", R"({"file": "x", "title": "default"})",
       "/datasets/0/title: \"default\" has a meaning in budgets"},
      {"/datasets/0", R"({"file": "x", "title": "covtype"})", "/datasets: \"covtype\" stands twice"},
      {"/datasets/0", R"({"name": "a9a"})",
       "/datasets/0: needs \"rows\", \"attributes\", \"positive\" or weights"},
      {"/datasets/0", R"({"name": "a9a", "attributes": [3, 1, 3]})",
       "/datasets/0/attributes: \"3\" stands twice"},
      {"/datasets/0", R"({"name": "a9a", "attributes": [0]})",
       "/datasets/0/attributes/0: must be a whole number from 1 to 2147483647, got 0"},
      {"/datasets/0", R"({"name": "a9a", "attributes": []})",
       "/datasets/0/attributes: must have at least 1 element"},
      {"/datasets/0", R"({"file": "x", "title": "t", "attributes": [1]})",
       "/datasets/0/attributes: files have no attributes"},
      {"/datasets/0", R"({"name": "a9a", "file": "x", "rows": 5})",
       R"(/datasets/0: needs one of "name", of the catalogue, and "file")"},
      {"/datasets/0", R"({"rows": 5})", R"(/datasets/0: needs one of "name", of the catalogue, and "file")"},
      {"/datasets/0", R"({"name": "a-name-that-is-a-catalogue-name-of-fifty-bytes-or-so", "rows": 200000})",
       "/datasets/0: needs a \"title\": \"a-name-that-is-a-catalogue-name-of-fifty-bytes-or-so 200000 rows\" "
       "cannot be one"},
      {"/datasets/0", R"({"name": "a/9a", "rows": 5})", "/datasets/0/name: must be a name of the catalogue"},
      {"/datasets/0", R"({"name": "a9a", "rows": 0})",
       "/datasets/0/rows: must be a whole number from 1 to 2147483647"},
      {"/methods/0/datasets", "\"a9b\"",
       "/methods/0/datasets: \"a9b\" is not one of the configuration's datasets, did you mean 'a9a'?; they "
       "are a9a, covtype"},
      {"/methods/0/datasets", "[]", "/methods/0/datasets: must have at least 1 element"},
      {"/methods/0/datasets", "[7]", "/methods/0/datasets/0: must be a text, got 7"},
      {"/methods/0/protocols", "[]", "/methods/0/protocols: must have at least 1 element"},
      {"/methods/0/protocols", "[7]", "/methods/0/protocols/0: must be a text, got 7"},
      {"/methods/0/protocols", R"(["own", "all tuned"])",
       "/methods/0/protocols/1: must be made of letters, digits, - and _: files are named after it"},
      {"/methods/0/protocols", R"(["own", "own"])", "/methods/0/protocols: \"own\" stands twice"},
      {"/protocol_titles", "[]", "/protocol_titles: must be an object, got []"},
      {"/protocol_titles", R"({"own": "SCD tuned"})", "/protocol_titles/own: unknown key \"own\""},
      {"/methods/0/datasets", R"(["a9a", "a9a"])", "/methods/0/datasets: \"a9a\" stands twice"},
      {"/loss", "1", "/loss: must be a text, got 1"},
      {"/regularizer", "[]", "/regularizer: must have at least 1 element"},
      {"/methods", "[]", "/methods: must have at least 1 element"},
      {"/methods/0", "\"pegasos\"", "/methods/0: must be an object, got \"pegasos\""},
      {"/methods/0", "{}", "/methods/0: the key \"name\" is missing"},
      {"/methods/0/name", "5", "/methods/0/name: must be a text, got 5"},
      {"/methods/0/label", "5", "/methods/0/label: must be a text, got 5"},
      {"/methods/0/label", "\"\"", "/methods/0/label: must not be empty"},
  });
  for (const char* key : {"name", "datasets", "loss", "regularizer", "methods"}) {
    Json json = right();
    json.erase(key);
    CHECK(message_for(json) == std::string("configs/x.json: /: the key \"") + key + "\" is missing");
  }
}

TEST_CASE("a method that restarts cannot stop after passes, and its options must go with every problem") {
  Json json = right();
  json["methods"].push_back({{"name", "liblinear"}, {"regularizer", "l2"}, {"solver", 3}});
  CHECK(message_for(json) == "accepted");
  json["passes"] = 3;
  CHECK(message_for(json) ==
        "configs/x.json: /methods/5/name: liblinear runs from scratch to each of its tolerances and cannot "
        "stop after \"passes\"; give \"cpu_seconds\" instead");
  json.erase("passes");
  json["methods"][5]["solver"] = 1;
  CHECK(message_for(json) ==
        "configs/x.json: /methods/5: LIBLINEAR's solver 1 is not for hinge + l2; give \"auto\" or 3");
  json["methods"][5]["solver"] = 14;
  CHECK_THAT(message_for(json), ContainsSubstring("configs/x.json: /methods/5/solver: must be "));
}
