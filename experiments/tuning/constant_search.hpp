#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "experiments/config/tuned_file.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/tuning/trial_runs.hpp"
#include "experiments/tuning/tuning_grid.hpp"

namespace descent {

/// Trials that choosing the open constants of a method on a problem takes at least: the grid and its
/// refinement for each. Close trials and the best value at an end of the grid add more.
std::size_t least_trials(const MethodEntry& entry, RegularizerKind regularizer);

/// Constants of a method on a problem, with the trials in the order of the search.
struct FoundConstants {
  TunedConstants tuned;
  std::vector<Trial> trials;
};

/// Searches the open constants of the methods on a problem by the protocol of tune(), all methods in step;
/// `first_search` is the number of the first method's search. The caller judges whether the best trials are
/// good enough. `runs` expects the least trials already. `after_series` is called after each series of runs.
std::vector<FoundConstants> search_constants(const Config& config, const ProblemSpec& problem,
                                             std::span<const MethodEntry* const> entries,
                                             const OptimumStore& optima, std::uint64_t first_search,
                                             TrialRuns& runs, const std::function<void()>& after_series);

}  // namespace descent
