// Curves of other results, drawn in grey behind the curves of a figure (panel.hpp).

#include "plots/figures/panel.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "plots/analysis/aggregate.hpp"
#include "plots/labels/labels.hpp"

namespace descent {
namespace {

/// Changes the datasets' names of the runs to those that the same data has in `manifest`. Removes other runs,
/// with a note for each of their datasets.
void keep_common_data(const Manifest& manifest, ResultsFolder& other, std::vector<std::string>& notes) {
  std::erase_if(other.runs, [&](StoredRun& run) {
    const std::string name = run.rows.front().dataset;
    const ManifestDataset& data = dataset_of(other.manifest, run.rows.front().problem());
    const auto same = std::ranges::find_if(
        manifest.datasets, [&](const ManifestDataset& each) { return is_same_data(each, data); });
    if (same == manifest.datasets.end()) {
      const bool has_name = std::ranges::count(manifest.datasets, name, &ManifestDataset::name) > 0;
      const std::string note = fmt::format("Not behind: {}, {}.", dataset_title(other.manifest, data),
                                           has_name ? "whose data differ" : "which is not here");
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
      return true;
    }
    for (ResultRow& row : run.rows) row.dataset = same->name;
    return false;
  });
}

}  // namespace

std::vector<std::string> Behind::sentences(bool has_curves) const {
  std::vector<std::string> all = notes;
  if (has_curves) all.insert(all.begin(), remark);
  return all;
}

Behind curves_behind(const ResultsFolder& results, OtherResults other) {
  const Manifest& manifest = results.manifest;
  const std::filesystem::path path = std::filesystem::path(other.path).lexically_normal();
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  Behind behind;
  if (manifest.form != other.results.manifest.form) {
    behind.notes.push_back(fmt::format("Not behind: {}, whose objective has another form.", name));
    return behind;
  }
  const std::set<std::string> models = known(other.results.runs, &StoredRun::processor);
  const bool is_elsewhere = models != known(results.runs, &StoredRun::processor);
  keep_common_data(manifest, other.results, behind.notes);
  std::erase_if(other.results.runs, [&](StoredRun& run) {
    const ResultRow& first = run.rows.front();
    const bool is_here = std::ranges::any_of(
        results.runs, [&](const StoredRun& each) { return is_same_group(each.rows.front(), first); });
    const ManifestOptimum* const optimum = optimum_of(manifest.optima, first.problem());
    if (optimum != nullptr) set_bound(optimum->lower_bound, run.rows);
    return !is_here;
  });
  // Methods and datasets have this folder's order.
  other.results.manifest = manifest;
  behind.curves = aggregate(other.results);
  if (behind.curves.empty()) {
    behind.notes.push_back(fmt::format("Not behind: {}, which has no method on the same problem.", name));
    return behind;
  }
  behind.label = fmt::format("grey: {} ({})", name,
                             models.empty() ? "unknown machine" : fmt::format("{}", fmt::join(models, ", ")));
  behind.remark = fmt::format(
      "Grey: the same methods in {}, {}.", name,
      is_elsewhere ? "whose times are those of another machine" : "measured on the same processor");
  return behind;
}

void put_behind(const Behind& behind, const Manifest& manifest, std::vector<Panel>& panels) {
  for (Panel& other : make_panels(manifest, behind.curves)) {
    const auto panel = std::ranges::find(panels, other.problem, &Panel::problem);
    if (panel == panels.end()) continue;
    std::erase_if(other.curves, [&](const PanelCurve& curve) {
      return std::ranges::count(panel->curves, curve.method, &PanelCurve::method) == 0;
    });
    panel->behind = std::move(other.curves);
  }
}

}  // namespace descent
