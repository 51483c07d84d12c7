#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "support/records/field_values.hpp"

namespace descent {

/// A key of a configuration, or of an object in one. Tables of keys define reading, JSON Schema, `descent
/// list` and writing, in their order. A key may depend on keys before it.
template <class Target>
struct ConfigKey {
  std::string name;
  std::string description;
  bool is_required = false;
  Json schema;  ///< of its value
  std::function<void(const JsonPlace& value, Target&)> read;
  std::function<Json(const Target&)> write = {};  ///< null result or no function: the key is left out
};

constexpr bool required = true;
constexpr bool optional = false;

/// A key whose value is stored in a member.
template <class Target, class Value, class Member>
ConfigKey<Target> member_key(std::string name, std::string description, bool is_required,
                             ValueKind<Value> kind, Member Target::*member) {
  return {std::move(name),
          std::move(description),
          is_required,
          std::move(kind.schema),
          [read = std::move(kind.read), member](const JsonPlace& value, Target& target) {
            target.*member = static_cast<Member>(read(value));
          },
          [member](const Target& target) { return Json(target.*member); }};
}

/// Adds a check to a key whose value depends on more than itself; `check` fails at the value.
template <class Target, class Check>
ConfigKey<Target> checked(ConfigKey<Target> key, Check check) {
  key.read = [read = std::move(key.read), check](const JsonPlace& value, Target& target) {
    read(value, target);
    check(value, target);
  };
  return key;
}

/// A key whose value is an object with keys of the same target.
template <class Target>
ConfigKey<Target> object_key(std::string name, std::string description, std::vector<ConfigKey<Target>> keys) {
  Json schema = object_schema(keys);
  return {std::move(name),
          std::move(description),
          optional,
          std::move(schema),
          [keys](const JsonPlace& value, Target& target) { read_keys(value, keys, target); },
          [keys](const Target& target) { return write_keys(keys, target); }};
}

/// Reads an object. Throws ConfigError for a missing or unknown key.
template <class Target>
void read_keys(const JsonPlace& place, const std::vector<ConfigKey<Target>>& keys, Target& target) {
  std::vector<std::string> known;
  for (const ConfigKey<Target>& key : keys) known.push_back(key.name);
  place.allow_keys(known);
  for (const ConfigKey<Target>& key : keys) {
    if (key.is_required)
      key.read(place.at(key.name), target);
    else if (const auto value = place.find(key.name))
      key.read(*value, target);
  }
}

/// The object with all defaults.
template <class Target>
Json write_keys(const std::vector<ConfigKey<Target>>& keys, const Target& target) {
  Json json = Json::object();
  for (const ConfigKey<Target>& key : keys) {
    Json value = key.write ? key.write(target) : Json();
    if (!value.is_null()) json[key.name] = std::move(value);
  }
  return json;
}

template <class Target>
Json object_schema(const std::vector<ConfigKey<Target>>& keys) {
  Json schema = {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
  for (const ConfigKey<Target>& key : keys) {
    schema["properties"][key.name] = key.schema;
    if (!key.description.empty()) schema["properties"][key.name]["description"] = key.description;
    if (key.is_required) schema["required"].push_back(key.name);
  }
  return schema;
}

// Keys that both kinds of configurations have.

template <class AnyConfig>
ConfigKey<AnyConfig> name_key(std::string description) {
  return checked(member_key("name", std::move(description), required, plain_name(), &AnyConfig::name),
                 [](const JsonPlace&, AnyConfig& config) { config.title = config.name; });
}

template <class AnyConfig>
ConfigKey<AnyConfig> bias_key() {
  return member_key("bias", "value of a constant feature that is appended to every row; default 0: none",
                    optional, number_from_zero(), &AnyConfig::bias);
}

template <class AnyConfig>
ConfigKey<AnyConfig> free_bias_key() {
  return checked(member_key("free_bias", "true: the weight of that feature is not regularised", optional,
                            yes_or_no(), &AnyConfig::free_bias),
                 [](const JsonPlace& value, const AnyConfig& config) {
                   if (config.free_bias && config.bias == 0)
                     value.fail("there is no bias to leave free; give \"bias\" a value");
                 });
}

}  // namespace descent
