#include "plots/figure_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace descent {

bool ends_early(const Panel& panel, const PanelCurve& curve, Axis axis) {
  return !curve.points.empty() && axis_position(curve.points.back(), axis) < 0.8 * panel.x.high;
}

std::vector<std::string> figure_notes(const Manifest& manifest, std::span<const Panel> panels) {
  std::uint64_t fewest = 0;
  std::uint64_t most = 0;
  bool has_band = false;
  bool any_ends_early = false;
  std::vector<std::string> failures;
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      fewest = fewest == 0 ? curve.runs : std::min(fewest, curve.runs);
      most = std::max(most, curve.runs);
      has_band = has_band || curve.has_band;
      any_ends_early = any_ends_early || ends_early(panel, curve, manifest.x_axis);
      if (curve.failed_runs > 0) {
        failures.push_back(fmt::format("{} on {}: {} of {} runs failed or diverged.",
                                       manifest.methods[curve.method].label, panel.name, curve.failed_runs,
                                       curve.runs));
      }
    }
  }
  const std::string count = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
  std::string first = most == 1 ? "One run each." : fmt::format("Lines: mean of {} runs.", count);
  if (has_band) first += " Bands: 10 % to 90 % of the runs.";
  if (any_ends_early) first += " Where a line ends early, the method stopped by itself.";
  std::vector<std::string> notes{first};
  constexpr std::size_t shown = 4;
  for (std::size_t i = 0; i < std::min(shown, failures.size()); ++i) {
    if (i % 2 == 0) notes.emplace_back();
    notes.back() += (i % 2 == 0 ? "" : "   ") + failures[i];
  }
  if (failures.size() > shown) {
    notes.back() += fmt::format("   {} more: see curves.csv.", failures.size() - shown);
  }
  return notes;
}

}  // namespace descent
