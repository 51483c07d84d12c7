#pragma once

#include "plots/results/unproven.hpp"
#include "support/json/read_json.hpp"

namespace descent {

struct TuningTrials {
  Json trials = Json::array();
  Unproven unproven{};  ///< files that the trials are from
};

/// The trials behind the tuned constants of a manifest (its whole JSON), from the files that the constants'
/// origins name, as far as these are at hand: a list of the problem, method, variant, chosen constant and
/// [constant, objectives of the seeds] of every trial, infinite objectives null. Constants whose file is not
/// there, or has none for their data, are left out.
///
/// Throws ConfigError for a file that is not JSON, or was changed after it was written.
TuningTrials tuning_trials(const Json& manifest);

}  // namespace descent
