#include "experiments/config/config_schema.hpp"

#include <fstream>
#include <iterator>

#include "experiments/config/config.hpp"
#include "tests/catch.hpp"

using namespace descent;

namespace {

/// The schema of a method's entry.
Json method_schema(const Json& schema, const std::string& name) {
  for (const Json& each : schema["definitions"]["method"]["oneOf"]) {
    if (each["properties"]["name"]["const"] == name) return each;
  }
  return nullptr;
}

/// The alternatives of a value: a schema of one stands alone.
std::vector<Json> alternatives(const Json& schema) {
  if (!schema.contains("oneOf")) return {schema};
  return schema["oneOf"].get<std::vector<Json>>();
}

}  // namespace

TEST_CASE("configs/schema.json is what descent list config-schema writes") {
  std::ifstream stream("configs/schema.json", std::ios::binary);
  REQUIRE(stream);
  const std::string stored{std::istreambuf_iterator<char>(stream), {}};
  INFO("`cmake --build build --target documents` makes it anew");
  const bool up_to_date = stored == config_schema().dump(2) + "\n";
  CHECK(up_to_date);
}

TEST_CASE("the schema has every key of a configuration and no others") {
  const Json schema = config_schema();
  CHECK(schema["additionalProperties"] == false);
  CHECK(schema["properties"].size() == config_keys().size());
  std::size_t required = 0;
  for (const ConfigKey& key : config_keys()) {
    CAPTURE(key.name);
    REQUIRE(schema["properties"].contains(key.name));
    CHECK(schema["properties"][key.name]["description"] == key.description);
    const auto& names = schema["required"];
    CHECK((std::find(names.begin(), names.end(), key.name) != names.end()) == key.required);
    required += key.required ? 1 : 0;
  }
  CHECK(required == schema["required"].size());
  CHECK(alternatives(schema["properties"]["loss"])[0]["enum"].size() == losses().size());
}

TEST_CASE("the schema has every option of every method with its bounds, words and default") {
  const Json schema = config_schema();
  CHECK(schema["definitions"]["method"]["oneOf"].size() == methods().size());
  for (const Method* method : methods()) {
    const Json entry = method_schema(schema, method->name);
    CAPTURE(method->name);
    REQUIRE(entry.is_object());
    CHECK(entry["required"] == Json::array({"name"}));
    CHECK(entry["additionalProperties"] == false);
    CHECK(entry["properties"].size() ==
          method->options.size() + 5);  // and name, label, loss, regularizer, datasets
    for (const Option& option : method->options) {
      CAPTURE(option.name);
      REQUIRE(entry["properties"].contains(option.name));
      const Json& described = entry["properties"][option.name];
      CHECK(described["description"] == option.description);
      std::visit([&](const auto& default_value) { CHECK(described["default"] == Json(default_value)); },
                 option.default_value);
      int numbers = 0;
      int words = 0;
      int flags = 0;
      for (const Json& each : alternatives(described)) {
        if (each.contains("enum")) {
          ++words;
          CHECK(each["enum"] == Json(option.words));
        } else if (each["type"] == "boolean") {
          ++flags;
        } else {
          ++numbers;
          REQUIRE(option.range);
          CHECK(each["type"] == (option.range->integer ? "integer" : "number"));
          const char* const lower = option.range->lower_allowed ? "minimum" : "exclusiveMinimum";
          CHECK(each.contains(lower) == std::isfinite(option.range->lower));
          if (each.contains(lower)) CHECK(each[lower] == option.range->lower);
          CHECK(each.contains("maximum") == std::isfinite(option.range->upper));
          if (each.contains("maximum")) CHECK(each["maximum"] == option.range->upper);
        }
      }
      CHECK(numbers == (option.range ? 1 : 0));
      CHECK(words == (option.words.empty() ? 0 : 1));
      CHECK(flags == (std::holds_alternative<bool>(option.default_value) ? 1 : 0));
    }
  }
}
