#pragma once

#include <span>

#include "plots/analysis/scaling.hpp"
#include "plots/analysis/scaling_model.hpp"
#include "plots/tables/table_files.hpp"

namespace descent {

/// scaling.csv and .md.
TableFiles scaling_table(const Manifest& manifest, std::span<const ScalingRow> rows);

/// weak_scaling.csv and .md.
TableFiles weak_scaling_table(const Manifest& manifest, std::span<const WeakScaling> scalings);

/// scaling_model.csv and .md.
TableFiles scaling_model_table(const Manifest& manifest, std::span<const ScalingModelRow> rows);

}  // namespace descent
