#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Behaviour of a dataset for hinge loss with λ = 1/m, one line per property. A stand-in should share it with
/// its original.
using DatasetProfile = std::vector<std::pair<std::string, std::string>>;

/// Measures a classification dataset, or its first `rows` training rows. Takes seconds on full-size problems.
DatasetProfile profile(const Dataset& dataset, std::optional<Index> rows = std::nullopt);

/// A table with one column per profile.
std::string as_table(const std::vector<DatasetProfile>& profiles);

}  // namespace descent
