#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "experiments/plan.hpp"

namespace descent {

/// The manifest of a results folder: configuration as used, program, machine, data, constants, certified
/// optima and planned runs. Its first part is what plots/manifest.hpp reads.
Json make_manifest(const Config& config, const std::vector<Dataset>& datasets, const Plan& plan,
                   const References& references, std::span<const std::string> run_ids);

/// What made and measured something: {"program": …, "machine": …}.
Json program_and_machine();

/// The time now as "2013-04-01T12:00:00Z".
std::string utc_now();

}  // namespace descent
