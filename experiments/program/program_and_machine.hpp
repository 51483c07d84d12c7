#pragma once

#include "support/json/json_place.hpp"

namespace descent {

/// What made and measured something: {"program": …, "machine": …}.
Json program_and_machine();

}  // namespace descent
