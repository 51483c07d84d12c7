#pragma once

#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A file unchanged: row i holds x_i, label i is the number in front of it.
struct RawSample {
  SparseMatrix rows;
  std::vector<double> labels;
  Offset underflows =
      0;  ///< numbers of the text that are not 0 and too small for double precision: read as 0
};

}  // namespace descent
