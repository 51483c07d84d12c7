#include "plots/analysis/performance_profile.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "plots/analysis/time_to_target.hpp"
#include "plots/results/run_groups.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

constexpr double no_cost = infinity;

/// Cells of one dataset and λ, in the manifest's order of methods.
using Problem = std::vector<const RunGroup*>;

/// Problems with this loss and regulariser, reduced to the part's methods that were run on all of them.
std::vector<Problem> comparable_problems(const GroupedResults& results, const ManifestPart& part,
                                         const std::string& loss, const std::string& regularizer) {
  std::vector<Problem> problems;
  for (const auto of_problem : by_problem(results.groups)) {
    if (of_problem.front().loss != loss || of_problem.front().regularizer != regularizer) continue;
    Problem problem;
    for (const RunGroup& cell : of_problem)
      if (part.has(place_of_method(results.manifest, cell))) problem.push_back(&cell);
    if (!problem.empty()) problems.push_back(std::move(problem));
  }
  const std::vector<Problem> all = problems;
  for (Problem& problem : problems) {
    std::erase_if(problem, [&](const RunGroup* cell) {
      return std::ranges::any_of(all, [&](const Problem& other) {
        return std::ranges::none_of(other, [&](const RunGroup* there) {
          return std::tie(there->method, there->variant) == std::tie(cell->method, cell->variant);
        });
      });
    });
  }
  return problems;
}

/// Adds a problem if its certificate suffices for the target.
void add_problem(const Manifest& manifest, const Problem& problem, ProfilePanel& panel) {
  const ManifestOptimum* optimum = certificate_of(manifest, problem.front()->problem());
  if (optimum == nullptr || certified_gap(*optimum) > panel.target) return;
  std::vector<double> costs;
  for (const RunGroup* cell : problem) {
    const TimesOnAxis times = times_on(manifest.x_axis, time_to_target(*cell, panel.target));
    costs.push_back(times.median.high);
  }
  ++panel.problems;
  const double lowest = *std::ranges::min_element(costs);
  if (lowest == no_cost) ++panel.unsolved;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    // A target that w = 0 meets costs nothing.
    const double ratio = costs[i] == lowest ? 1 : costs[i] / lowest;
    if (costs[i] < no_cost && ratio < no_cost) panel.curves[i].ratios.push_back(ratio);
  }
}

}  // namespace

std::vector<ProfilePanel> performance_profiles(const GroupedResults& results, const ManifestPart& part) {
  const Manifest& manifest = results.manifest;
  std::vector<ProfilePanel> panels;
  for (const std::string& loss : manifest.losses) {
    for (const std::string& regularizer : manifest.regularizers) {
      const auto problems = comparable_problems(results, part, loss, regularizer);
      if (problems.empty() || problems.front().size() < 2) continue;
      for (const double target : relative_targets) {
        ProfilePanel panel{part.protocol, loss, regularizer, target, 0, 0, {}};
        for (const RunGroup* cell : problems.front())
          panel.curves.push_back({place_of_method(manifest, *cell), {}});
        for (const Problem& problem : problems) add_problem(manifest, problem, panel);
        if (panel.problems - panel.unsolved < fewest_problems) continue;
        for (ProfileCurve& curve : panel.curves) std::ranges::sort(curve.ratios);
        panels.push_back(std::move(panel));
      }
    }
  }
  return panels;
}

double share_within(const ProfilePanel& panel, const ProfileCurve& curve, double ratio) {
  const auto solved = std::ranges::upper_bound(curve.ratios, ratio) - curve.ratios.begin();
  return static_cast<double>(solved) / static_cast<double>(panel.problems);
}

}  // namespace descent
