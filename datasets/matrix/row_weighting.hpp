#pragma once

#include <map>
#include <string>

namespace descent {

/// The weights of training rows in an objective: the class's weight times the row's own.
struct RowWeighting {
  bool balanced = false;  ///< a class with m_k of m rows weighs m/(2 m_k): both count equally
  /// Weights of classes by label, as the files write it; a missing class weighs 1.
  std::map<double, double> class_weights = {};
  std::string file = {};  ///< the rows' own weights, path as in the configuration; empty: all 1

  bool has_class_weights() const { return balanced || !class_weights.empty(); }
  bool is_none() const { return !has_class_weights() && file.empty(); }
  friend bool operator==(const RowWeighting&, const RowWeighting&) = default;
};

}  // namespace descent
