#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "experiments/plan/plan.hpp"

namespace descent {

/// The manifest of a results folder: configuration as used, program, machine, data, constants, certified
/// optima and planned runs. Its first part is what plots/results/manifest.hpp reads.
Json make_manifest(const Config& config, const std::vector<Dataset>& datasets, const Plan& plan,
                   const OptimumStore& references, std::span<const std::string> run_ids);

}  // namespace descent
