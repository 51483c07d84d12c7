#pragma once

#include <vector>

#include "plots/report/report_experiment.hpp"

namespace descent {

/// The trials behind the tuned constants of a results folder, from the tuned file of its configuration.
/// Constants without trials on the same data are left out. Throws ConfigError if the tuned file is damaged.
std::vector<ConstantTrials> tuning_trials(const Manifest& manifest);

}  // namespace descent
