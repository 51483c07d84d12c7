#pragma once

#include <string>
#include <vector>

#include "support/json/json_place.hpp"
#include "tests/support/error_of.hpp"

namespace descent::test {

/// Error of `parse(json, "configs/x.json")`, or "accepted".
template <class Parse>
std::string violation_of(const Parse& parse, const Json& json) {
  return error_of<ConfigError>([&] { parse(json, "configs/x.json"); });
}

/// A change that makes a configuration wrong, and its message.
struct Wrong {
  std::string pointer;
  std::string value;
  std::string message;  ///< after "configs/x.json: "
};

/// Checks that `right` is accepted, and rejected with the message after each change.
template <class Parse>
void check_wrong(const Parse& parse, const Json& right, const std::vector<Wrong>& cases) {
  REQUIRE(violation_of(parse, right) == "accepted");
  for (const Wrong& wrong : cases) {
    Json json = right;
    json[Json::json_pointer(wrong.pointer)] = Json::parse(wrong.value);
    const std::string expected = "configs/x.json: " + wrong.message;
    CAPTURE(wrong.pointer, wrong.value);
    CHECK(violation_of(parse, json).substr(0, expected.size()) == expected);
  }
}

}  // namespace descent::test
