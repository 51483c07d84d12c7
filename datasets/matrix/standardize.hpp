#pragma once

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// Gives every column of x mean 0 and standard deviation 1 over the training rows, and treats the test rows
/// by the training rows' numbers, so that nothing of them is known in advance. It makes penalties comparable:
/// a weight is then the effect of one standard deviation of its feature, whatever the feature's unit. A
/// column that is constant over the training rows becomes all zero, in both parts. The deviation is that of
/// the m rows themselves (divided by m). Rows are dense afterwards: this is for data with few columns.
///
/// Throws DataError when there are no training rows. The origin says what was done.
void standardize(Dataset& dataset);

}  // namespace descent
