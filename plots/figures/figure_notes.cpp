#include "plots/figures/figure_notes.hpp"

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

/// Two digits, rounded up: "3.3e-04" for 3.21e-4.
std::string bound_text(double bound) {
  std::string text = fmt::format("{:.1e}", bound);
  if (std::stod(text) < bound)
    text = fmt::format("{:.1e}", bound + std::pow(10, std::floor(std::log10(bound)) - 1));
  return text;
}

/// "F(w) = Σ hinge + λ‖w‖².", for each regulariser; empty if the title has the formula.
std::string formula_text(const Manifest& manifest) {
  const std::string loss = manifest.losses.size() == 1 ? manifest.losses.front() : "loss";
  const auto formulas = mapped(manifest.regularizers, [&](const std::string& regularizer) {
    return objective_formula(manifest.form, loss, regularizer);
  });
  if (manifest.title.find(formulas.front()) != std::string::npos) return "";
  return fmt::format("F(w) = {}.", fmt::join(formulas, ", or "));
}

/// Meaning of a line and a band, and the longest setup if it is worth reporting.
std::vector<std::string> curve_sentences(const FigureKind& kind, std::span<const Panel> panels) {
  std::uint64_t fewest = 0;
  std::uint64_t most = 0;
  double setup = 0;
  bool has_band = false;
  bool any_ends_early = false;
  bool any_restarts = false;
  const FigureAxis& axis = *kind.rows.front().quantity->figure;
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      fewest = fewest == 0 ? curve.runs : std::min(fewest, curve.runs);
      most = std::max(most, curve.runs);
      setup = std::max(setup, curve.setup_seconds);
      has_band = has_band || (axis.has_band && curve.has_band);
      any_ends_early = any_ends_early || ends_by_itself(panel, curve);
      any_restarts = any_restarts || curve.sampled_by_tolerance;
    }
  }
  std::vector<std::string> sentences;
  if (most == 1)
    sentences.emplace_back("One run each.");
  else
    sentences.push_back(
        fmt::format("{} of {} runs{}.", axis.line == &Spread::median ? "Median" : "Mean",
                    fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most),
                    has_band ? ", bands 10–90 %" : ""));
  if (any_restarts) sentences.emplace_back("Restarted: each point is a run of its own.");
  if (any_ends_early) sentences.emplace_back("Early end: the method stopped.");
  if (setup >= shortest_setup && panels.front().axis != Axis::passes)
    sentences.push_back(
        fmt::format("Setup: up to {}{}.", duration_text(setup),
                    panels.front().axis == Axis::wall_seconds_with_setup ? " of CPU time" : ""));
  return sentences;
}

/// Problems without a panel in a figure of suboptimality, with the reason.
std::string missing_text(std::span<const Panel> shown, std::span<const Panel> all) {
  std::string text;
  for (const Panel& panel : all) {
    if (std::ranges::find(shown, panel.file_letter, &Panel::file_letter) != shown.end()) continue;
    const bool has_bound = panel.certificate_gap || panel.lower_bound.value_or(0) > 0;
    const char* const reason = has_bound           ? "no run"
                               : panel.lower_bound ? "no positive lower bound"
                                                   : "no certified optimum";
    text += fmt::format("{}{} ({})", text.empty() ? " Not shown: " : "; ", panel.title, reason);
  }
  return text.empty() ? text : text + '.';
}

/// Meaning and accuracy of D*, and problems without a panel.
std::string certificate_text(const FigureRow& row, std::span<const Panel> shown, std::span<const Panel> all) {
  double largest_gap = 0;
  bool is_hatched = false;
  bool are_known = true;
  for (const Panel& panel : shown) {
    const double gap = panel.certificate_gap.value_or(0);
    largest_gap = std::max(largest_gap, gap);
    is_hatched = is_hatched || gap > vertical_range(row, panel).low;
    are_known = are_known && panel.certificate_gap;
  }
  const std::string accuracy =
      are_known && largest_gap > 0
          ? fmt::format(", certified to {}{}", bound_text(largest_gap), is_hatched ? " (hatched)" : "")
          : "";
  return fmt::format("D*: lower bound of min F{}.{}", accuracy, missing_text(shown, all));
}

}  // namespace

std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels) {
  const auto shown = panels_of(kind, panels);
  const FigureRow& row = kind.rows.front();
  std::vector<std::string> sentences;
  if (std::string formula = formula_text(manifest); !formula.empty()) sentences.push_back(std::move(formula));
  for (std::string& sentence : curve_sentences(kind, shown)) sentences.push_back(std::move(sentence));
  if (row.quantity->figure->range == RangeRule::to_certificate)
    sentences.push_back(certificate_text(row, shown, panels));
  sentences.insert(sentences.end(), kind.remarks.begin(), kind.remarks.end());
  return sentences;
}

}  // namespace descent
