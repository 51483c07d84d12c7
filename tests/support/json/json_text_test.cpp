#include "support/json/read_json.hpp"

#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("outer levels of JSON have a line a member, deeper ones are in one line") {
  const Json value{{"a", {{1, 0.5}, {2, nullptr}}}, {"b", {{"c", "λ"}}}, {"empty", Json::array()}, {"d", 3}};
  CHECK(json_text_in_lines(value, 2) == R"({
 "a": [
  [1,0.5],
  [2,null]
 ],
 "b": {
  "c": "λ"
 },
 "d": 3,
 "empty": []
})");
  CHECK(json_text_in_lines(value, 0) == json_text(value));
  for (int levels = 0; levels < 5; ++levels) CHECK(Json::parse(json_text_in_lines(value, levels)) == value);
}
