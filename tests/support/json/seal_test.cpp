#include "support/json/seal.hpp"

#include <limits>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"

using namespace descent;

TEST_CASE("a seal holds whatever is written and read again, and breaks with any value") {
  Json object{{"z", {1, -0.0, 0.1, 1e300, 5e-324, 0.1 + 0.2}}, {"a", {{"text", "λ"}, {"none", nullptr}}}};
  object["large"] = std::numeric_limits<std::uint64_t>::max();
  object["lost"] = infinity;  // null in a file
  object["bytes"] = "\xff";
  const auto written = [](const Json& json) {
    return json.dump(1, ' ', false, Json::error_handler_t::replace);
  };
  const Json whole = Json::parse(written(sealed(object)));
  CHECK_NOTHROW(require_seal(whole, "x.json"));
  CHECK(sealed(whole) == whole);
  const Json values = whole.flatten();
  for (const auto& [place, value] : values.items()) {
    CAPTURE(place);
    Json changed = whole;
    changed[Json::json_pointer(place)] = "another";
    CHECK_THROWS_WITH(require_seal(changed, "x.json"), StartsWith("x.json: is damaged: "));
    CHECK_THROWS_AS(require_seal(changed, "x.json"), DamagedJson);
  }
  Json longer = whole;
  longer["more"] = 1;
  CHECK_THROWS_AS(require_seal(longer, "x.json"), DamagedJson);
  CHECK_THROWS_WITH(require_seal(object, "x.json"), EndsWith("x.json: is damaged: it has no \"seal\""));
  CHECK_THROWS_AS(require_seal(Json::array(), "x.json"), DamagedJson);
}
