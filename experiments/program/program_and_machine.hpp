#pragma once

#include "support/json/json_place.hpp"

namespace descent {

/// Program and machine of a measurement: {"program": …, "machine": …}.
Json program_and_machine();

}  // namespace descent
