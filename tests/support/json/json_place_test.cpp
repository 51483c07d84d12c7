#include "support/json/json_place.hpp"

#include <functional>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/error_of.hpp"

using namespace descent;

TEST_CASE("a complaint about bytes that are not UTF-8 is a complaint all the same") {
  const Json bytes = "a\xff";
  CHECK(test::error_of<ConfigError>([&] { JsonPlace("c.json", bytes).number(); }) ==
        "c.json: /: must be a number, got \"a\xef\xbf\xbd\"");
  const Json discarded = Json::parse("abc", nullptr, false);
  CHECK(test::error_of<ConfigError>([&] { JsonPlace("c.json", discarded).number(); }) ==
        "c.json: /: must be a number");
}

TEST_CASE("every complaint names the JSON path and what stands there") {
  const Json json = Json::parse(R"({"methods": [{"step": -1}, {"step": "fast"}], "seeds": 1.5, "flag": 1,
                                    "none": [], "blank": "", "loss": "hing", "large": 9007199254740994.0})");
  const JsonPlace place("c.json", json);
  struct Complaint {
    const char* key;
    std::function<void(const JsonPlace&)> read;
    const char* message;
  };
  for (const auto& [key, read, message] : std::vector<Complaint>{
           {"methods", [](auto& p) { p.elements()[0].at("step").positive(); },
            "/methods/0/step: must be a number > 0, got -1"},
           {"methods", [](auto& p) { p.elements()[1].at("step").number(); },
            "/methods/1/step: must be a number, got \"fast\""},
           {"methods", [](auto& p) { p.text(); }, "/methods: must be a text, got [{"},
           {"blank", [](auto& p) { p.nonempty_text(); }, "/blank: must not be empty"},
           {"seeds", [](auto& p) { p.integer(1, 9); }, "/seeds: must be a whole number from 1 to 9, got 1.5"},
           {"large", [](auto& p) { p.integer(1, 1L << 60); }, "/large: must be a whole number from 1 to "},
           {"flag", [](auto& p) { p.flag(); }, "/flag: must be true or false, got 1"},
           {"flag", [](auto& p) { p.integer(2, 3); }, "/flag: must be a whole number from 2 to 3, got 1"},
           {"flag", [](auto& p) { p.elements(); }, "/flag: must be an array, got 1"},
           {"flag", [](auto& p) { p.find("x"); }, "/flag: must be an object, got 1"},
           {"none", [](auto& p) { p.elements(1); }, "/none: must have at least 1 element"},
           {"loss", [](auto& p) { p.fail_unknown("loss", {"hinge"}); },
            "/loss: unknown loss \"hing\", did you mean 'hinge'?"},
           {"name", [](auto&) {}, "/: the key \"name\" is missing"}})
    CHECK_THAT(test::error_of<ConfigError>([&, read = read, key = key] { read(place.at(key)); }),
               StartsWith(std::string("c.json: ") + message));
}

TEST_CASE("what is right is handed out") {
  const Json json = Json::parse(R"({"t": "x", "b": true, "n": -0.5, "i": 3, "whole": 3.0, "list": [1, 2],
                                    "large": 9007199254740992.0})");
  const JsonPlace place("c.json", json);
  CHECK(place.at("t").text() == "x");
  CHECK(place.at("t").nonempty_text() == "x");
  CHECK(place.at("b").flag());
  CHECK(place.at("n").number() == -0.5);
  CHECK(place.at("i").integer(3, 3) == 3);
  CHECK(place.at("whole").integer(0, 5) == 3);
  CHECK(place.at("large").integer(0, 1L << 60) == 1L << 53);
  CHECK(place.at("list").elements(2).size() == 2);
  CHECK_FALSE(place.find("none"));
  CHECK(place.keys() == std::vector<std::string>{"b", "i", "large", "list", "n", "t", "whole"});
}

TEST_CASE("an unknown key is refused with the known ones and the nearest") {
  const Json json = Json::parse(R"({"inner": {"sed": 1}})");
  const std::string message = test::error_of<ConfigError>([&] {
    JsonPlace("c.json", json).at("inner").allow_keys({"seed", "name"});
  });
  CHECK_THAT(message, ContainsSubstring("c.json: /inner/sed: unknown key \"sed\", did you mean 'seed'?"));
  CHECK_THAT(message, ContainsSubstring("known are seed, name"));
}
