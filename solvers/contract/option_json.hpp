#pragma once

#include <variant>

#include "solvers/contract/option.hpp"
#include "support/json/json_place.hpp"

namespace descent {

// Option values in configurations, requests to processes and descriptions of programs.

inline Json to_json(const OptionValue& value) {
  return std::visit([](const auto& plain) { return Json(plain); }, value);
}

inline Json to_json(const OptionValues& options) {
  Json values = Json::object();
  for (const auto& [name, value] : options.all()) values[name] = to_json(value);
  return values;
}

/// Throws ConfigError for anything else.
inline OptionValue read_option_value(const JsonPlace& place) {
  if (place.value().is_boolean()) return place.flag();
  if (place.value().is_number()) return place.number();
  if (place.value().is_string()) return place.text();
  place.fail("must be true, false, a number or a word");
}

}  // namespace descent
