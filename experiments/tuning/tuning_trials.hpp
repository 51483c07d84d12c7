#pragma once

#include <filesystem>

#include "support/json/json_place.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// The trials behind the tuned constants of a results folder, for the page:
///  - `constants`: as in the manifest, with `trials`: [value, objectives of the seeds (null for a run that
///    diverged or failed), whether all constants of the trial were chosen];
///  - `missing`: a sentence on constants whose trials are not here; empty if all are.
/// Throws ConfigError if the tuned file of the configuration is damaged.
Json tuning_trials(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace descent
