#pragma once

#include <string>
#include <vector>

#include "plots/results/results_folder.hpp"

namespace descent {

/// The runs of one method on one problem.
struct RunGroup : GroupKey {
  std::string label;
  std::vector<const std::vector<ResultRow>*>
      runs;                           ///< a seed each, failed ones included; owned by the folder
  bool sampled_by_tolerance = false;  ///< the method's: see ManifestMethod
};

/// The cells of a results folder: by dataset, loss, regulariser and λ, and in these in the manifest's order
/// of methods. They point into `results`, which must outlive them.
std::vector<RunGroup> run_groups(const ResultsFolder& results);

/// Results by cell, for everything that is told of them. The results must outlive it.
struct GroupedResults {
  /// Not explicit: what is told of groups is told of a results folder.
  GroupedResults(const ResultsFolder& results) : manifest(results.manifest), groups(run_groups(results)) {}

  const Manifest& manifest;
  std::vector<RunGroup> groups;
};

/// Of the runs that have not failed: these report no setup.
std::vector<double> setup_seconds(const RunGroup& cell);

/// Place of the cell's method in the manifest; the number of methods if it is not there.
std::size_t place_of_method(const Manifest& manifest, const RunGroup& cell);

/// What the manifest says of the problem's dataset, which it lists.
const ManifestDataset& dataset_of(const Manifest& manifest, const ProblemKey& problem);

}  // namespace descent
