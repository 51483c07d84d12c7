#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plots/claims/claims.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

/// What a file of this content holds.
inline Claims claims_of(const nlohmann::json& json) {
  const TemporaryFolder folder;
  return read_claims(folder.write("claims.json", json.dump()));
}

/// λ = 0.25 and m = 4 in every example, so λ = 1/m.
inline Claims example_claims(std::vector<Claim> claims) {
  return {"Findings", "A paper, section 1", "hinge", {{"mean form, λ = 1/m", {}, {1, 1, "1/m"}}},
          {{}},       std::move(claims)};
}

/// As many runs as a comparison needs, all at that time.
inline std::vector<double> ten(double seconds) {
  return std::vector<double>(10, seconds);
}

/// "quick" is faster than "slow" on a9a under L1.
inline Claim faster_claim(std::vector<double> targets = {0.1}, std::vector<std::string> datasets = {"a9a"}) {
  Claim claim;
  claim.id = "quick-is-faster";
  claim.finding = "(1)";
  claim.statement = "Quick is faster than slow.";
  claim.loss = "hinge";
  claim.regularizer = "l1";
  claim.datasets = std::move(datasets);
  claim.method = {"quick", ""};
  claim.others = {{"slow", ""}};
  claim.targets = {TargetScale::optimum, std::move(targets)};
  return claim;
}

/// "quick" falls like the square root of t, or faster.
inline Claim rate_claim(std::vector<std::string> datasets = {"a9a"}) {
  Claim claim = faster_claim({}, std::move(datasets));
  claim.others.clear();
  claim.assertion = RateAssertion{-0.5, false, 0.1};
  return claim;
}

/// Runs with the seeds 1, 2, … that have a relative suboptimality of 0.05 from these CPU times on, after a
/// checkpoint that is nowhere near. Without a time a run never gets there.
inline std::vector<std::vector<ResultRow>> runs_arriving(const std::string& method,
                                                         const std::vector<double>& seconds,
                                                         const std::string& dataset = "a9a") {
  std::vector<std::vector<ResultRow>> runs;
  for (const double arrival : seconds) {
    const std::vector<Step> steps{
        {0, 1}, {0.001, 0.9}, {arrival * (1 - 1e-12), 0.8}, {arrival, 0.05}, {100, 0.05}};
    const std::vector<Step> without{{0, 1}, {0.001, 0.9}, {100, 0.8}};
    runs.push_back(certified_run(arrival > 0 ? steps : without, method, runs.size() + 1, dataset));
  }
  return runs;
}

constexpr double nowhere = 0;  // instead of a time of arrival

/// All runs in one list.
inline std::vector<std::vector<ResultRow>> joined(std::vector<std::vector<std::vector<ResultRow>>> lists) {
  std::vector<std::vector<ResultRow>> all;
  for (auto& list : lists) {
    for (auto& run : list) all.push_back(std::move(run));
  }
  return all;
}

}  // namespace descent::test
