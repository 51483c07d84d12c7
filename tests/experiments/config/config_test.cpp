#include "experiments/config/config.hpp"

#include <set>

#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

Config parse(const char* text) {
  return parse_config(Json::parse(text), "c.json");
}

constexpr const char* shortest = R"({
  "name": "short", "datasets": ["a9a"], "loss": "hinge", "regularizer": "l1", "methods": [{"name": "nonsmooth_scd"}]
})";

constexpr const char* full = R"({
  "$schema": "schema.json",
  "name": "full-1_x", "title": "Everything", "datasets": ["a9a", "./covtype"],
  "loss": "hinge", "regularizer": ["l1", "l2"], "lambdas": ["0.1/m", 1e-4, "1/m^2"],
  "methods": [
    {"name": "nonsmooth_scd", "label": "SCD"},
    {"name": "nonsmooth_scd", "selection": "permuted", "average": true},
    {"name": "l1_psa", "batch": "full", "radius": 2.5, "regularizer": "l1"},
    {"name": "permuted_dcd", "shrinking": true, "tolerance": 0, "regularizer": ["l2"]}
  ],
  "seeds": [3, 0, 999999], "cpu_seconds": {"default": 1.5, "./covtype": 8}, "checkpoints": 20, "test_rows": 0,
  "tuning": {"budget_share": 0.75, "seeds": 3, "first_seed": 2000000}
})";

}  // namespace

TEST_CASE("a short configuration gets all defaults") {
  const Config config = parse(shortest);
  CHECK(config.path == "c.json");
  CHECK(config.title == "short");
  CHECK(config.regularizers == std::vector{RegularizerKind::l1});
  REQUIRE(config.lambdas.size() == 1);
  CHECK(config.lambdas[0].text == "1/m");
  CHECK(config.lambdas[0].value(10) == 0.1);
  CHECK(config.seeds == std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
  CHECK(config.budget.axis == Axis::cpu_seconds);
  CHECK(config.budget.amount("a9a") == 4);
  CHECK(config.checkpoints == 12);
  CHECK(config.test_rows == 20'000);
  CHECK(config.tuning_budget_share == 0.25);
  CHECK(config.tuning_seeds == 2);
  CHECK(config.tuning_first_seed == 1'000'000);
  REQUIRE(config.methods.size() == 1);
  CHECK(config.methods[0].method == &find_method("nonsmooth_scd"));
  CHECK(config.methods[0].label == find_method("nonsmooth_scd").title);
  CHECK(config.methods[0].variant.empty());
  CHECK(config.methods[0].regularizers == config.regularizers);
}

TEST_CASE("what a configuration says is what it gets") {
  const Config config = parse(full);
  CHECK(config.title == "Everything");
  CHECK(config.datasets == std::vector<std::string>{"a9a", "./covtype"});
  CHECK(config.regularizers == std::vector{RegularizerKind::l1, RegularizerKind::l2});
  CHECK(config.lambdas.size() == 3);
  CHECK(config.lambdas[1].value(99) == 1e-4);
  CHECK(config.seeds == std::vector<std::uint64_t>{3, 0, 999'999});
  CHECK(config.budget.amount("a9a") == 1.5);
  CHECK(config.budget.amount("./covtype") == 8);
  CHECK(config.checkpoints == 20);
  CHECK(config.test_rows == 0);
  CHECK(config.tuning_budget_share == 0.75);
  CHECK(config.tuning_seeds == 3);
  CHECK(config.tuning_first_seed == 2'000'000);
  CHECK(config.methods[0].label == "SCD");
  CHECK(config.methods[2].given.at("radius") == OptionValue{2.5});
  CHECK(config.methods[2].given.at("batch") == OptionValue{"full"});
  CHECK(config.methods[2].regularizers == std::vector{RegularizerKind::l1});
  CHECK(config.methods[3].regularizers == std::vector{RegularizerKind::l2});
}

TEST_CASE("a variant holds the options that differ from their defaults and a step that is given, no others") {
  const Config config = parse(R"({
    "name": "v", "datasets": ["a9a"], "loss": "hinge", "regularizer": "l1",
    "methods": [
      {"name": "nonsmooth_scd", "selection": "uniform", "schedule": "auto", "average": false},
      {"name": "nonsmooth_scd", "step": 1},
      {"name": "nonsmooth_scd", "average": true, "step": 0.25, "selection": "permuted"}
    ]
  })");
  CHECK(config.methods[0].variant.empty());
  CHECK(config.methods[0].label == "Non-smooth SCD");
  CHECK(config.methods[1].variant == "step=1");
  CHECK(to_json(config)["methods"][1]["step"] == 1);
  CHECK(config.methods[2].variant == "step=0.25 selection=permuted average=true");
  CHECK(config.methods[2].label == "Non-smooth SCD (step=0.25, selection=permuted, average=true)");
}

TEST_CASE("several losses are as many problems, and an entry may take part in some of them") {
  const Config config = parse(R"({
    "name": "v", "datasets": ["a9a"], "loss": ["hinge", "squared_hinge"], "regularizer": "l2",
    "methods": [{"name": "permuted_dcd"}, {"name": "pegasos", "loss": "hinge"}]
  })");
  CHECK(config.losses == std::vector{LossKind::hinge, LossKind::squared_hinge});
  CHECK(config.methods[0].losses == config.losses);
  CHECK(config.methods[1].losses == std::vector{LossKind::hinge});
  CHECK(config.methods[1].takes_part_in("a9a", LossKind::hinge, RegularizerKind::l2));
  CHECK_FALSE(config.methods[1].takes_part_in("a9a", LossKind::squared_hinge, RegularizerKind::l2));
  CHECK_FALSE(config.methods[1].takes_part_in("a9a", LossKind::hinge, RegularizerKind::l1));
}

TEST_CASE("epsilon and bias have the defaults of the problem, and are read") {
  CHECK(parse(shortest).epsilon == ProblemDetails{}.epsilon);
  CHECK(parse(shortest).bias == 0);
  CHECK_FALSE(parse(shortest).free_bias);
  const Config config = parse(R"({
    "name": "v", "datasets": ["abalone"], "loss": "epsilon_insensitive", "regularizer": "l1", "epsilon": 0,
    "bias": 2, "methods": [{"name": "nonsmooth_scd"}]
  })");
  CHECK(config.epsilon == 0);
  const Config both = parse(R"({
    "name": "v", "datasets": ["abalone"], "loss": ["squared", "squared_epsilon_insensitive"],
    "regularizer": "l1", "epsilon": 2, "methods": [{"name": "proximal_newton"}]
  })");
  CHECK(both.losses == std::vector{LossKind::squared, LossKind::squared_epsilon_insensitive});
  CHECK(both.epsilon == 2);
  CHECK(config.bias == 2);
}

