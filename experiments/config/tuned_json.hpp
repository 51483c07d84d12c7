#pragma once

#include "experiments/config/tuned_constants.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// A member of "steps" in a tuned file.
Json to_json(const TunedConstants& tuned);
/// Throws ConfigError with the JSON path of what is wrong.
TunedConstants read_tuned_constants(const JsonPlace& place);

/// The list "unfinished" of a tuned file. JSON has no infinity: a run that diverged has null.
Json to_json(const TrialEnds& ends);
TrialEnds read_trial_ends(const JsonPlace& place);

}  // namespace descent
