// JSON Schema of the entries of "methods" (method_entries.hpp).

#include <fmt/format.h>

#include <cmath>

#include "experiments/config/method_entries.hpp"
#include "solvers/contract/option_json.hpp"
#include "solvers/program/described_program.hpp"

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

/// Keys that every entry may have.
Json common_properties() {
  const auto only = [](Json schema, const std::string& what) {
    schema["description"] = fmt::format("only on these of the configuration's {}", what);
    return schema;
  };
  Json label = shown_text().schema;
  label["description"] = "name in legends";
  Json protocols = protocol_names().schema;
  protocols["description"] = "takes part under these protocols alone, each of which has figures of its own";
  return {{"label", std::move(label)},
          {"protocols", std::move(protocols)},
          {"loss", only(kinds_among("loss", losses()).schema, "losses")},
          {"regularizer", only(kinds_among("regularizer", regularizers()).schema, "regularizers")},
          {"datasets", only(one_or_more_of(any_text().schema, most_datasets), "datasets")}};
}

Json entry_schema(std::string_view title, const Json& required_keys, Json properties,
                  const std::vector<Option>& options) {
  properties.update(common_properties());
  for (const Option& option : options) properties[option.name] = schema_of(option);
  return {{"type", "object"},
          {"title", title},
          {"required", required_keys},
          {"properties", std::move(properties)},
          {"additionalProperties", false}};
}

Json schema_of(const Method& method) {
  return entry_schema(method.title, {"name"},
                      {{"name", {{"const", method.name}, {"description", method.source}}}}, method.options);
}

/// Schema of an external program, which alone knows what "set" may contain.
Json schema_of_program() {
  return entry_schema(
      "a program in any language", {"name", "program"},
      {{"name", {{"const", program_method}, {"description", "docs/programs.md"}}},
       {"program",
        {{"type", "string"},
         {"description", "its path, relative to this file, or else to the current directory"}}},
       {"set", {{"type", "object"}, {"description", "options that the program describes"}}}},
      options_of_every_program());
}

}  // namespace

Json method_schema() {
  Json schemas = Json::array();
  for (const Method* method : methods()) schemas.push_back(schema_of(*method));
  schemas.push_back(schema_of_program());
  return {{"oneOf", std::move(schemas)}};
}

}  // namespace descent
