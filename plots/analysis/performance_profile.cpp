#include "plots/analysis/performance_profile.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "plots/analysis/time_to_target.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

constexpr double no_cost = infinity;

/// Groups of one dataset and λ, in the manifest's order of methods.
using Problem = std::vector<const RunGroup*>;

/// Problems with this loss and regulariser, reduced to the part's methods that were run on all of them.
std::vector<Problem> comparable_problems(const GroupedResults& results, const ManifestPart& part,
                                         const std::string& loss, const std::string& regularizer) {
  std::vector<Problem> problems;
  for (const auto groups : by_problem(results.groups)) {
    if (groups.front().loss != loss || groups.front().regularizer != regularizer) continue;
    Problem problem;
    for (const RunGroup& group : groups)
      if (part.has(index_of_method(results.manifest, group))) problem.push_back(&group);
    if (!problem.empty()) problems.push_back(std::move(problem));
  }
  const std::vector<Problem> all = problems;
  for (Problem& problem : problems) {
    std::erase_if(problem, [&](const RunGroup* group) {
      return std::ranges::any_of(all, [&](const Problem& other) {
        return std::ranges::none_of(other, [&](const RunGroup* there) {
          return std::tie(there->method, there->variant) == std::tie(group->method, group->variant);
        });
      });
    });
  }
  return problems;
}

/// Adds a problem if its certificate suffices for the target.
void add_problem(const Manifest& manifest, const Problem& problem, ProfilePanel& panel) {
  if (!is_certified_to(manifest, *problem.front(), panel.target)) return;
  std::vector<double> costs;
  for (const RunGroup* group : problem) {
    const TimesOnAxis times = times_on(manifest.x_axis, time_to_target(*group, panel.target));
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

std::vector<ProfilePanel> performance_profiles(const GroupedResults& results) {
  const Manifest& manifest = results.manifest;
  std::vector<ProfilePanel> panels;
  for (const ManifestPart& part : parts_of(manifest)) {
    for (const std::string& loss : manifest.losses) {
      for (const std::string& regularizer : manifest.regularizers) {
        const auto problems = comparable_problems(results, part, loss, regularizer);
        if (problems.empty() || problems.front().size() < 2) continue;
        for (const double target : relative_targets) {
          ProfilePanel panel{part.protocol, loss, regularizer, target, 0, 0, {}};
          for (const RunGroup* group : problems.front())
            panel.curves.push_back({index_of_method(manifest, *group), {}});
          for (const Problem& problem : problems) add_problem(manifest, problem, panel);
          if (panel.problems - panel.unsolved < fewest_problems) continue;
          for (ProfileCurve& curve : panel.curves) std::ranges::sort(curve.ratios);
          panels.push_back(std::move(panel));
        }
      }
    }
  }
  return panels;
}

double share_within(const ProfilePanel& panel, const ProfileCurve& curve, double ratio) {
  const auto solved = std::ranges::upper_bound(curve.ratios, ratio) - curve.ratios.begin();
  return static_cast<double>(solved) / static_cast<double>(panel.problems);
}

const std::vector<Column<ProfileStep>>& profile_columns() {
  using S = ProfileStep;
  static const auto columns = with_method_columns<S>({
      column("protocol", "", "under which these methods are compared; empty without protocols", &S::protocol),
      column("target", "", "relative suboptimality (F(w) − D*)/D* that counts as solved", &S::target),
      column("cost", "", "what is compared: cpu_seconds (without setup) or passes", &S::axis),
      column("problems", "problems",
             "dataset and λ, whose certificate's gap is at most the target; unsolved ones included",
             &S::problems),
      column("unsolved", "problems", "those that no method solves", &S::unsolved),
      column("ratio", "",
             "τ: cost, the median over the seeds, over that of the cheapest method on the problem",
             &S::ratio),
      column("share", "", "ρ(τ): share of the problems that the method solves within that ratio", &S::share),
  });
  return columns;
}

std::string profile_csv(const Manifest& manifest, std::span<const ProfilePanel> panels) {
  std::vector<ProfileStep> steps;
  for (const ProfilePanel& panel : panels) {
    for (const ProfileCurve& curve : panel.curves) {
      std::vector<double> ratios = curve.ratios;
      ratios.insert(ratios.begin(), 1);  // always included, even if its share is 0
      ratios.erase(std::unique(ratios.begin(), ratios.end()), ratios.end());
      const ManifestMethod& method = manifest.methods[curve.method];
      for (const double ratio : ratios)
        steps.push_back({manifest.name, panel.protocol, panel.loss, panel.regularizer, method.name,
                         method.variant, std::string(name_of(manifest.x_axis)), panel.target, panel.problems,
                         panel.unsolved, ratio, share_within(panel, curve, ratio)});
    }
  }
  return steps.empty() ? "" : csv_text(profile_columns(), steps);
}

}  // namespace descent
