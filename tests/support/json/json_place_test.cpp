#include "support/json/json_place.hpp"

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

/// The complaint about a file of this text, without the file's folder.
std::string complaint_about(const std::string& text) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("x.json", text);
  try {
    read_json(path);
  } catch (const ConfigError& error) {
    const std::string message = error.what();
    CHECK(message.starts_with(path.string()));
    return message.substr(folder.path().string().size() + 1);
  }
  return "no complaint";
}

template <class Read>
std::string complaint_of(Read read) {
  try {
    read();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "no complaint";
}

}  // namespace

TEST_CASE("text that is not JSON is told by line and column") {
  CHECK_THAT(complaint_about("{\n  \"name\": \"x\",\n  \"seeds\": }\n"),
             ContainsSubstring("x.json: not JSON: parse error at line 3, column 12"));
  CHECK_THAT(complaint_about("{\"a\": 1} x"),
             ContainsSubstring("x.json: not JSON: parse error at line 1, column 10"));
  CHECK_THAT(complaint_about("{\"a\": [1, 2"),
             ContainsSubstring("not JSON: parse error at line 1, column 12"));
  CHECK_THAT(complaint_about(""), ContainsSubstring("not JSON: parse error at line 1, column 1"));
  CHECK_THAT(complaint_about("{\"a\": 'x'}"), ContainsSubstring("line 1, column 7"));
}

TEST_CASE("a number that no double holds is not read as infinity") {
  CHECK_THAT(complaint_about("{\"a\": 1e400}"),
             ContainsSubstring("x.json: /a: not JSON: ") && ContainsSubstring("1e400"));
}

TEST_CASE("a file that is not there is told by name") {
  const test::TemporaryFolder folder;
  CHECK(complaint_of([&] { read_json(folder.path() / "none.json"); }) ==
        (folder.path() / "none.json").string() + ": cannot be opened");
}

TEST_CASE("a folder is no JSON file") {
  const test::TemporaryFolder folder;
  CHECK(complaint_of([&] { read_json(folder.path()); }) ==
        folder.path().string() + ": is a folder, not a JSON file");
}

TEST_CASE("a complaint about bytes that are not UTF-8 is a complaint all the same") {
  const Json bytes = "a\xff";
  CHECK(complaint_of([&] { JsonPlace("c.json", bytes).number(); }) ==
        "c.json: /: must be a number, got \"a\xef\xbf\xbd\"");
  const Json discarded = Json::parse("abc", nullptr, false);
  CHECK(complaint_of([&] { JsonPlace("c.json", discarded).number(); }) == "c.json: /: must be a number");
}

TEST_CASE("a key that stands twice in one object is refused, in two objects it is not") {
  CHECK(complaint_about(R"({"step": 1, "b": {"step": 2}, "c": [{"step": 3}]})") == "no complaint");
  CHECK(complaint_about(R"({"step": 1, "b": 2, "step": 1})") ==
        "x.json: /step: the key \"step\" stands twice in one object");
  CHECK(complaint_about(R"({"a": [{"b": 1}, {"b": 1, "b": 2}]})") ==
        "x.json: /a/1/b: the key \"b\" stands twice in one object");
}

TEST_CASE("every complaint names the JSON path and what stands there") {
  const Json json =
      Json::parse(R"({"methods": [{"step": -1}, {"step": "fast"}], "seeds": 1.5, "flag": 1, "none": []})");
  const JsonPlace place("c.json", json);
  CHECK(complaint_of([&] { place.at("methods").elements()[0].at("step").positive(); }) ==
        "c.json: /methods/0/step: must be a number > 0, got -1");
  CHECK(complaint_of([&] { place.at("methods").elements()[1].at("step").number(); }) ==
        "c.json: /methods/1/step: must be a number, got \"fast\"");
  CHECK(complaint_of([&] {
          place.at("methods").text();
        }).starts_with("c.json: /methods: must be a text, got [{"));
  CHECK(complaint_of([&] { place.at("seeds").integer(1, 9); }) ==
        "c.json: /seeds: must be a whole number from 1 to 9, got 1.5");
  CHECK(complaint_of([&] { place.at("flag").flag(); }) == "c.json: /flag: must be true or false, got 1");
  CHECK(complaint_of([&] { place.at("flag").integer(2, 3); }) ==
        "c.json: /flag: must be a whole number from 2 to 3, got 1");
  CHECK(complaint_of([&] { place.at("flag").elements(); }) == "c.json: /flag: must be an array, got 1");
  CHECK(complaint_of([&] { place.at("flag").find("x"); }) == "c.json: /flag: must be an object, got 1");
  CHECK(complaint_of([&] { place.at("none").elements(1); }) == "c.json: /none: must have at least 1 element");
  CHECK(complaint_of([&] { place.at("name"); }) == "c.json: /: the key \"name\" is missing");
}

TEST_CASE("what is right is handed out") {
  const Json json = Json::parse(R"({"t": "x", "b": true, "n": -0.5, "i": 3, "whole": 3.0, "list": [1, 2]})");
  const JsonPlace place("c.json", json);
  CHECK(place.at("t").text() == "x");
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
  const std::string message = complaint_of([&] {
    JsonPlace("c.json", json).at("inner").allow_keys({"seed", "name"});
  });
  CHECK_THAT(message, ContainsSubstring("c.json: /inner/sed: unknown key \"sed\", did you mean 'seed'?"));
  CHECK_THAT(message, ContainsSubstring("known are seed, name"));
}
