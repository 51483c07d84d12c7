#include "plots/figures/figure_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "plots/figures/edge_marks.hpp"
#include "plots/gnuplot/figure_layout.hpp"
#include "plots/labels/problem_title.hpp"
#include "support/text/text_width.hpp"

namespace descent {
namespace {

constexpr double shortest_setup = 0.001;  // seconds; shorter ones cannot be seen in a figure
constexpr std::size_t setup_lines = 2;

std::string duration_text(double seconds) {
  if (seconds < 0.00995) return fmt::format("{:.2g} ms", 1000 * seconds);
  if (seconds < 0.9995) return fmt::format("{:.0f} ms", 1000 * seconds);
  return fmt::format("{:.1f} s", seconds);
}

/// "LABEL up to 45 ms (b)" for each method with a setup worth telling, in the legend's order; the letter is
/// that of the panel where it is longest.
std::vector<std::string> setup_texts(const Manifest& manifest, std::span<const Panel> panels) {
  struct Longest {
    double seconds = 0;
    std::string letter{};
  };
  std::vector<Longest> longest(manifest.methods.size());
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      if (curve.setup_seconds > longest[curve.method].seconds)
        longest[curve.method] = {curve.setup_seconds, panel.letter};
    }
  }
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < longest.size(); ++i) {
    if (longest[i].seconds < shortest_setup) continue;
    const std::string& label = manifest.methods[i].label;
    const std::string duration = duration_text(longest[i].seconds);
    texts.push_back(panels.size() == 1 ? fmt::format("{} {}", label, duration)
                                       : fmt::format("{} up to {} ({})", label, duration, longest[i].letter));
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

/// Sentences on as few lines as they fit.
std::vector<std::string> fill_lines(std::span<const std::string> sentences, std::size_t letters) {
  std::vector<std::string> lines;
  for (const std::string& sentence : sentences) {
    if (!lines.empty() && letter_count(lines.back()) + 1 + letter_count(sentence) <= letters) {
      lines.back() += ' ' + sentence;
    } else {
      lines.push_back(sentence);
    }
  }
  return lines;
}

/// Whether a line that is seen elsewhere is above a panel that ends at F(0).
bool any_line_leaves_at_the_top(const FigureKind& kind, std::span<const Panel> panels) {
  return std::ranges::any_of(kind.rows, [&](const FigureRow& row) {
    return std::ranges::any_of(panels, [&](const Panel& panel) {
      const double top = row.range(panel).high;
      return std::ranges::any_of(panel.curves, [&](const PanelCurve& curve) {
        return std::ranges::any_of(curve.points, [&](const CurvePoint& point) {
          return quantity_of(point, row.line).value_or(top) > top;
        });
      });
    });
  });
}

/// What a line and a band are.
std::vector<std::string> curve_sentences(const FigureKind& kind, const Manifest& manifest,
                                         std::span<const Panel> panels) {
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
      any_ends_early = any_ends_early || ends_by_itself(panel, curve, manifest.x_axis);
    }
  }
  const bool has_band =
      std::ranges::any_of(kind.rows, [](const FigureRow& row) { return row.band_low.has_value(); });
  const std::string count = fewest == most ? fmt::format("{}", most) : fmt::format("{} to {}", fewest, most);
  std::vector<std::string> sentences{most == 1 ? "One run each."
                                               : fmt::format("Lines: {} of {} runs.", kind.average, count)};
  if (has_band && runs_differ) sentences.emplace_back("Bands: 10 % to 90 % of the runs.");
  if (any_restarts)
    sentences.emplace_back("Restarted: each point is a run from w = 0 to one tolerance, with its own time.");
  if (any_ends_early) sentences.emplace_back("Where a line ends early, the method stopped by itself.");
  if (any_line_leaves_at_the_top(kind, panels))
    sentences.emplace_back("A line that is cut off at the top is worse than w = 0 there.");
  const bool any_outside = std::ranges::any_of(kind.rows, [&](const FigureRow& row) {
    return std::ranges::any_of(
        panels, [&](const Panel& panel) { return !edge_marks(row, panel, manifest.x_axis).empty(); });
  });
  if (any_outside)
    sentences.emplace_back("A point on a panel's edge without a line: beyond it (almost) all the time.");
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
  for (const char letter : fmt::format("{}", exponent)) {
    power += letter == '-' ? "⁻" : superscripts[static_cast<std::size_t>(letter - '0')];
  }
  return fmt::format("{:.2g}·10{}", digits, power);
}