TEST_CASE("a number of seeds counts from 1, and passes take the place of CPU seconds") {
  Json json = Json::parse(shortest);
  json["seeds"] = 3;
  json["passes"] = {{"default", 10}, {"a9a", 2.5}};
  const Config config = parse_config(json, "c.json");
  CHECK(config.seeds == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(config.budget.axis == Axis::passes);
  CHECK(config.budget.amount("a9a") == 2.5);
  CHECK(config.budget.amount("other") == 10);
}

TEST_CASE("a part of a file is called by the title of the whole, or else by its path") {
  Json json =
      Json::parse(R"({"name": "x", "loss": "hinge", "regularizer": "l2", "methods": [{"name": "pegasos"}],
      "datasets": [{"file": "rows", "title": "few", "rows": 10}, {"file": "rows", "title": "more", "rows": 20}]})");
  CHECK(parse_config(json, "x.json").sample_of("more") == "rows");
  json["datasets"].push_back({{"file", "rows"}, {"title", "whole"}});
  CHECK(parse_config(json, "x.json").sample_of("more") == "whole");
  json["datasets"].back()["positive"] = 2;
  json["datasets"].back()["index_base"] = 0;
  json["datasets"].back().erase("title");
  json["stop_at"] = "target";
  const Config named = parse_config(json, "x.json");
  CHECK(named.datasets.back() == "rows 2");
  CHECK(parse_config(to_json(named), "x.json").titled == named.titled);
  CHECK(named.stop_at == 1e-6);
  json["datasets"].back()["title"] = std::string(60, 't');
  CHECK(parse_config(json, "x.json").datasets.back().size() == 60);
  // A dataset without weights of its own has those of all.
  json["class_weights"] = "balanced";
  CHECK(parse_config(json, "x.json").weighting_of("more").balanced);
  for (const Json& scaling : {Json(true), Json("range"), Json("row")}) {
    json["standardize"] = scaling;
    CHECK(to_json(parse_config(json, "x.json"))["standardize"] == scaling);
  }
  json["standardize"] = false;
  CHECK_FALSE(to_json(parse_config(json, "x.json")).contains("standardize"));
}

