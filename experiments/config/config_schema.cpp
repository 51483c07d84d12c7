#include "experiments/config/config_schema.hpp"

#include "experiments/config/config.hpp"

namespace descent {

namespace {

Json schema_of(const Option& option) {
  Json alternatives = Json::array();
  if (option.range) {
    Json number = {{"type", option.range->integer ? "integer" : "number"}};
    if (std::isfinite(option.range->lower)) {
      number[option.range->lower_allowed ? "minimum" : "exclusiveMinimum"] = option.range->lower;
    }
    if (std::isfinite(option.range->upper)) number["maximum"] = option.range->upper;
    alternatives.push_back(std::move(number));
  }
  if (!option.words.empty()) alternatives.push_back({{"enum", option.words}});
  if (std::holds_alternative<bool>(option.default_value)) alternatives.push_back({{"type", "boolean"}});
  Json schema = alternatives.size() == 1 ? alternatives.front() : Json{{"oneOf", alternatives}};
  schema["description"] = option.description;
  schema["default"] = to_json(option.default_value);
  return schema;
}

Json schema_of(const Method& method, const Json& loss_schema, const Json& regularizer_schema) {
  Json properties = {{"name", {{"const", method.name}, {"description", method.source}}},
                     {"label", {{"type", "string"}, {"description", "name in legends"}}},
                     {"loss", loss_schema},
                     {"regularizer", regularizer_schema}};
  properties["loss"]["description"] = "only on these of the configuration's losses";
  properties["regularizer"]["description"] = "only on these of the configuration's regularizers";
  const Json name = {{"type", "string"}};
  properties["datasets"] = {{"oneOf", {name, {{"type", "array"}, {"minItems", 1}, {"items", name}}}},
                            {"description", "only on these of the configuration's datasets"}};
  for (const Option& option : method.options) properties[option.name] = schema_of(option);
  return {{"type", "object"},
          {"title", method.title},
          {"required", {"name"}},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

}  // namespace

Json config_schema() {
  Json properties = Json::object();
  Json required = Json::array();
  for (const ConfigKey& key : config_keys()) {
    properties[key.name] = key.schema;
    properties[key.name]["description"] = key.description;
    if (key.required) required.push_back(key.name);
  }
  Json method_schemas = Json::array();
  for (const Method* method : methods())
    method_schemas.push_back(schema_of(*method, properties["loss"], properties["regularizer"]));
  const Json method = {{"$ref", "#/definitions/method"}};
  properties["methods"]["oneOf"] = {method, {{"type", "array"}, {"minItems", 1}, {"items", method}}};
  return {{"$schema", "http://json-schema.org/draft-07/schema#"},
          {"title", "descent configuration"},
          {"type", "object"},
          {"required", std::move(required)},
          {"properties", std::move(properties)},
          {"additionalProperties", false},
          {"definitions", {{"method", {{"oneOf", std::move(method_schemas)}}}}}};
}

}  // namespace descent
