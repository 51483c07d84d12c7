#pragma once

#include <map>
#include <string>

namespace descent {

/// How training rows are weighed in an objective: by the weight of their class times their own.
struct RowWeighting {
  bool balanced =
      false;  ///< classes weigh m/(2 m_k), m_k of the m rows being of class k: as much as each other
  /// Weights of classes by their labels, as the files write them; a class that is not here weighs 1.
  std::map<double, double> class_weights = {};
  std::string file = {};  ///< of the rows' own weights, as the configuration writes its path; empty: all 1

  bool has_class_weights() const { return balanced || !class_weights.empty(); }
  bool is_none() const { return !has_class_weights() && file.empty(); }
  friend bool operator==(const RowWeighting&, const RowWeighting&) = default;
};

}  // namespace descent
