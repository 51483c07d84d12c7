#pragma once

#include <filesystem>

#include "support/json/json_place.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// The trials behind the tuned constants of a results folder, for the page:
///  - `constants`: as in the manifest, with `trials`. A trial is [value, objectives of the seeds, true if all
///    its constants were chosen]. The objective of a run that diverged or failed is null.
///  - `missing`: a sentence on constants whose trials are not here; empty if all are.
Json tuning_trials(const std::filesystem::path& folder, const Manifest& manifest);

}  // namespace descent
