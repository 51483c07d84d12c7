#pragma once

#include "experiments/config/tuned_constants.hpp"
#include "support/json/json_place.hpp"

namespace descent {

/// Key of the CPU seconds of all trials; a member of "steps" without it is skipped.
inline constexpr const char* tuning_cost_key = "tuning_cpu_seconds";

/// A member of "steps" in a tuned file.
Json to_json(const TunedConstants& tuned);
/// Throws ConfigError with the JSON path of what is wrong.
TunedConstants read_tuned_constants(const JsonPlace& place);

/// The list "unfinished" of a tuned file. JSON has no infinity: a run that diverged has null.
Json to_json(const TrialEnds& ends);
TrialEnds read_trial_ends(const JsonPlace& place);

}  // namespace descent
