#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datasets/matrix/dataset.hpp"

namespace descent {

/// How a dataset behaves for hinge loss with λ = 1/m: what a stand-in has to share with its original beyond
/// the shape.
struct DatasetProfile {
  std::string title;
  Index rows = 0;
  Index columns = 0;
  Index used_columns = 0;  ///< with at least one entry
  double nonzeros_a_row = 0;
  double nonzeros_a_row_p10 = 0;
  double nonzeros_a_row_p90 = 0;
  double positive_share = 0;
  double l2_objective = 0;           ///< by permuted_dcd
  double l2_gap = 0;                 ///< proved relative gap of that
  double support_vector_share = 0;   ///< rows with a positive dual weight at that point
  double first_pass_objective = 0;   ///< F under L2 after one pass of permuted_dcd
  double l1_objective = 0;           ///< by nonsmooth_scd
  Index l1_nonzeros = 0;             ///< weights of that point that are not 0
  std::optional<double> test_error;  ///< of the L2 solution
};

/// Measures a classification dataset, or its first `rows` training rows. Takes seconds on the full-size
/// problems.
DatasetProfile profile(const Dataset& dataset, std::optional<Index> rows = std::nullopt);

/// A table with one column a profile.
std::string as_table(const std::vector<DatasetProfile>& profiles);

}  // namespace descent
