#include "plots/tables/profile_table.hpp"

#include <algorithm>

#include "plots/tables/table_files.hpp"

namespace descent {
namespace {

/// Appends the steps of a curve; ρ(1) is always included, even if 0.
void append_steps(const Manifest& manifest, const ProfilePanel& panel, const ProfileCurve& curve,
                  std::vector<ProfileStep>& steps) {
  std::vector<double> ratios = curve.ratios;
  ratios.insert(ratios.begin(), 1);
  ratios.erase(std::unique(ratios.begin(), ratios.end()), ratios.end());
  const ManifestMethod& method = manifest.methods[curve.method];
  for (const double ratio : ratios) {
    steps.push_back({manifest.name, panel.protocol, panel.loss, panel.regularizer, method.name,
                     method.variant, std::string(name_of(manifest.x_axis)), panel.target, panel.problems,
                     panel.unsolved, ratio, share_within(panel, curve, ratio)});
  }
}

}  // namespace

const std::vector<Column<ProfileStep>>& profile_columns() {
  using S = ProfileStep;
  static const std::vector<Column<S>> columns{
      column("experiment", "", "as in the run files", &S::experiment),
      column("protocol", "", "under which these methods are compared; empty without protocols", &S::protocol),
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

std::vector<std::filesystem::path> write_profile_table(const DrawnFolder& folder, const Manifest& manifest,
                                                       std::span<const ProfilePanel> panels) {
  std::vector<ProfileStep> steps;
  for (const ProfilePanel& panel : panels) {
    for (const ProfileCurve& curve : panel.curves) append_steps(manifest, panel, curve, steps);
  }
  return write_tables(folder, {.name = "performance_profile", .csv = csv_text(profile_columns(), steps)});
}

}  // namespace descent
