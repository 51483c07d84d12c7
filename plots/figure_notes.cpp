#include "plots/figure_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plots/figure_layout.hpp"
#include "plots/gnuplot_text.hpp"

namespace descent {

bool ends_early(const Panel& panel, const PanelCurve& curve, Axis axis) {
  return !curve.points.empty() && axis_position(curve.points.back(), axis) < 0.8 * panel.x.high;
}

namespace {

constexpr double shortest_setup = 0.001;  // seconds; shorter ones cannot be seen in a figure
constexpr std::size_t setup_lines = 2;

std::string duration_text(double seconds) {
  if (seconds < 0.00995) return fmt::format("{:.2g} ms", 1000 * seconds);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", 1000 * seconds);
  return fmt::format("{:.1f} s", seconds);
}

/// "LABEL up to 45 ms" for each method with a setup worth telling, in the legend's order.
std::vector<std::string> setup_texts(const Manifest& manifest, std::span<const Panel> panels) {
  std::vector<double> longest(manifest.methods.size(), 0);
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      longest[curve.method] = std::max(longest[curve.method], curve.setup_seconds);
    }
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < longest.size(); ++i) {
    if (longest[i] < shortest_setup) continue;
    texts.push_back(fmt::format("{} up to {}", manifest.methods[i].label, duration_text(longest[i])));
  }
  return texts;
}

/// The sentence about setup, broken between methods. Those beyond the last line are only counted.
std::vector<std::string> setup_notes(std::span<const std::string> texts, std::size_t letters) {
  if (texts.empty()) return {};
  std::vector<std::string> lines{"Setup before the first step is not in the curves:"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool is_last = i + 1 == texts.size();
    const std::string text = texts[i] + (is_last ? "." : ",");
    const std::string rest = fmt::format(" {} more: see curves.csv.", texts.size() - i);
    // The last line keeps room for the count of those that do not fit.
    const std::size_t kept = lines.size() < setup_lines || is_last ? 0 : letter_count(rest);
    if (letter_count(lines.back()) + 1 + letter_count(text) + kept <= letters) {
      lines.back() += ' ' + text;
    } else if (lines.size() < setup_lines) {
      lines.push_back(text);
    } else {
      lines.back() += rest;
      break;
    }
  }
  return lines;
}

}  // namespace

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
      // A curve whose runs died ends for that reason, which stands in a note of its own.
      any_ends_early =
          any_ends_early || (curve.failed_runs == 0 && ends_early(panel, curve, manifest.x_axis));
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
  if (manifest.x_axis == Axis::cpu_seconds) {
    const auto setup = setup_notes(setup_texts(manifest, panels), note_letters(panels.size()));
    notes.insert(notes.end(), setup.begin(), setup.end());
  }
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
