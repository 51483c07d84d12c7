#pragma once

#include <filesystem>
#include <vector>

#include "plots/report/report_experiment.hpp"

namespace descent {

/// Trials behind the tuned constants of a results folder, from the tuned file of its configuration. Leaves
/// out constants for which that file has no trials on the same data, or trials that differ. Throws
/// ConfigError for a malformed tuned file or manifest.
std::vector<ConstantTrials> tuning_trials(const std::filesystem::path& folder);

}  // namespace descent