TEST_CASE("a quick run has the same shape, an eighth of the budget and at most three seeds") {
  const Config whole = parse(full);
  const Config small = quick(whole);
  CHECK(small.budget.amount("a9a") == 1.5 / 8);
  CHECK(small.budget.amount("./covtype") == 1);
  CHECK(small.budget.axis == whole.budget.axis);
  CHECK(small.seeds == whole.seeds);
  for (const int seeds : {3, 4, 10}) {
    Json json = Json::parse(shortest);
    json["seeds"] = seeds;
    CHECK(quick(parse_config(json, "c.json")).seeds == std::vector<std::uint64_t>{1, 2, 3});
  }
  CHECK(small.name == whole.name);
  CHECK(small.title == whole.title + ", quick run");
  CHECK(small.methods.size() == whole.methods.size());
  CHECK(small.lambdas.size() == whole.lambdas.size());
  CHECK(small.checkpoints == whole.checkpoints);
}

TEST_CASE("the written configuration has every key and every option") {
  const Json json = to_json(parse(shortest));
  for (const auto& key : config_keys()) {
    CAPTURE(key.name);
    static const std::set<std::string> left_out{
        "$schema",       "passes",      "epsilon",         "bias",   "free_bias", "standardize",
        "class_weights", "row_weights", "protocol_titles", "values", "stop_at"};
    CHECK(json.contains(key.name) != left_out.contains(key.name));
  }
  for (const Option& option : find_method("nonsmooth_scd").options) {
    CAPTURE(option.name);
    CHECK(json["methods"][0].contains(option.name) != option.is_left_to_tuning({}));
  }
  CHECK(json["cpu_seconds"] == 4.0);
  CHECK(json["seeds"].size() == 10);
  CHECK(json["lambdas"] == Json::array({"1/m"}));
}

TEST_CASE("the written configuration is one, and reads back to the same") {
  Json with_c = Json::parse(full);
  with_c["lambdas"].push_back({{"C", 2}});
  const Json written = to_json(parse_config(with_c, "c.json"));
  CHECK(to_json(parse_config(written, "c.json")) == written);
  CHECK(written["lambdas"].back() == Json{{"C", 2.0}});
  CHECK(written["cpu_seconds"] == Json{{"default", 1.5}, {"./covtype", 8.0}});
  const Json shortest_written = to_json(parse(shortest));
  CHECK(to_json(parse_config(shortest_written, "s.json")) == shortest_written);
}

TEST_CASE("a configuration is read from its file, and errors name that file") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("short.json", shortest);
  CHECK(read_config(path).path == path);
  CHECK_THROWS_WITH(
      read_config(folder.write("empty.json", "{}")),
      ContainsSubstring((folder.path() / "empty.json").string() + ": /: the key \"name\" is missing"));
  CHECK_THROWS_WITH(read_config(folder.write("broken.json", "{\n\"name\" 3}")),
                    ContainsSubstring("broken.json: not JSON: parse error at line 2, column 8"));
  for (const char* const value : {"\"x\"", "3", "true", "[1]", "{}", "null"}) {
    const std::string text = fmt::format("{{\"a\": {}\n\"name\": 3}}", value);
    CHECK_THROWS_WITH(read_config(folder.write("broken.json", text)),
                      EndsWith("a comma is missing before \"name\""));
  }
}

TEST_CASE("a list of one may do without brackets") {
  Json listed = Json::parse(R"({"name": "x", "datasets": ["a9a"], "loss": ["hinge"], "regularizer": ["l2"],
    "lambdas": [{"C": 2}], "methods": [{"name": "pegasos", "datasets": ["a9a"]}]})");
  Json plain = Json::parse(R"({"name": "x", "datasets": "a9a", "loss": "hinge", "regularizer": "l2",
    "lambdas": {"C": 2}, "methods": {"name": "pegasos", "datasets": "a9a"}})");
  CHECK(to_json(parse_config(plain, "x.json")) == to_json(parse_config(listed, "x.json")));
  plain["lambdas"] = "1/m";
  CHECK(parse_config(plain, "x.json").lambdas.front().text == "1/m");
}

