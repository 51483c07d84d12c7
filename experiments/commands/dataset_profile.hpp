#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// How a dataset behaves for hinge loss with λ = 1/m, a number or two in words a line: what a stand-in has to
/// share with its original beyond the shape.
using DatasetProfile = std::vector<std::pair<std::string, std::string>>;

/// Measures a classification dataset, or its first `rows` training rows. Takes seconds on the full-size
/// problems.
DatasetProfile profile(const Dataset& dataset, std::optional<Index> rows = std::nullopt);

/// A table with one column a profile.
std::string as_table(const std::vector<DatasetProfile>& profiles);

}  // namespace descent
