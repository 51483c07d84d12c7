#include "plots/performance_profile.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "plots/atomic_file.hpp"
#include "plots/cells.hpp"
#include "plots/pictures.hpp"
#include "plots/profile_script.hpp"
#include "plots/time_to_target.hpp"

namespace descent {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// The cells of one dataset and λ, in the manifest's order of methods.
using Problem = std::vector<const Cell*>;

/// The problems with this loss and regulariser, each reduced to the methods that were run on all of them.
std::vector<Problem> comparable_problems(const std::vector<Cell>& cells, const std::string& loss,
                                         const std::string& regularizer) {
  std::vector<Problem> problems;
  for (const Cell& cell : cells) {
    if (cell.loss != loss || cell.regularizer != regularizer) continue;
    const auto same = std::ranges::find_if(problems, [&](const Problem& problem) {
      return problem.front()->dataset == cell.dataset && problem.front()->lambda == cell.lambda;
    });
    if (same == problems.end()) {
      problems.push_back({&cell});
    } else {
      same->push_back(&cell);
    }
  }
  const std::vector<Problem> all = problems;
  for (Problem& problem : problems) {
    std::erase_if(problem, [&](const Cell* cell) {
      return std::ranges::any_of(all, [&](const Problem& other) {
        return std::ranges::none_of(other, [&](const Cell* there) {
          return std::tie(there->method, there->variant) == std::tie(cell->method, cell->variant);
        });
      });
    });
  }
  return problems;
}

/// Adds a problem whose certificate can tell when the target is reached.
void add_problem(const Manifest& manifest, const Problem& problem, ProfilePanel& panel) {
  const ManifestReference* reference = certificate_of(manifest, *problem.front());
  if (reference == nullptr || certified_gap(*reference) > panel.target) return;
  std::vector<double> costs;
  for (const Cell* cell : problem) {
    const TimesOnAxis times = times_on(manifest.x_axis, time_to_target(*cell, panel.target));
    costs.push_back(times.median.high);
  }
  ++panel.problems;
  const double lowest = *std::ranges::min_element(costs);
  if (lowest == never) ++panel.unsolved;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    // A target that w = 0 meets costs nobody anything.
    const double ratio = costs[i] == lowest ? 1 : costs[i] / lowest;
    if (costs[i] < never && ratio < never) panel.curves[i].ratios.push_back(ratio);
  }
}

std::string cost_name(Axis axis) {
  return axis == Axis::passes ? "passes" : "cpu_seconds";
}

/// The steps of a curve; ρ(1) is always told, 0 too.
void append_steps(const Manifest& manifest, const ProfilePanel& panel, const ProfileCurve& curve,
                  std::vector<ProfileStep>& steps) {
  std::vector<double> ratios = curve.ratios;
  ratios.insert(ratios.begin(), 1);
  ratios.erase(std::unique(ratios.begin(), ratios.end()), ratios.end());
  const ManifestMethod& method = manifest.methods[curve.method];
  for (const double ratio : ratios) {
    steps.push_back({manifest.name, panel.loss, panel.regularizer, method.name, method.variant,
                     cost_name(manifest.x_axis), panel.target, panel.problems, panel.unsolved, ratio,
                     share_within(panel, curve, ratio)});
  }
}

}  // namespace

std::vector<ProfilePanel> performance_profiles(const ResultsFolder& results) {
  const Manifest& manifest = results.manifest;
  const std::vector<Cell> cells = cells_of(results);
  std::vector<ProfilePanel> panels;
  for (const std::string& loss : manifest.losses) {
    for (const std::string& regularizer : manifest.regularizers) {
      const auto problems = comparable_problems(cells, loss, regularizer);
      if (problems.empty() || problems.front().size() < 2) continue;
      for (const double target : relative_targets) {
        ProfilePanel panel{loss, regularizer, target, 0, 0, {}};
        for (const Cell* cell : problems.front())
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

const std::vector<Column<ProfileStep>>& profile_columns() {
  using S = ProfileStep;
  static const std::vector<Column<S>> columns{
      column("experiment", "", "as in the run files", &S::experiment),
      column("loss", "", "of the problems", &S::loss),
      column("regularizer", "", "of the problems", &S::regularizer),
      column("target", "", "relative suboptimality (F(w) − D*)/D* that counts as solved", &S::target),
      column("cost", "", "what is compared: cpu_seconds (without setup) or passes", &S::cost),
      column("problems", "problems",
             "dataset and λ, whose certificate's gap is at most the target; unsolved ones included",
             &S::problems),
      column("unsolved", "problems", "those that no method solves", &S::unsolved),
      column("method", "", "as in the run files", &S::method),
      column("variant", "", "as in the run files", &S::variant),
      column("ratio", "",
             "τ: cost, the median over the seeds, over that of the cheapest method on the problem",
             &S::ratio),
      column("share", "", "ρ(τ): share of the problems that the method solves within that ratio", &S::share),
  };
  return columns;
}

std::optional<ProfileFiles> write_performance_profile(const std::filesystem::path& folder,
                                                      const ResultsFolder& results) {
  const auto panels = performance_profiles(results);
  if (panels.empty()) return std::nullopt;
  std::vector<ProfileStep> steps;
  for (const ProfilePanel& panel : panels) {
    for (const ProfileCurve& curve : panel.curves) append_steps(results.manifest, panel, curve, steps);
  }
  std::string table = header_text(profile_columns());
  for (const ProfileStep& step : steps) table += row_text(profile_columns(), step);
  ProfileFiles files;
  make_folder(folder / "tables");
  files.table = folder / "tables" / "performance_profile.csv";
  write_atomically(files.table, table);
  files.script = write_profile_script(folder, results.manifest, panels);
  files.pictures = draw_script(files.script);
  return files;
}

}  // namespace descent
