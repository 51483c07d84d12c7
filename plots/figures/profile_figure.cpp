#include "plots/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plots/labels/labels.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

constexpr int points_a_curve = 4;
constexpr double most_in_powers_of_two = 100;

/// Panels of the shown targets: a row for each loss and regulariser, a column for each target.
struct ProfileGrid {
  using Row = std::pair<std::string, std::string>;  ///< loss and regulariser
  std::vector<Row> rows;
  std::vector<double> columns;  ///< targets
  std::vector<ProfilePanel> panels;
  std::set<std::size_t> methods;  ///< with a curve, in the manifest's order
  double right = 2;               ///< of the axis of ratios, equal in all panels; its left end is 1

  std::size_t index_of(const ProfilePanel& panel) const {
    const auto column = std::ranges::find(columns, panel.target) - columns.begin();
    const auto row = std::ranges::find(rows, Row{panel.loss, panel.regularizer}) - rows.begin();
    return static_cast<std::size_t>(row * std::ssize(columns) + column);
  }
};

std::string row_title(const Manifest& manifest, const ProfilePanel& panel) {
  const std::string title = problem_title(manifest, panel.loss, panel.regularizer);
  return title.empty() ? regularizer_title(panel.regularizer) : title;
}

ProfileGrid make_profile_grid(std::span<const ProfilePanel> panels) {
  ProfileGrid grid;
  grid.columns = shown_targets(panels);
  for (const ProfilePanel& panel : panels) {
    if (std::ranges::find(grid.columns, panel.target) == grid.columns.end()) continue;
    const ProfileGrid::Row row{panel.loss, panel.regularizer};
    if (std::ranges::find(grid.rows, row) == grid.rows.end()) grid.rows.push_back(row);
    for (const ProfileCurve& curve : panel.curves) {
      grid.methods.insert(curve.method);
      if (!curve.ratios.empty()) grid.right = std::max(grid.right, 1.1 * curve.ratios.back());
    }
    grid.panels.push_back(panel);
  }
  return grid;
}

/// Data file. `offset` is the method's position between two of its points, so that points on equal stairs
/// stand side by side.
std::string curve_text(const ProfileGrid& grid, const ProfilePanel& panel, const ProfileCurve& curve,
                       double offset) {
  std::string text = "# ratio share: the staircase\n";
  const auto add = [&](double ratio) {
    text += fmt::format("{:.8g} {:.8g}\n", ratio, share_within(panel, curve, ratio));
  };
  add(1);
  double last = 1;
  for (const double ratio : curve.ratios)
    if (ratio > last) add(last = ratio);
  add(grid.right);
  text += "\n\n# ratio share: points on it\n";
  for (int i = 0; i < points_a_curve; ++i) add(std::pow(grid.right, (i + offset) / points_a_curve));
  return text;
}

std::string count_text(const ProfilePanel& panel) {
  const std::string text = fmt::format("{} problems", panel.problems);
  return panel.unsolved == 0 ? text : fmt::format("{}, {} solved by none", text, panel.unsolved);
}

/// Powers of two, as usual for such profiles, if they do not collide; else powers of ten.
std::string x_tics(double right) {
  if (right > most_in_powers_of_two)
    return fmt::format("10 format '{}'", right > 10000 ? power_of_ten : "%g");
  std::string tics;
  for (int power = 1; power <= right; power *= 2)
    tics += (tics.empty() ? "" : ", ") + fmt::format("{}", power);
  return '(' + tics + ") format '%g'";
}

std::string note_text(bool in_passes) {
  return fmt::format(
      "ρ(τ): share of problems solved within τ times the fastest method's {}. Solved: median (F − D*)/D* ≤ "
      "target.",
      in_passes ? "passes" : "CPU time without setup");
}

void add_panel(FigureWriter& figure, const ProfilePanel& panel, const ProfileGrid& grid) {
  const Manifest& manifest = figure.manifest();
  const bool in_passes = manifest.x_axis == Axis::passes;
  figure.begin_panel(grid.index_of(panel));
  figure.add("  set xlabel '{}' offset 0,0.9", in_passes ? "Ratio of passes τ" : "Ratio of CPU time τ");
  figure.add_y_label("Share solved ρ(τ)");
  std::vector<std::string> parts;
  std::vector<PanelWord> words;
  for (const ProfileCurve& curve : panel.curves) {
    if (curve.ratios.empty()) {
      words.push_back({curve.method, "none solved", true});
      continue;
    }
    const auto entry = std::distance(grid.methods.begin(), grid.methods.find(curve.method));
    const double offset = (static_cast<double>(entry) + 0.5) / static_cast<double>(grid.methods.size());
    const std::string file =
        fmt::format("{}-{}-{}", panel.loss, panel.regularizer, target_text(panel.target));
    const std::string data =
        figure.add_data(data_file_name(file, curve.method, manifest), curve_text(grid, panel, curve, offset));
    parts.push_back(fmt::format("{} index 0 with steps ls {}", data, curve.method + 1));
    parts.push_back(fmt::format("{} index 1 with points ls {} dt solid lw 0.8", data, curve.method + 1));
  }
  figure.add_words(words);
  figure.plot(parts);
}

}  // namespace

std::vector<double> shown_targets(std::span<const ProfilePanel> panels) {
  std::vector<double> targets;
  for (const double target : {1e-2, 1e-4, 1e-6})
    if (std::ranges::find(panels, target, &ProfilePanel::target) != panels.end()) targets.push_back(target);
  if (targets.empty() && !panels.empty()) targets.push_back(panels.front().target);
  return targets;
}

Figure profile_figure(const Manifest& manifest, std::span<const ProfilePanel> panels,
                      const ManifestPart& part) {
  const ProfileGrid grid = make_profile_grid(panels);
  std::vector<PanelHeading> headings(grid.rows.size() * grid.columns.size());
  for (const ProfilePanel& panel : grid.panels)
    headings[grid.index_of(panel)] = {row_title(manifest, panel) + ", target " + target_text(panel.target),
                                      count_text(panel)};
  const std::size_t columns = grid.columns.size() > 1 ? grid.columns.size() : column_count(grid.rows.size());
  FigureWriter figure(manifest, {.name = file_name_text(manifest.name) + part.suffix,
                                 .suffix = "-profile",
                                 .subject = part.remark + ": performance profiles",
                                 .caption = {note_text(manifest.x_axis == Axis::passes)},
                                 .methods = part.methods,
                                 .legend = legend_of({grid.methods.begin(), grid.methods.end()}, manifest),
                                 .headings = with_letters(headings),
                                 .columns = columns});
  // Room on the left, where curves start, and below no problem, for words.
  figure.add("  set xrange [{:.6g}:{:.6g}]; set xtics {} nomirror offset 0,0.4", std::pow(grid.right, -0.02),
             grid.right, x_tics(grid.right));
  if (grid.right <= most_in_powers_of_two) figure.add("  unset mxtics");
  figure.add("  set yrange [-0.14:1.04]; set ytics 0.25 nomirror offset 0.6");
  for (const ProfilePanel& panel : grid.panels) add_panel(figure, panel, grid);
  return figure.take();
}

}  // namespace descent
