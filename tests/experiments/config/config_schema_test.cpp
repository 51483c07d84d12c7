// The JSON Schema of configurations agrees with the reader.

#include <cmath>
#include <regex>
#include <set>

#include "experiments/config/config.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/file_text.hpp"

using namespace descent;
using namespace descent::test;

namespace {

bool is_within(const Json& schema, double number) {
  return !(schema.contains("minimum") && number < schema["minimum"].get<double>()) &&
         !(schema.contains("exclusiveMinimum") && number <= schema["exclusiveMinimum"].get<double>()) &&
         !(schema.contains("maximum") && number > schema["maximum"].get<double>());
}

/// True if the schema allows the value; knows the words of JSON Schema that our schema uses.
bool fits(const Json& schema, const Json& value, const Json& root) {
  const auto all_fit = [&] {
    for (const auto& member : value.items()) {
      const Json* of = schema.contains("additionalProperties") ? &schema["additionalProperties"] : nullptr;
      if (schema.contains("patternProperties")) {
        for (const auto& [pattern, of_pattern] : schema["patternProperties"].items()) {
          if (std::regex_match(member.key(), std::regex(pattern))) of = &of_pattern;
        }
      }
      if (schema.contains("properties") && schema["properties"].contains(member.key()))
        of = &schema["properties"][member.key()];
      if (value.is_array()) of = &schema["items"];
      if (of == nullptr || !of->is_object() || !fits(*of, member.value(), root)) return false;
    }
    return true;
  };
  if (schema.contains("$ref")) return fits(root["definitions"]["method"], value, root);
  if (schema.contains("oneOf")) {
    const Json& alternatives = schema["oneOf"];
    return std::ranges::count_if(alternatives, [&](const Json& each) { return fits(each, value, root); }) ==
           1;
  }
  if (schema.contains("const")) return value == schema["const"];
  if (schema.contains("enum")) {
    const auto allowed = schema["enum"].get<std::vector<Json>>();
    return std::ranges::find(allowed, value) != allowed.end();
  }
  const std::string type = schema["type"];
  if (type == "boolean") return value.is_boolean();
  if (type == "string")
    return value.is_string() &&
           (!schema.contains("pattern") ||
            std::regex_match(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>()))) &&
           value.get<std::string>().size() >= schema.value("minLength", 0u) &&
           value.get<std::string>().size() <= schema.value("maxLength", 1'000'000u);
  if (type == "array") {
    if (!value.is_array() || value.size() < schema["minItems"] || value.size() > schema["maxItems"])
      return false;
    return std::set<Json>(value.begin(), value.end()).size() == value.size() && all_fit();
  }
  if (type == "object") {
    if (!value.is_object() || value.size() < schema.value("minProperties", 0u)) return false;
    for (const Json& key : schema.value("required", Json::array())) {
      if (!value.contains(key.get<std::string>())) return false;
    }
    return all_fit();
  }
  if (!value.is_number()) return false;
  const double number = value;
  return is_within(schema, number) && (type == "number" || number == std::floor(number));
}

