// Sentences of a curve figure's caption (panel.hpp).

#include "plots/figures/panel.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "plots/labels/labels.hpp"

namespace descent {
namespace {

constexpr double shortest_setup = 0.001;  // seconds; shorter setups are invisible in a figure

std::string duration_text(double seconds) {
  if (seconds < 0.00995) return fmt::format("{:.2g} ms", 1000 * seconds);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", 1000 * seconds);
  return fmt::format("{:.1f} s", seconds);
}

/// The longest mean setup, with its method, if it is worth reporting.
std::vector<std::string> setup_sentences(const Manifest& manifest, std::span<const Panel> panels) {
  if (manifest.x_axis == Axis::passes) return {};
  double longest = 0;
  std::size_t slowest = 0;
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      if (curve.setup_seconds <= longest) continue;
      longest = curve.setup_seconds;
      slowest = curve.method;
    }
  }
  const bool is_long = longest >= shortest_setup;
  const std::string most =
      is_long ? fmt::format(" (up to {}: {})", duration_text(longest), manifest.methods[slowest].label) : "";
  if (manifest.x_axis == Axis::wall_seconds_with_setup)
    return {"Wall time, after the CPU time of setup" + most + '.'};
  if (position_of(manifest.x_axis).adds_setup) return {"CPU time includes setup" + most + '.'};
  if (!is_long) return {};
  return {"Setup before the first step is not in the curves" + most + '.'};
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
  const char* const average = !draws(&Spread::median) ? "mean"
                              : !draws(&Spread::mean) ? "median"
                                                      : "mean, of (F − D*)/D* median,";
  std::vector<std::string> sentences{
      most == 1 ? "One run each."
                : fmt::format("Lines: {} of {} runs (seeds){}.", average, count,
                              has_band && runs_differ ? "; bands: 10 % to 90 %" : "")};
  if (any_restarts)
    sentences.emplace_back("Restarted: each point is a run from w = 0 to one tolerance, with its own time.");
  if (any_ends_early) sentences.emplace_back("Where a line ends early, the method stopped by itself.");
  const bool any_outside =
      std::ranges::any_of(all, [](const SeenPanel& seen) { return !edge_words(seen).empty(); });
  if (any_outside) sentences.emplace_back("Methods beside a word are outside of their panel.");
  return sentences;
}

/// 3.2e-11 → "3.2·10⁻¹¹", rounded up: it is a bound.
std::string bound_text(double value) {
  int exponent = static_cast<int>(std::floor(std::log10(value)));
  double digits = std::ceil(value / std::pow(10, exponent - 1) - 1e-6) / 10;
  if (digits >= 10) {
    digits /= 10;
    ++exponent;
  }
  constexpr std::array superscripts{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string power;
  for (const char letter : fmt::format("{}", exponent))
    power += letter == '-' ? "⁻" : superscripts[static_cast<std::size_t>(letter - '0')];
  return fmt::format("{:.2g}·10{}", digits, power);
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
  std::string bound = "D*: certified lower bound of min F";
  if (are_known && largest_gap > 0)
    bound += fmt::format(", at most {} (relative) below it", bound_text(largest_gap));
  std::vector<std::string> sentences{bound + '.'};
  if (is_hatched) sentences.emplace_back("Hatched: below the certificate's gap.");
  const std::string missing = missing_text(shown, all);
  if (!missing.empty()) sentences.push_back(fmt::format("Not shown: {}.", missing));
  return sentences;
}

}  // namespace

std::string formula_sentence(const Manifest& manifest) {
  const std::string loss = manifest.losses.size() == 1 ? manifest.losses.front() : "loss";
  std::string text = "F(w) = ";
  for (const std::string& regularizer : manifest.regularizers)
    text += (text == "F(w) = " ? "" : ", or ") + objective_formula(manifest.form, loss, regularizer);
  return text + '.';
}

std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels) {
  const auto shown = panels_of(kind, panels);
  const auto seen = seen_panels(kind, shown);
  std::vector<std::string> sentences{formula_sentence(manifest)};
  for (const std::vector<std::string>& more :
       {curve_sentences(kind, shown, seen), setup_sentences(manifest, shown),
        certificate_sentences(seen, shown, panels), kind.remarks})
    sentences.insert(sentences.end(), more.begin(), more.end());
  return sentences;
}

}  // namespace descent
