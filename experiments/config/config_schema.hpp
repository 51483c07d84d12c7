#pragma once

#include "support/json/json_place.hpp"

namespace descent {

/// The JSON Schema (draft 07) of configurations, from the same tables as the checks: config_keys() and the
/// options of the registered methods. configs/schema.json is this text.
Json config_schema();

}  // namespace descent