TEST_CASE("a dataset may have some of its attributes alone, and rows as well") {
  const Json json =
      Json::parse(R"({"name": "x", "loss": "logistic", "regularizer": "l1", "methods": {"name": "fista"},
    "datasets": [{"name": "german-codes", "attributes": [3, 1]}, {"name": "german-codes", "attributes": 7, "rows": 50},
                 {"name": "german-codes", "attributes": 7, "title": "Savings"}]})");
  const Config config = parse_config(json, "x.json");
  CHECK(config.datasets ==
        std::vector<std::string>{"german-codes 2 attributes", "german-codes 50 rows 1 attribute", "Savings"});
  CHECK(config.find_titled("german-codes 2 attributes")->attributes == std::vector<Index>{3, 1});
  CHECK(config.find_titled("Savings")->attributes == std::vector<Index>{7});
  const Config again = parse_config(to_json(config), "x.json");
  CHECK(to_json(again) == to_json(config));
  CHECK(again.titled == config.titled);
}

TEST_CASE("an entry takes part on the datasets that it names, without them on all") {
  const Json json = Json::parse(R"({"name": "x", "datasets": ["a9a", {"file": "x/y", "title": "Our data"}],
    "loss": "hinge", "regularizer": "l2",
    "methods": [{"name": "pegasos"}, {"name": "permuted_dcd", "datasets": "Our data"}]})");
  const Config config = parse_config(json, "x.json");
  CHECK(config.datasets == std::vector<std::string>{"a9a", "Our data"});
  CHECK(config.methods[0].takes_part_on("a9a"));
  CHECK(config.methods[0].takes_part_on("Our data"));
  CHECK_FALSE(config.methods[1].takes_part_in("a9a", LossKind::hinge, RegularizerKind::l2));
  CHECK(config.methods[1].takes_part_in("Our data", LossKind::hinge, RegularizerKind::l2));
  const Config again = parse_config(to_json(config), "x.json");
  CHECK(to_json(again) == to_json(config));
  CHECK(again.titled == config.titled);
  CHECK_FALSE(again.methods[1].takes_part_on("a9a"));
}

TEST_CASE("an entry takes part under the protocols that it names, which are no part of its variant") {
  const Json json = Json::parse(R"({"name": "x", "datasets": "a9a", "loss": "hinge", "regularizer": "l2",
    "methods": [{"name": "pegasos", "protocols": ["own", "all-tuned"]},
                {"name": "pegasos", "offset": true, "protocols": "all-tuned"}, {"name": "permuted_dcd"}],
    "protocol_titles": {"own": "SCD tuned"}})");
  const Config config = parse_config(json, "x.json");
  CHECK(config.methods[0].protocols == std::vector<std::string>{"own", "all-tuned"});
  CHECK(config.methods[0].variant.empty());
  CHECK(config.methods[1].protocols == std::vector<std::string>{"all-tuned"});
  CHECK(config.methods[2].protocols.empty());
  const Json written = to_json(config);
  CHECK(written["methods"][0]["protocols"] == Json{"own", "all-tuned"});
  CHECK(config.protocol_titles == std::map<std::string, std::string>{{"own", "SCD tuned"}});
  CHECK(written["protocol_titles"] == json["protocol_titles"]);
  CHECK_FALSE(written["methods"][2].contains("protocols"));
  CHECK(to_json(parse_config(written, "x.json")) == written);
}

TEST_CASE("a method for one of several losses or regularisers is refused with the way out") {
  Json json = Json::parse(R"({"name": "x", "datasets": "a9a", "loss": ["hinge", "squared_hinge", "logistic"],
    "regularizer": "l2", "methods": {"name": "permuted_dcd"}})");
  CHECK_THROWS_WITH(
      parse_config(json, "x.json"),
      ContainsSubstring("permuted_dcd does not solve logistic + l2; it solves ") &&
          ContainsSubstring("; \"loss\": [\"hinge\",\"squared_hinge\"] in its entry keeps it to"));
  json["loss"] = "hinge";
  json["regularizer"] = {"l1", "l2"};
  CHECK_THROWS_WITH(parse_config(json, "x.json"),
                    ContainsSubstring("; \"regularizer\": \"l2\" in its entry"));
  json["regularizer"] = "l1";
  CHECK_THROWS_WITH(parse_config(json, "x.json"), !ContainsSubstring("entry"));
}
