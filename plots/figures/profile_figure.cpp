#include "plots/figures/profile_figure.hpp"

#include <algorithm>

#include "plots/figures/profile_script.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "support/files/atomic_file.hpp"

namespace descent {
namespace {

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
