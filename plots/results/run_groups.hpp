#pragma once

#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"

namespace descent {

/// The runs of one method on one problem.
struct RunGroup {
  std::string experiment, dataset, source, loss, regularizer, method, variant, label;
  double lambda = 0;
  std::vector<const std::vector<ResultRow>*>
      runs;                           ///< a seed each, failed ones included; owned by the folder
  bool sampled_by_tolerance = false;  ///< the method's: see ManifestMethod
};

/// The cells of a results folder: by dataset, loss, regulariser and λ, and in these in the manifest's order
/// of methods. They point into `results`, which must outlive them.
std::vector<RunGroup> run_groups(const ResultsFolder& results);

/// Place of the cell's method in the manifest; the number of methods if it is not there.
std::size_t place_of_method(const Manifest& manifest, const RunGroup& cell);

/// What the manifest says of the cell's dataset, which it lists.
const ManifestDataset& dataset_of(const Manifest& manifest, const RunGroup& cell);

/// The certified optimum of the cell's problem; null where it has none.
const ManifestReference* certificate_of(const Manifest& manifest, const RunGroup& cell);

}  // namespace descent
