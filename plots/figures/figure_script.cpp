#include "plots/figures/figure_script.hpp"

#include <algorithm>
#include <vector>

#include "plots/figures/figure_notes.hpp"
#include "plots/figures/panel_script.hpp"
#include "plots/gnuplot/figure_layout.hpp"
#include "plots/gnuplot/gnuplot_script.hpp"
#include "plots/gnuplot/script_frame.hpp"

namespace descent {
namespace {

/// The methods that some panel has a curve of, in the manifest's order.
std::vector<std::size_t> methods_in(std::span<const Panel> panels, const Manifest& manifest) {
  std::vector<std::size_t> methods;
  for (std::size_t method = 0; method < manifest.methods.size(); ++method) {
    const bool is_shown = std::ranges::any_of(panels, [&](const Panel& panel) {
      return std::ranges::find(panel.curves, method, &PanelCurve::method) != panel.curves.end();
    });
    if (is_shown) methods.push_back(method);
  }
  return methods;
}

}  // namespace

std::string figure_name(const std::string& name, const FigureKind& kind) {
  return name + kind.suffix;
}

std::string figure_script(const std::string& name, const FigureKind& kind, const Manifest& manifest,
                          std::span<const Panel> panels) {
  const auto shown = panels_of(kind, panels);
  const auto notes = figure_notes(kind, manifest, panels);
  const ScriptFrame frame{figure_name(name, kind), name, manifest.title + kind.subject,
                          methods_in(shown, manifest)};
  std::vector<double> row_heights;
  for (const FigureRow& row : kind.rows) row_heights.push_back(row.height);
  const FigureLayout layout =
      make_layout(frame.title, shown.size(), row_heights, labels_of(frame, manifest), notes.size());

  GnuplotScript script;
  begin_script(script, frame, manifest, layout);
  // Many bands on top of each other would hide the lines.
  script.add("\n  band = {}  # opacity", frame.methods.size() > 6 ? "0.10" : "0.15");
  for (std::size_t i = 0; i < shown.size(); ++i) {
    add_panel(script, kind, i, shown[i], manifest, name, layout);
  }
  end_script(script, frame, manifest, layout, notes);
  return script.take();
}

}  // namespace descent
