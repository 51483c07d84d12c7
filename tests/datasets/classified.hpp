#pragma once

#include <string>
#include <utility>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent::test {

/// Rows x_i with labels of two values, the larger of which becomes +1, as a classification sample.
inline Sample classified(SparseMatrix rows, std::vector<double> labels, const std::string& what) {
  const Classes classes = find_classes(labels, [&](Index) { return what; });
  return make_classification_sample(std::move(rows), std::move(labels), classes, what);
}

}  // namespace descent::test
