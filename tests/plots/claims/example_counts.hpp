#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plots/claims/comparison.hpp"
#include "tests/plots/example_results.hpp"

namespace descent::test {

/// A run of ADMM with these updates and outer iterations at its checkpoints, and these shares of errors at
/// the last.
inline std::vector<ResultRow> counted_run(const std::vector<std::uint64_t>& updates,
                                          const std::vector<std::uint64_t>& outer_iterations,
                                          double train_error, double test_error, std::uint64_t seed = 1) {
  std::vector<Spot> spots;
  for (std::size_t k = 0; k < updates.size(); ++k) spots.push_back({static_cast<double>(k), 1});
  auto rows = example_run(spots, run_status::converged, seed);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].loss = "logistic";
    rows[k].method = "admm";
    rows[k].updates = updates[k];
    rows[k].outer_iterations = outer_iterations[k];
    rows[k].train_error = train_error;
    rows[k].test_error = test_error;
  }
  return rows;
}

/// A line of a cross-validation on "german", 700 training and 300 test rows, 16 of 20 attributes kept.
inline CrossvalidationRow split_row(const std::string& model, const std::string& rule,
                                    const std::string& split, std::uint64_t seed, std::uint64_t test_errors) {
  CrossvalidationRow row;
  row.experiment = "credit";
  row.dataset = "german";
  row.source = "file";
  row.split = split;
  row.seed = seed;
  row.train_rows = 700;
  row.test_rows = 300;
  row.model = model;
  row.rule = rule;
  row.test_errors = test_errors;
  row.attributes = 20;
  row.attributes_kept = 16;
  return row;
}

/// Counts of runs with the seeds 1, 2, …
inline Counts counts_of(const std::vector<Bounds>& values) {
  Counts counts;
  counts.experiment = "example";
  counts.dataset = "a9a";
  counts.method = {"admm", ""};
  counts.label = "ADMM";
  for (const Bounds& value : values) counts.by_seed[counts.by_seed.size() + 1] = value;
  return counts;
}

}  // namespace descent::test
