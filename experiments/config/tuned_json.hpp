#pragma once

#include "experiments/config/tuned_constants.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// A member of "steps" in a tuned file.
Json to_json(const TunedConstants& tuned);
/// Throws ConfigError with the JSON path of an error.
TunedConstants read_tuned_constants(const JsonPlace& place);

/// The list "unfinished" of a tuned file. A run that diverged has null, because JSON has no infinity.
Json to_json(const TrialEnds& ends);
TrialEnds read_trial_ends(const JsonPlace& place);

}  // namespace descent
