#pragma once

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Gives every column of x mean 0 and standard deviation 1 (divisor m) over the training rows. Test rows are
/// shifted and scaled by the training rows' numbers, so that nothing about them leaks into training.
/// Penalties become comparable: a weight is then the effect of one standard deviation of its feature,
/// independent of the unit. A column that is constant over the training rows becomes all zero, in both parts.
/// Rows become dense: use it for data with few columns.
///
/// Throws DataError if there are no training rows. Notes the change in the origin.
void standardize(Dataset& dataset);

}  // namespace descent
