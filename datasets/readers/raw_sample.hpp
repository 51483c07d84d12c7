#pragma once

#include <vector>

#include "datasets/matrix/sparse_matrix.hpp"

namespace descent {

/// A file as it stands: row i holds x_i, label i is the number in front of it.
struct RawSample {
  SparseMatrix rows;
  std::vector<double> labels;
  /// Values that Value (float by default) rounds away from the number in the file.
  Offset inexact_values = 0;
};

}  // namespace descent
