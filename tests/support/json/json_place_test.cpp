#include "support/json/json_place.hpp"

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
  const Json json = Json::parse(
      R"({"methods": [{"step": -1}, {"step": "fast"}], "seeds": 1.5, "flag": 1, "none": [], "blank": ""})");
  const JsonPlace place("c.json", json);
  CHECK(test::error_of<ConfigError>([&] { place.at("methods").elements()[0].at("step").positive(); }) ==
        "c.json: /methods/0/step: must be a number > 0, got -1");
  CHECK(test::error_of<ConfigError>([&] { place.at("methods").elements()[1].at("step").number(); }) ==
        "c.json: /methods/1/step: must be a number, got \"fast\"");
  CHECK(test::error_of<ConfigError>([&] {
          place.at("methods").text();
        }).starts_with("c.json: /methods: must be a text, got [{"));
  CHECK(test::error_of<ConfigError>([&] { place.at("blank").nonempty_text(); }) ==
        "c.json: /blank: must not be empty");
  CHECK(test::error_of<ConfigError>([&] { place.at("seeds").integer(1, 9); }) ==
        "c.json: /seeds: must be a whole number from 1 to 9, got 1.5");
  CHECK(test::error_of<ConfigError>([&] { place.at("flag").flag(); }) ==
        "c.json: /flag: must be true or false, got 1");
  CHECK(test::error_of<ConfigError>([&] { place.at("flag").integer(2, 3); }) ==
        "c.json: /flag: must be a whole number from 2 to 3, got 1");
  CHECK(test::error_of<ConfigError>([&] { place.at("flag").elements(); }) ==
        "c.json: /flag: must be an array, got 1");
  CHECK(test::error_of<ConfigError>([&] { place.at("flag").find("x"); }) ==
        "c.json: /flag: must be an object, got 1");
  CHECK(test::error_of<ConfigError>([&] { place.at("none").elements(1); }) ==
        "c.json: /none: must have at least 1 element");
  CHECK(test::error_of<ConfigError>([&] { place.at("name"); }) == "c.json: /: the key \"name\" is missing");
}

TEST_CASE("what is right is handed out") {
  const Json json = Json::parse(R"({"t": "x", "b": true, "n": -0.5, "i": 3, "whole": 3.0, "list": [1, 2]})");
  const JsonPlace place("c.json", json);
  CHECK(place.at("t").text() == "x");
  CHECK(place.at("t").nonempty_text() == "x");
  CHECK(place.at("b").flag());
  CHECK(place.at("n").number() == -0.5);
  CHECK(place.at("i").integer(3, 3) == 3);
  CHECK(place.at("whole").integer(0, 5) == 3);
  CHECK(place.at("list").elements(2).size() == 2);
  CHECK_FALSE(place.find("none"));
  CHECK(place.keys() == std::vector<std::string>{"b", "i", "list", "n", "t", "whole"});
}

TEST_CASE("an unknown key is refused with the known ones and the nearest") {
  const Json json = Json::parse(R"({"inner": {"sed": 1}})");
  const std::string message = test::error_of<ConfigError>([&] {
    JsonPlace("c.json", json).at("inner").allow_keys({"seed", "name"});
  });
  CHECK_THAT(message, ContainsSubstring("c.json: /inner/sed: unknown key \"sed\", did you mean 'seed'?"));
  CHECK_THAT(message, ContainsSubstring("known are seed, name"));
}