/// Values of every type, on both sides of every bound, and some that keys accept.
std::vector<Json> values() {
  std::vector<Json> all = Json::parse(R"json([
    null, true, false, -1, 0, 0.5, 1, 1.5, 2, 3, 50, 1000, 1001, 10000, 10001, 20000, 999999, 1000000, 1e6, 1e9, 1e10,
    2147483647, 2147483648, "", "x", "x y", "default", "gallery", "1/m", "0.5/m^2", "0/m", "1/n", "mean", "sum", "float", "l2", "logistic",
    [], [1], [0, 999999], [1000000], [1, 1], [-1], ["x"], ["x", "x"], ["1/m", 0.5], [{"C": 2}], {}, {"default": 2},
    {"default": 0}, {"d": 2}, {"default": 2, "d": 1e10}, {"default": 2, "d": 1}, {"C": 1}, {"C": 0}, {"c": 1},
    {"file": "f", "title": "t u"}, {"file": "f"}, {"file": "", "title": "t"}, {"file": "f", "title": "a,b"},
    {"file": "f", "title": "default"}, {"budget_share": 0.5, "seeds": 1000}, {"budget_share": 0}, {"budget_share": 1.5}, {"seeds": 0},
    {"seeds": 1001}, {"seed": 1}, "balanced", {"1": 2}, {"-1": 0, "+1": 0.5}, {"1": -1}, {"1": "x"},
    {"name": "d", "rows": 5}, {"name": "d"}, {"name": "d", "rows": 0}, {"name": "d/e", "rows": 5},
    {"name": "d", "rows": 5, "title": "t"}, {"file": "f", "rows": 5, "title": "t"}, {"file": "f", "rows": 5},
    {"name": "d", "file": "f", "rows": 5, "title": "t"}, {"name": "default", "rows": 5},
    {"name": "d", "attributes": [1, 3]}, {"name": "d", "attributes": 2, "rows": 5}, {"name": "d", "attributes": []},
    {"name": "d", "attributes": [3, 3]}, {"name": "d", "attributes": [0]}, {"name": "d", "attributes": [1.5]},
    {"file": "f", "title": "t", "attributes": [1]}, {"name": "d", "attributes": [1], "title": "t"},
    {"file": "f", "title": "t", "class_weights": "balanced"}, {"file": "f", "title": "t", "row_weights": ""},
    {"file": "f", "title": "t", "row_weights": "w", "class_weights": {"2.5e1": 3}}, {"name": "tron"}, {"name": "newton"}, [{"name": "tron", "step": "?"}]
  ])json");
  all.push_back(std::vector<int>(10'001, 1));
  for (const std::size_t length : {100, 101, 1'000, 1'001}) all.push_back(std::string(length, 'x'));
  return all;
}

/// A configuration to which the key can be added.
Json base(const std::string& key) {
  const bool is_regression = key == "epsilon";
  return {{"name", "x"},
          {"datasets", {"d"}},
          {"loss", is_regression ? "squared_epsilon_insensitive" : "logistic"},
          {"regularizer", "l2"},
          {"methods", {{{"name", is_regression ? "tron" : "proximal_newton"}}}},
          {"bias", 1}};
}

}  // namespace

TEST_CASE("configs/schema.json is what descent list keys --schema prints") {
  INFO("`cmake --build build --target documents` makes it anew");
  const bool up_to_date = file_text("configs/schema.json") == config_schema().dump(2) + "\n";
  CHECK(up_to_date);
}

TEST_CASE("schema and reader take and refuse the same values of every key") {
  const Json schema = config_schema();
  CHECK(schema["additionalProperties"] == false);
  REQUIRE(schema["properties"].size() == config_keys().size());
  for (const auto& key : config_keys()) {
    CHECK(schema["properties"][key.name]["description"] == key.description);
    const auto needed = schema["required"].get<std::vector<std::string>>();
    CHECK((std::ranges::find(needed, key.name) != needed.end()) == key.is_required);
    // Values of these keys depend on each other.
    const bool is_problem = key.name == "loss" || key.name == "regularizer" || key.name == "methods" ||
                            key.name == "protocol_titles";
    std::size_t taken = 0;
    for (const Json& value : values()) {
      Json config = base(key.name);
      config[key.name] = value;
      const std::string answer = test::error_of<ConfigError>([&] { parse_config(config, "x"); });
      const bool is_allowed = fits(schema["properties"][key.name], value, schema);
      CAPTURE(key.name, value.dump().substr(0, 100), answer);
      if (is_allowed) ++taken;
      if (!is_allowed || !is_problem) CHECK((answer == "accepted") == is_allowed);
    }
    CHECK(taken > 0);
  }
}

TEST_CASE("schema and reader take and refuse the same values of every option of every method") {
  const Json schema = config_schema();
  REQUIRE(schema["definitions"]["method"]["oneOf"].size() == methods().size() + 1);  // and any program
  for (const Method* method : methods()) {
    Json config = base("");
    config["loss"] = name_of(method->solves.front().loss);
    config["regularizer"] = name_of(method->solves.front().regularizer);
    config["methods"] = {{"name", method->name}};
    REQUIRE(fits(schema["properties"]["methods"], config["methods"], schema));
    for (const Option& option : method->options) {
      std::vector<Json> tried = values();
      tried.insert(tried.end(), option.words.begin(), option.words.end());
      if (option.range) {
        for (const double bound : {option.range->lower, option.range->upper}) {
          if (std::isfinite(bound)) tried.insert(tried.end(), {bound - 1, bound, bound + 1});
        }
      }
      for (const Json& value : tried) {
        Json changed = config;
        changed["methods"][option.name] = value;
        const std::string answer = test::error_of<ConfigError>([&] { parse_config(changed, "x"); });
        CAPTURE(method->name, option.name, value.dump().substr(0, 100), answer);
        // An allowed value may not suit the problem, or have no effect there.
        const bool is_refused_value = answer.find("/" + option.name + ": must be ") != std::string::npos;
        CHECK(fits(schema["properties"]["methods"], changed["methods"], schema) == !is_refused_value);
      }
    }
  }
}