/// The problems that a figure of suboptimality lacks, with the reason.
std::string missing_text(std::span<const Panel> shown, std::span<const Panel> all) {
  constexpr std::size_t most = 4;
  std::size_t count = 0;
  std::string text;
  for (const Panel& panel : all) {
    if (std::ranges::find(shown, panel.letter, &Panel::letter) != shown.end()) continue;
    if (++count > most) continue;
    const bool has_bound = panel.certificate_gap || panel.lower_bound.value_or(0) > 0;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", panel.name,
                        has_bound ? "no run" : "no positive lower bound");
  }
  return count > most ? fmt::format("{} and {} more", text, count - most) : text;
}

/// What D* is, how far it can be trusted, and which problems have no panel. Nothing if the figure does not
/// show it.
std::vector<std::string> certificate_sentences(const FigureKind& kind, std::span<const Panel> shown,
                                               std::span<const Panel> all) {
  const auto row = std::ranges::find_if(kind.rows, &FigureRow::hatches_certificate);
  if (row == kind.rows.end()) return {};
  double largest_gap = 0;
  bool is_hatched = false;
  bool are_known = true;
  for (const Panel& panel : shown) {
    const double gap = panel.certificate_gap.value_or(0);
    largest_gap = std::max(largest_gap, gap);
    is_hatched = is_hatched || gap > row->range(panel).low;
    are_known = are_known && panel.certificate_gap;
  }
  std::string bound = "D*: certified lower bound of min F";
  if (are_known && largest_gap > 0)
    bound += fmt::format(", at most {} (relative) below it", bound_text(largest_gap));
  std::vector<std::string> sentences{bound + '.'};
  if (is_hatched) sentences.emplace_back("Hatched: below the certificate's gap.");
  const std::string missing = missing_text(shown, all);
  if (!missing.empty()) sentences.push_back(fmt::format("Not shown: {}.", missing));
  return sentences;
}

std::vector<std::string> failure_notes(const Manifest& manifest, std::span<const Panel> panels) {
  std::vector<std::string> failures;
  for (const Panel& panel : panels) {
    for (const PanelCurve& curve : panel.curves) {
      if (curve.failed_runs == 0) continue;
      failures.push_back(fmt::format("{} on {}: {} of {} runs failed or diverged.",
                                     manifest.methods[curve.method].label, panel.name, curve.failed_runs,
                                     curve.runs));
    }
  }
  constexpr std::size_t shown = 4;
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < std::min(shown, failures.size()); ++i) {
    if (i % 2 == 0) notes.emplace_back();
    notes.back() += (i % 2 == 0 ? "" : "   ") + failures[i];
  }
  if (failures.size() > shown) {
    notes.back() += fmt::format("   {} more: see curves.csv.", failures.size() - shown);
  }
  return notes;
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
  const std::size_t letters = note_letters(shown.size());
  std::vector<std::string> sentences{formula_sentence(manifest)};
  const auto curves = curve_sentences(kind, manifest, shown);
  sentences.insert(sentences.end(), curves.begin(), curves.end());
  const auto certificates = certificate_sentences(kind, shown, panels);
  sentences.insert(sentences.end(), certificates.begin(), certificates.end());
  sentences.insert(sentences.end(), kind.remarks.begin(), kind.remarks.end());
  std::vector<std::string> notes = fill_lines(sentences, letters);
  const auto append = [&](const std::vector<std::string>& lines) {
    notes.insert(notes.end(), lines.begin(), lines.end());
  };
  if (manifest.x_axis == Axis::cpu_seconds_with_setup)
    append({"Times include setup: a curve begins where setup and first steps are done."});
  if (manifest.x_axis == Axis::cpu_seconds) append(setup_notes(setup_texts(manifest, shown), letters));
  append(failure_notes(manifest, shown));
  return notes;
}

}  // namespace descent
