// Sentences of a curve figure's caption (panel.hpp).

#include "plots/figures/panel.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "plots/labels/labels.hpp"
#include "support/ranges.hpp"

namespace descent {
namespace {

constexpr double shortest_setup = 0.001;  // seconds; shorter setups are invisible in a figure

std::string duration_text(double seconds) {
  if (seconds < 0.00995) return fmt::format("{:.2g} ms", 1000 * seconds);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", 1000 * seconds);
  return fmt::format("{:.1f} s", seconds);
}

/// The longest mean setup, if it is worth reporting. The axis' name says if it is in the times.
std::vector<std::string> setup_sentences(std::span<const Panel> panels) {
  double longest = 0;
  for (const Panel& panel : panels)
    for (const PanelCurve& curve : panel.curves) longest = std::max(longest, curve.setup_seconds);
  if (longest < shortest_setup || panels.front().axis == Axis::passes) return {};
  const bool is_mixed = panels.front().axis == Axis::wall_seconds_with_setup;
  return {fmt::format("Setup: up to {}{}.", duration_text(longest), is_mixed ? " of CPU time" : "")};
}

std::vector<SeenPanel> seen_panels(const FigureKind& kind, std::span<const Panel> panels) {
  std::vector<SeenPanel> seen;
  for (const FigureRow& row : kind.rows)
    for (const Panel& panel : panels)
      if (!row.over_passes || !panel.over_passes.empty()) seen.push_back(seen_panel(kind, row, panel));
  return seen;
}

/// Meaning of a line and a band.
std::vector<std::string> curve_sentences(const FigureKind& kind, std::span<const Panel> panels,
                                         std::span<const SeenPanel> all) {
  std::uint64_t fewest = 0;
  std::uint64_t most = 0;
  bool runs_differ = false;
  bool any_ends_early = false;
  bool any_restarts = false;
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      any_restarts = any_restarts || curve.sampled_by_tolerance;
      fewest = fewest == 0 ? curve.runs : std::min(fewest, curve.runs);
      most = std::max(most, curve.runs);
      runs_differ = runs_differ || curve.has_band;
      any_ends_early = any_ends_early || ends_by_itself(panel, curve);
    }
  }
  const bool has_band =
      std::ranges::any_of(kind.rows, [](const FigureRow& row) { return row.quantity->figure->has_band; });
  const std::string count = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
  const auto draws = [&](std::optional<double> Spread::*line) {
    return std::ranges::any_of(all,
                               [&](const SeenPanel& seen) { return seen.quantity.figure->line == line; });
  };
  const char* const average = !draws(&Spread::median) ? "Mean"
                              : !draws(&Spread::mean) ? "Median"
                                                      : "Mean (suboptimality: median)";
  std::vector<std::string> sentences{most == 1
                                         ? "One run each."
                                         : fmt::format("{} of {} runs{}.", average, count,
                                                       has_band && runs_differ ? ", bands 10–90 %" : "")};
  if (any_restarts) sentences.emplace_back("Restarted: each point is a run from w = 0 to one tolerance.");
  if (any_ends_early) sentences.emplace_back("Early end: the method stopped.");
  return sentences;
}

/// Problems without a panel in a figure of suboptimality, with the reason.
std::string missing_text(std::span<const Panel> shown, std::span<const Panel> all) {
  std::string text;
  for (const Panel& panel : all) {
    if (std::ranges::find(shown, panel.letter, &Panel::letter) != shown.end()) continue;
    const bool has_bound = panel.certificate_gap || panel.lower_bound.value_or(0) > 0;
    const char* const reason = has_bound           ? "no run"
                               : panel.lower_bound ? "no positive lower bound"
                                                   : "no certified optimum";
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", panel.title, reason);
  }
  return text;
}

/// Meaning and accuracy of D*, and problems without a panel. Empty if the figure does not show D*.
std::vector<std::string> certificate_sentences(std::span<const SeenPanel> seen, std::span<const Panel> shown,
                                               std::span<const Panel> all) {
  double largest_gap = 0;
  bool is_shown = false;
  bool is_hatched = false;
  bool are_known = true;
  for (const auto& [panel, quantity, x, y] : seen) {
    if (quantity.figure->range != RangeRule::to_certificate) continue;
    is_shown = true;
    const double gap = panel.certificate_gap.value_or(0);
    largest_gap = std::max(largest_gap, gap);
    is_hatched = is_hatched || gap > y.low;
    are_known = are_known && panel.certificate_gap;
  }
  if (!is_shown) return {};
  std::string bound = "D*: lower bound of min F";
  if (are_known && largest_gap > 0)
    bound += fmt::format(", certified to {:.1e}{}", largest_gap, is_hatched ? " (hatched)" : "");
  std::vector<std::string> sentences{bound + '.'};
  const std::string missing = missing_text(shown, all);
  if (!missing.empty()) sentences.push_back(fmt::format("Not shown: {}.", missing));
  return sentences;
}

/// "F(w) = Σ hinge + λ‖w‖².", for each regulariser; none if the title has the formula.
std::vector<std::string> formula_sentences(const Manifest& manifest) {
  const std::string loss = manifest.losses.size() == 1 ? manifest.losses.front() : "loss";
  const auto formulas = mapped(manifest.regularizers, [&](const std::string& regularizer) {
    return objective_formula(manifest.form, loss, regularizer);
  });
  if (manifest.title.find(formulas.front()) != std::string::npos) return {};
  return {fmt::format("F(w) = {}.", fmt::join(formulas, ", or "))};
}

}  // namespace

std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels) {
  const auto shown = panels_of(kind, panels);
  const auto seen = seen_panels(kind, shown);
  std::vector<std::string> sentences;
  for (const std::vector<std::string>& more :
       {formula_sentences(manifest), curve_sentences(kind, shown, seen), setup_sentences(shown),
        certificate_sentences(seen, shown, panels), kind.remarks})
    sentences.insert(sentences.end(), more.begin(), more.end());
  return sentences;
}

}  // namespace descent
