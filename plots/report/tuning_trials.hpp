#pragma once

#include "support/json/json_place.hpp"

namespace descent {

/// The trials behind the tuned constants of a manifest (its whole JSON), from the files that the constants'
/// origins name, as far as these are at hand: a list of the problem, method, variant, chosen constant and
/// [constant, objectives of the seeds] of every trial, infinite objectives null. Constants whose file is not
/// there, or has none for their data, are left out.
///
/// Throws ConfigError for a file that is not JSON.
Json tuning_trials(const Json& manifest);

}  // namespace descent
