#include "plots/figures/residual_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plots/figures/curve_file.hpp"
#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/gnuplot_text.hpp"
#include "plots/gnuplot/panel_frame.hpp"
#include "plots/gnuplot/script_frame.hpp"
#include "plots/labels/problem_title.hpp"
#include "plots/results/run_groups.hpp"
#include "support/files/atomic_file.hpp"
#include "support/text/plural.hpp"
#include "support/text/safe_names.hpp"
#include "support/text/text_width.hpp"

namespace descent {
namespace {

constexpr std::size_t most_panels = 12;
constexpr std::size_t primal_style = 101;  // gnuplot's; 100 is the grid
constexpr std::size_t dual_style = 102;
constexpr std::size_t most_points = 80;  // more of them would hide the line
constexpr double smallest_share = 1e-3;

/// The checkpoints that saw a further outer iteration complete.
std::vector<ResultRow> outer_rows(const std::vector<ResultRow>& run) {
  std::vector<ResultRow> rows;
  std::uint64_t seen = 0;
  for (const ResultRow& row : run) {
    if (!row.primal_residual || !row.dual_residual || row.outer_iterations.value_or(0) == seen) continue;
    seen = *row.outer_iterations;
    rows.push_back(row);
  }
  return rows;
}

bool can_be_drawn(double residual) {
  return std::isfinite(residual) && residual > 0;
}

/// From the largest residual to the smallest, but not far below the least that both were together: one that
/// consists of rounding errors, or is exactly 0, would squeeze the other into the top.
AxisRange residual_range(const std::vector<ResultRow>& rows) {
  double low = std::numeric_limits<double>::infinity();
  double low_of_both = low;
  double high = 0;
  for (const ResultRow& row : rows) {
    for (const double residual : {*row.primal_residual, *row.dual_residual}) {
      if (!can_be_drawn(residual)) continue;
      low = std::min(low, residual);
      high = std::max(high, residual);
    }
    const double larger = std::max(*row.primal_residual, *row.dual_residual);
    if (can_be_drawn(larger)) low_of_both = std::min(low_of_both, larger);
  }
  if (!(high > 0)) return power_range(1e-16, 1);
  return power_range(std::max(low, smallest_share * low_of_both), high);
}

/// The text of a data file. What lies below the panel is kept near it: 0 has no logarithm.
std::string curve_text(const std::vector<ResultRow>& rows, const AxisRange& range) {
  const auto text = [&](double residual) {
    return std::isfinite(residual) ? fmt::format("{:.8g}", std::max(residual, range.low / 1e3)) : "?";
  };
  std::string lines = "# updates primal_residual dual_residual\n";
  for (const ResultRow& row : rows) {
    lines += fmt::format("{} {} {}\n", row.updates, text(*row.primal_residual), text(*row.dual_residual));
  }
  return lines;
}

/// Adds the commands that draw a cell's first run and writes its data file into the folder `figures`.
void add_panel(GnuplotScript& script, const RunGroup& cell, std::size_t place, bool has_letter,
               const Manifest& manifest, const ScriptFrame& frame, const FigureLayout& layout,
               const std::filesystem::path& figures) {
  const auto& run = *cell.runs.front();
  const auto rows = outer_rows(run);
  const ManifestDataset& dataset = dataset_of(manifest, cell);
  const AxisRange y = residual_range(rows);
  const std::size_t method = place_of_method(manifest, cell);
  const std::string letter = panel_letter(place);
  const std::string file = fmt::format("{}/{}-{}-{}.dat", frame.folder, letter, method + 1,
                                       method_file_text(manifest.methods[method]));
  write_atomically(figures / file, curve_text(rows, y));

  const std::string title = has_letter ? fmt::format("({}) {}", letter, cell.label) : cell.label;
  const std::string name = panel_name(manifest, dataset, cell.loss, cell.regularizer);
  const auto outer = *rows.back().outer_iterations;
  const std::string subtitle = fmt::format("{}, λ = {}: {} outer step{}, {}", marked_name(name, dataset),
                                           lambda_title(manifest, dataset, cell.lambda),
                                           with_thousands(outer), outer == 1 ? "" : "s", run.back().status);
  const auto box = layout.panel_box(place, 0);
  script.add("\n  {}", gnuplot_comment(title));
  place_panel(script, box, layout);
  add_panel_titles(script, title, subtitle, box, layout);
  const auto last = static_cast<double>(rows.back().updates);
  script.add("  set xrange [0:{:.8g}]; set xtics {:.8g} nomirror format '%.0f' offset 0,0.4", 1.03 * last,
             std::max(1.0, linear_range(0, last).step));
  script.add("  set xlabel 'Inner iterations' offset 0,0.9");
  script.add("  set yrange [{:.8g}:{:.8g}]; set ytics {} nomirror format '10^{{%T}}' offset 0.6", y.low,
             y.high, power_tics(y));
  script.add("  {}",
             place % layout.columns == 0 ? "set ylabel 'Norm of the residual' offset 1.6" : "unset ylabel");
  const char* const plot_style = rows.size() > most_points ? "lines" : "linespoints";
  const std::string quoted = gnuplot_verbatim(file);
  script.add("  plot {0} using 1:2 with {1} ls {2}, \\\n    {0} using 1:3 with {1} ls {3}", quoted,
             plot_style, primal_style, dual_style);
  script.add("  unset label");
}

std::vector<std::string> note_lines(std::size_t cells, std::size_t letters) {
  std::string text =
      "Residuals of the latest outer step, over the inner iterations so far; one run each, the first seed. A "
      "residual far below the other leaves the panel.";
  if (cells > most_panels)
    text += fmt::format(" Not shown: {} more, see the run files.", cells - most_panels);
  return wrapped_lines(text, letters);
}

}  // namespace

DrawnFiles write_residual_figure(const std::filesystem::path& folder, const ResultsFolder& results) {
  const Manifest& manifest = results.manifest;
  std::vector<RunGroup> cells = run_groups(results);
  std::erase_if(cells, [](const RunGroup& cell) { return outer_rows(*cell.runs.front()).empty(); });
  if (cells.empty()) return {};
  const std::size_t panels = std::min(cells.size(), most_panels);
  const std::string name = file_name_text(manifest.name) + "-residuals";
  const auto figures = folder / "figures";
  make_folder(figures / name);
  const ScriptFrame frame{
      name,
      name,
      manifest.title + ": residuals",
      {},
      {{"Primal residual", primal_style, true, true}, {"Dual residual", dual_style, true, true}}};
  const auto notes = note_lines(cells.size(), note_letters(panels));
  const double row_height = 1.2;
  const FigureLayout layout =
      make_layout(frame.title, panels, {&row_height, 1}, labels_of(frame, manifest), notes.size());
  GnuplotScript script;
  begin_script(script, frame, manifest, layout);
  script.add("  set style line {} lc rgb '#0072B2' lw 1.3 dt solid pt 7 ps 0.35", primal_style);
  script.add("  set style line {} lc rgb '#D55E00' lw 1.3 dt (5, 2) pt 6 ps 0.4", dual_style);
  script.add("  unset logscale x; unset mxtics; set logscale y; set mytics 10");
  for (std::size_t i = 0; i < panels; ++i) {
    add_panel(script, cells[i], i, panels > 1, manifest, frame, layout, figures);
  }
  end_script(script, frame, manifest, layout, notes);
  DrawnFiles files;
  files.scripts = {figures / (name + ".gp")};
  write_atomically(files.scripts[0], script.take());
  return files;
}

}  // namespace descent
