#pragma once

#include <filesystem>
#include <vector>

#include "plots/report/report_experiment.hpp"

namespace descent {

/// The trials behind the tuned constants of a results folder, from the tuned file of its configuration.
/// Constants of which that file, where it is at hand, has none for the same data and from the same trials are
/// left out. Throws ConfigError for a tuned file or a manifest that is malformed.
std::vector<ConstantTrials> tuning_trials(const std::filesystem::path& folder);

}  // namespace descent
