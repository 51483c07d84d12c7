// Errors in a configuration are reported with their place and the expected value.

#include <algorithm>

#include "experiments/config/config.hpp"
#include "tests/support/wrong_inputs.hpp"

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
  return test::error_after<ConfigError>("configs/x.json: ", [&] { parse_config(json, "configs/x.json"); });
}

}  // namespace

TEST_CASE("a wrong configuration is refused with its place and what would be right") {
  test::check_wrong_inputs("tests/experiments/config/wrong_configurations.txt", right(), message_for);
}

TEST_CASE("an unknown method is answered with all that there are") {
  Json json = right();
  json["methods"][0]["name"] = "newton";
  for (const Method* method : methods()) CHECK_THAT(message_for(json), ContainsSubstring(method->name));
}

TEST_CASE("a wrong value of any option is answered with what is allowed") {
  for (const Method* method : methods()) {
    for (const Option& option : method->options) {
      Json json = right();
      json["loss"] = name_of(method->solves.front().loss);
      json["regularizer"] = name_of(method->solves.front().regularizer);
      json["methods"] = Json::array({Json{{"name", method->name}, {option.name, "no such word"}}});
      CHECK(message_for(json) ==
            "/methods/0/" + option.name + ": must be " + allowed_values(option) + ", got \"no such word\"");
    }
  }
}

TEST_CASE("a missing key is named") {
  for (const char* key : {"name", "datasets", "loss", "regularizer", "methods"}) {
    Json json = right();
    json.erase(key);
    CHECK(message_for(json) == std::string("/: the key \"") + key + "\" is missing");
  }
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
    CHECK(message_for(json) == each.message);
  }
}
