#include "plots/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "plots/analysis/aggregate.hpp"
#include "plots/figures/figures.hpp"
#include "plots/labels/labels.hpp"
#include "support/errors.hpp"
#include "support/text/did_you_mean.hpp"
#include "support/text/foreign_text.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

using Words = std::vector<std::string>;

bool has(const Words& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

/// Rejects unknown words.
void check_words(const std::string& what, const Words& wanted, const Words& known) {
  for (const std::string& word : wanted) {
    if (has(known, word)) continue;
    throw ConfigError("{} \"{}\"{}; there are {}", what, shown(word), did_you_mean(word, known),
                      shown_list(known));
  }
}

void add_once(Words& words, const std::string& word) {
  if (!has(words, word)) words.push_back(word);
}

void keep_datasets(const Words& wanted, std::vector<Panel>& panels) {
  Words known;
  for (const Panel& panel : panels) add_once(known, panel.problem.dataset);
  check_words("--only: there is no dataset", wanted, known);
  if (wanted.empty()) return;
  std::erase_if(panels, [&](const Panel& panel) { return !has(wanted, panel.problem.dataset); });
}

/// Also drops panels without any of the methods.
void keep_wanted_methods(const Words& wanted, const Manifest& manifest, std::vector<Panel>& panels) {
  Words known;
  for (const ManifestMethod& method : manifest.methods) add_once(known, method.name);
  for (const ManifestMethod& method : manifest.methods) add_once(known, method.label);
  check_words("--only: there is no method", wanted, known);
  if (wanted.empty()) return;
  std::vector<std::size_t> methods;
  for (std::size_t i = 0; i < manifest.methods.size(); ++i)
    if (has(wanted, manifest.methods[i].name) || has(wanted, manifest.methods[i].label)) methods.push_back(i);
  keep_methods(methods, panels);
}

FigureKind kind_of(const std::string& quantity, std::span<const Panel> panels) {
  if (quantity.empty()) return paper_figure(panels);
  check_words("--quantity: there is no", {quantity},
              Words(std::begin(figure_quantities), std::end(figure_quantities)));
  if (quantity == "objective") return objective_figure(panels);
  return quantity == "nonzeros" ? nonzeros_figure(panels) : suboptimality_figure();
}

/// The methods of the first part that has all methods of the panels, so that they look as in its figures;
/// empty: all methods.
std::vector<std::size_t> methods_beside(std::span<const Panel> panels, const Manifest& manifest) {
  for (const ManifestPart& part : parts_of(manifest)) {
    const bool has_all = std::ranges::all_of(panels, [&](const Panel& panel) {
      return std::ranges::all_of(panel.curves,
                                 [&](const PanelCurve& curve) { return part.has(curve.method); });
    });
    if (has_all) return part.methods;
  }
  return {};
}

}  // namespace

DrawnFiles draw_selection(const std::filesystem::path& path, const FigureSelection& selection) {
  Drawing drawing(path);
  const ResultsFolder results = read_drawable_results(path, selection.models);
  const Manifest& manifest = results.manifest;
  const Axis axis = selection.axis.value_or(axis_of_curves(manifest));
  const ShownLambdas thinned = choose_shown_lambdas(aggregate(results, axis));
  std::vector<Panel> panels = make_panels(manifest, thinned.curves, axis);
  keep_datasets(selection.datasets, panels);
  keep_wanted_methods(selection.methods, manifest, panels);
  FigureKind kind = kind_of(selection.quantity, panels);
  if (panels_of(kind, panels).empty())
    throw ConfigError("{}: none of the panels has anything to show of that", path.string());
  if (!thinned.remark.empty()) kind.remarks.push_back(thinned.remark);
  if (const bool in_passes = manifest.x_axis == Axis::passes; in_passes != (axis == Axis::passes))
    kind.remarks.push_back(fmt::format("The runs were budgeted in {}.", in_passes ? "passes" : "seconds"));
  kind.suffix = "";
  const std::string name = file_name_text(manifest.name + '-' + selection.name);
  DrawnFiles files;
  files.conditions = condition_sentences(manifest);
  const Figure figure =
      curve_figure(name, name, kind, manifest, panels, {.methods = methods_beside(panels, manifest)});
  for (const std::string folder : {selections_folder, "selections/gnuplot/"})
    for (const char end : {'.', '/'}) drawing.remove(folder + name + end);
  files.scripts = {write_figure(drawing, figure, selections_folder)};
  draw_pictures(drawing, files);
  return files;
}

}  // namespace descent
