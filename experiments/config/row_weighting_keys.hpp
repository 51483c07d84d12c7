#pragma once

#include "datasets/matrix/row_weighting.hpp"
#include "experiments/config/config_key.hpp"

namespace descent {

/// "class_weights" and "row_weights", of a configuration or of one of its datasets.
std::vector<ConfigKey<RowWeighting>> row_weighting_keys();

}  // namespace descent
