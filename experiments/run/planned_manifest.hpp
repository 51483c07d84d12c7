#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "experiments/plan/plan.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// A label: a number if it is one, else a text.
Json label_json(const std::string& label);

ManifestDataset facts_of(const Dataset& dataset);

/// Manifest of a results folder.
Manifest make_manifest(const std::filesystem::path& folder, const Config& config,
                       std::span<const Dataset> datasets, const Plan& plan, const OptimumStore& optima,
                       std::span<const std::string> run_ids);

}  // namespace descent
