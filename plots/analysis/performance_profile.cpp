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
    ++panel.curves[i].pairs;
    // A target that w = 0 meets costs nothing.
    const double ratio = costs[i] == lowest ? 1 : costs[i] / lowest;
    if (costs[i] < no_cost && ratio < no_cost) panel.curves[i].costs.push_back(ratio);
  }
}

/// Adds the problem's pairs of run and target to a distribution.
void add_pairs(const Manifest& manifest, const Problem& problem, ProfilePanel& panel) {
  bool is_certified = false;
  bool is_solved = false;
  for (const double target : relative_targets) {
    if (!is_certified_to(manifest, *problem.front(), target)) continue;
    is_certified = true;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      for (const auto* run : problem[i]->runs) {
        const double cost =
            bounds_on_arrival(*run, target, TargetScale::optimum, axis_of_figures(manifest.x_axis)).high;
        ++panel.curves[i].pairs;
        if (cost < no_cost) panel.curves[i].costs.push_back(cost);
        is_solved = is_solved || cost < no_cost;
      }
    }
  }
  panel.problems += is_certified;
  panel.unsolved += is_certified && !is_solved;
}

/// Panels of each loss and regulariser for these targets, filled by `add` from each problem and kept if so
/// many problems are solved.
template <class Add>
std::vector<ProfilePanel> panels_to(std::span<const double> targets, const GroupedResults& results,
                                    const ManifestPart& part, std::uint64_t fewest, Add add) {
  const Manifest& manifest = results.manifest;
  std::vector<ProfilePanel> panels;
  for (const std::string& loss : manifest.losses) {
    for (const std::string& regularizer : manifest.regularizers) {
      const auto problems = comparable_problems(results, part, loss, regularizer);
      if (problems.empty() || problems.front().size() < 2) continue;
      for (const double target : targets) {
        ProfilePanel panel{part.protocol, loss, regularizer, target, 0, 0, {}};
        for (const RunGroup* group : problems.front())
          panel.curves.push_back({index_of_method(manifest, *group), {}});
        for (const Problem& problem : problems) add(manifest, problem, panel);
        if (panel.problems - panel.unsolved < fewest) continue;
        for (ProfileCurve& curve : panel.curves) std::ranges::sort(curve.costs);
        panels.push_back(std::move(panel));
      }
    }
  }
  return panels;
}

std::string steps_csv(const Manifest& manifest, std::span<const ProfilePanel> panels, Axis axis,
                      const std::vector<Column<ProfileStep>>& columns, double first) {
  std::vector<ProfileStep> steps;
  for (const ProfilePanel& panel : panels) {
    for (const ProfileCurve& curve : panel.curves) {
      std::vector<double> costs = curve.costs;
      costs.insert(costs.begin(), first);  // always included, even if its share is 0
      costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
      const ManifestMethod& method = manifest.methods[curve.method];
      for (const double cost : costs)
        steps.push_back({manifest.name, panel.protocol, panel.loss, panel.regularizer, method.name,
                         method.variant, std::string(name_of(axis)), panel.target, panel.problems,
                         panel.unsolved, curve.pairs, cost, share_within(curve, cost)});
    }
  }
  return csv_text(columns, steps);
}

}  // namespace

std::vector<ProfilePanel> performance_profiles(const GroupedResults& results, const ManifestPart& part) {
  return panels_to(relative_targets, results, part, fewest_problems, add_problem);
}

std::vector<ProfilePanel> runtime_distributions(const GroupedResults& results, const ManifestPart& part) {
  constexpr double all_targets[] = {0};
  return panels_to(all_targets, results, part, 2, add_pairs);
}

double share_within(const ProfileCurve& curve, double cost) {
  const auto reached = std::ranges::upper_bound(curve.costs, cost) - curve.costs.begin();
  return static_cast<double>(reached) / static_cast<double>(curve.pairs);
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
             "τ: cost, the median over the seeds, over that of the cheapest method on the problem", &S::cost),
      column("share", "", "ρ(τ): share of the problems that the method solves within that ratio", &S::share),
  });
  return columns;
}

const std::vector<Column<ProfileStep>>& runtime_columns() {
  using S = ProfileStep;
  static const auto columns = [] {
    std::vector<Column<S>> all = profile_columns();
    const auto replace = [&](const char* name, Column<S> by) {
      *std::ranges::find(all, name, &Column<S>::name) = std::move(by);
    };
    replace("target", column("pairs", "pairs", "of a target and a run of the method", &S::pairs));
    replace("cost", column("cost", "", "cpu_seconds_with_setup, or passes", &S::axis));
    replace("ratio", column("within", "s or passes", "a cost", &S::cost));
    replace("share", column("share", "", "of the pairs that are reached within it", &S::share));
    return all;
  }();
  return columns;
}

std::string profile_csv(const Manifest& manifest, std::span<const ProfilePanel> panels) {
  return steps_csv(manifest, panels, manifest.x_axis, profile_columns(), 1);
}

std::string runtime_csv(const Manifest& manifest, std::span<const ProfilePanel> panels) {
  return steps_csv(manifest, panels, axis_of_figures(manifest.x_axis), runtime_columns(), 0);
}

}  // namespace descent
