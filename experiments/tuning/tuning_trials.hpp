#pragma once

#include <filesystem>
#include <vector>

#include "plots/report/report_experiment.hpp"

namespace descent {

/// Trials behind the tuned constants of a results folder, from the configuration's tuned file. Leaves out
/// constants without trials there on the same data, or with other trials. Throws ConfigError for a malformed
/// tuned file or manifest.
std::vector<ConstantTrials> tuning_trials(const std::filesystem::path& folder);

}  // namespace descent
