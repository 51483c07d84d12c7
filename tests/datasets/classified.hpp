#pragma once

#include <string>
#include <utility>
#include <vector>

#include "datasets/matrix/classes.hpp"

namespace descent::test {

/// A classification sample from rows x_i with two different labels; the larger becomes +1.
inline Sample classified(SparseMatrix rows, std::vector<double> labels, const std::string& what) {
  const Classes classes = find_classes(labels, [&](Index) { return what; });
  return make_classification_sample(std::move(rows), std::move(labels), classes, what);
}

}  // namespace descent::test
