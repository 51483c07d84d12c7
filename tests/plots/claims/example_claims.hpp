#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "plots/claims/claims.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {

/// Claims of a file with this content.
inline Claims claims_of(const nlohmann::json& json) {
  const TemporaryFolder folder;
  return read_claims(folder.write("claims.json", json.dump()));
}

/// λ = 0.25 and m = 4 in every example, so λ = 1/m.
inline Claims example_claims(std::vector<Claim> claims, std::vector<Setting> settings = {Setting{}}) {
  return {"Findings", "A paper, section 1", std::move(settings), {}, std::move(claims)};
}

/// "quick" is faster than "slow" under L1.
inline Claim faster_claim(std::vector<Alternatives> datasets = {{"a9a"}}) {
  Claim claim;
  claim.id = "quick-is-faster";
  claim.finding = "(1)";
  claim.statement = "Quick is faster than slow.";
  claim.loss = "hinge";
  claim.regularizer = "l1";
  claim.datasets = std::move(datasets);
  claim.method = {"quick"};
  claim.others = {{"slow"}};
  claim.targets = {0.3, 0.1};
  return claim;
}

/// As many runs as a comparison needs, all with that time.
inline std::vector<double> five(double seconds) {
  return std::vector<double>(5, seconds);
}

constexpr double nowhere = 0;  // no arrival

/// Runs with seeds 1, 2, … and a budget of 100 CPU seconds, without setup. Their relative suboptimality is
/// 0.05 from these times on, and far from it before.
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
  return changed(std::move(runs), &ResultRow::setup_seconds, 0);
}

inline std::vector<std::vector<ResultRow>> joined(std::vector<std::vector<std::vector<ResultRow>>> lists) {
  std::vector<std::vector<ResultRow>> all;
  for (auto& list : lists) {
    for (auto& run : list) all.push_back(std::move(run));
  }
  return all;
}

/// Results on a dataset where "quick" and "slow" arrive after these times.
inline ResultsFolder race(double quick, double slow, const std::string& dataset = "a9a",
                          const std::string& source = "file") {
  return certified_results(changed(
      joined({runs_arriving("quick", five(quick), dataset), runs_arriving("slow", five(slow), dataset)}),
      &ResultRow::source, source));
}

}  // namespace descent::test
