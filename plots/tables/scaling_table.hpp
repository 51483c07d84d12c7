#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/scaling_model.hpp"
#include "plots/analysis/weak_scaling.hpp"
#include "plots/results/drawing.hpp"

namespace descent {

/// Writes DIR/tables/scaling.csv and .md; returns their paths. Throws ResultFileError.
std::vector<std::filesystem::path> write_scaling_table(const DrawnFolder& folder, const Manifest& manifest,
                                                       std::span<const ScalingRow> rows);

/// The same, weak_scaling.csv and .md.
std::vector<std::filesystem::path> write_weak_scaling_table(const DrawnFolder& folder,
                                                            const Manifest& manifest,
                                                            std::span<const WeakScaling> scalings);

/// The same, scaling_model.csv and .md.
std::vector<std::filesystem::path> write_scaling_model_table(const DrawnFolder& folder,
                                                             const Manifest& manifest,
                                                             std::span<const ScalingModelRow> rows);

}  // namespace descent
