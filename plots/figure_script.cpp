#include "plots/figure_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "plots/appearance.hpp"
#include "plots/figure_layout.hpp"
#include "plots/figure_notes.hpp"
#include "plots/gnuplot_text.hpp"

namespace descent {
namespace {

constexpr std::size_t point_interval = 10;

/// Collects the script's lines.
class Script {
 public:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    text_ += '\n';
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string number(double value) {
  return fmt::format("{:.10g}", value);
}

void add_head(Script& script, const std::string& figure, const Manifest& manifest,
              const FigureLayout& layout) {
  script.add("{}", gnuplot_comment(manifest.title));
  script.add(
      "# Drawn by gnuplot (package gnuplot-nox) from the files in {}/. To restyle it, edit this file and run",
      figure);
  script.add("#   gnuplot {}.gp", figure);
  script.add(
      "# in this folder. `descent plot` writes this file anew: keep an edited one under another name.");
  script.add("if (!exists('output_prefix')) output_prefix = ''");
  script.add("font = 'DejaVu Sans'  # package fonts-dejavu-core, which gnuplot-nox brings along");
  script.add("width = {:.2f}; height = {:.2f}  # inches", layout.width, layout.height);
  script.add("dpi = 220  # dots an inch of the bitmap");
  script.add("");
  script.add("# One line style a method, the same in every figure.");
  const auto styles = appearances(manifest.methods);
  for (std::size_t i = 0; i < styles.size(); ++i) {
    const Appearance& style = styles[i];
    script.add("set style line {} lc rgb '{}' lw {} dt {} pt {} ps 0.55  {}", i + 1, style.colour,
               style.line_width, style.dash, style.point,
               gnuplot_comment(manifest.methods[i].name + ' ' + manifest.methods[i].variant));
  }
}

/// One plot command: bands first, so that no line is hidden by one.
void add_curves(Script& script, const Panel& panel, const Manifest& manifest, const std::string& figure,
                bool is_objective) {
  std::vector<std::string> parts;
  const std::string y = is_objective ? "2" : "5";
  for (const PanelCurve& curve : panel.curves) {
    if (!is_objective || !curve.has_band || curve.points.empty()) continue;
    parts.push_back(fmt::format(
        "{} using 1:(cut($3)):(cut($4)) with filledcurves ls {} fs transparent solid band noborder",
        gnuplot_verbatim(curve_file(figure, panel, curve, manifest)), curve.method + 1));
  }
  for (const PanelCurve& curve : panel.curves) {
    if (curve.points.empty()) continue;
    const std::string file = gnuplot_verbatim(curve_file(figure, panel, curve, manifest));
    parts.push_back(fmt::format("{} using 1:{} with lines ls {}", file, y, curve.method + 1));
    // Points of different methods are kept apart; a curve that ends early has one at its end.
    const std::size_t last = curve.points.size() - 1;
    const std::size_t offset = ends_early(panel, curve, manifest.x_axis)
                                   ? last % point_interval
                                   : std::min(last, 1 + 3 * curve.method % 8);
    parts.push_back(fmt::format("{} using 1:{} every {}::{} with points ls {} dt solid lw 0.8", file, y,
                                point_interval, offset, curve.method + 1));
  }
  if (parts.empty()) parts.emplace_back("NaN");
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", \\\n    ") + part;
  script.add("  plot {}", text);
}

/// Gives a panel its place, in shares of the figure.
void add_margins(Script& script, const FigureLayout::Box& box, const FigureLayout& layout) {
  script.add("  set lmargin at screen {:.4f}; set rmargin at screen {:.4f}", box.left / layout.width,
             box.right / layout.width);
  script.add("  set bmargin at screen {:.4f}; set tmargin at screen {:.4f}", box.bottom / layout.height,
             box.top / layout.height);
}

/// Powers of ten; over less than two decades also twice and five times these.
std::string x_tics(const AxisRange& range) {
  if (range.high >= 100 * range.low) return "10";
  std::string tics;
  for (double power = std::pow(10, std::floor(std::log10(range.low))); power <= range.high; power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double tic = factor * power;
      if (tic >= range.low && tic <= range.high)
        tics += (tics.empty() ? "" : ", ") + fmt::format("{:.6g}", tic);
    }
  }
  return tics.empty() ? "autofreq" : '(' + tics + ')';
}

void add_y_axis(Script& script, const AxisRange& range, const char* name, bool is_leftmost) {
  script.add("  set yrange [{}:{}]; set ytics {} nomirror offset 0.6", number(range.low), number(range.high),
             number(range.step));
  if (is_leftmost) {
    script.add("  set ylabel '{}' offset 1.6", name);
  } else {
    script.add("  unset ylabel");
  }
}

void add_panel(Script& script, std::size_t place, const Panel& panel, const Manifest& manifest,
               const std::string& figure, const FigureLayout& layout) {
  const auto above = layout.objective_box(place);
  const bool is_leftmost = place % layout.columns == 0;
  const bool is_plain = panel.x.low >= 0.0005 && panel.x.high <= 20000;
  script.add("\n  {}", gnuplot_comment(panel.title));
  add_margins(script, above, layout);
  script.add("  set label 1 {} at screen {:.4f}, {:.4f} left font font.\" Bold,7\"",
             gnuplot_quoted(panel.title), above.left / layout.width, (above.top + 0.22) / layout.height);
  script.add("  set label 2 {} at screen {:.4f}, {:.4f} left font small", gnuplot_quoted(panel.subtitle),
             above.left / layout.width, (above.top + 0.09) / layout.height);
  script.add("  set xrange [{}:{}]", number(panel.x.low), number(panel.x.high));
  script.add("  set xtics {} nomirror format ''; unset xlabel", x_tics(panel.x));
  // gnuplot cannot clip areas that reach far beyond the panel.
  script.add("  cut(y) = y < {0} ? y : {0}", number(4 * panel.objective.high - 3 * panel.objective.low));
  add_y_axis(script, panel.objective, "Objective {/:Italic F}({/:Italic w})", is_leftmost);
  add_curves(script, panel, manifest, figure, true);

  add_margins(script, layout.density_box(place), layout);
  script.add("  unset label 1; unset label 2");
  script.add("  set xtics format '{}' offset 0,0.4", is_plain ? "%g" : "10^{%T}");
  script.add("  set xlabel '{}' offset 0,0.9",
             manifest.x_axis == Axis::passes ? "Passes over the data" : "CPU time (seconds)");
  add_y_axis(script, panel.density, "Nonzeros (%)", is_leftmost);
  add_curves(script, panel, manifest, figure, false);
}

void add_legend(Script& script, const Manifest& manifest, const FigureLayout& layout,
                std::span<const std::string> notes) {
  script.add("\n  # Legend and notes");
  script.add("  unset border; unset tics; unset grid; unset xlabel; unset ylabel");
  script.add(
      "  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1");
  script.add("  unset logscale; set xrange [0:width]; set yrange [0:height]");
  for (std::size_t i = 0; i < manifest.methods.size(); ++i) {
    const auto [x, y] = layout.legend_spot(i);
    script.add("  set arrow {} from {:.3f}, {:.3f} rto 0.34, 0 nohead ls {}", i + 1, x, y, i + 1);
    script.add("  set label {} '' at {:.3f}, {:.3f} point ls {} lw 0.8 dt solid", i + 101, x + 0.17, y,
               i + 1);
    script.add("  set label {} {} at {:.3f}, {:.3f} left", i + 201, gnuplot_quoted(manifest.methods[i].label),
               x + 0.4, y);
  }
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const auto [x, y] = layout.note_spot(notes.size() - 1 - i);
    script.add("  set label {} {} at {:.3f}, {:.3f} center font small textcolor rgb '#444444'", i + 301,
               gnuplot_quoted(notes[i]), x, y);
  }
  const auto [x, y] = layout.title_spot();
  script.add("  set label 400 {} at {:.3f}, {:.3f} center font font.',8'", gnuplot_quoted(manifest.title), x,
             y);
  script.add("  plot NaN");
}

}  // namespace

std::string curve_file(const std::string& figure, const Panel& panel, const PanelCurve& curve,
                       const Manifest& manifest) {
  const ManifestMethod& method = manifest.methods[curve.method];
  const std::string name = method.variant.empty() ? method.name : method.name + '-' + method.variant;
  return fmt::format("{}/{}-{}-{}.dat", figure, panel.letter, curve.method + 1, file_name_text(name));
}

std::string curve_file_text(const PanelCurve& curve, Axis axis) {
  std::string text = fmt::format("# {} objective_mean objective_p10 objective_p90 nonzero_percent\n",
                                 axis == Axis::passes ? "passes" : "cpu_seconds");
  for (const CurvePoint& point : curve.points) {
    text += fmt::format("{:.10g} {:.12g} {:.12g} {:.12g} {}\n", axis_position(point, axis),
                        *point.objective_mean, *point.objective_p10, *point.objective_p90,
                        point.density_mean ? number(100 * *point.density_mean) : "?");
  }
  return text;
}

std::string figure_script(const std::string& figure, const Manifest& manifest,
                          std::span<const Panel> panels) {
  const auto notes = figure_notes(manifest, panels);
  const FigureLayout layout = make_layout(panels.size(), manifest.methods, notes.size());
  Script script;
  add_head(script, figure, manifest, layout);
  // Sizes are points of PDF, 72 an inch; SVG has 96 dots an inch. The factors make text and lines as large
  // in all three, since the cairo terminals scale both in ways of their own.
  script.add(R"(do for [format in 'pdf svg png'] {{
  if (format eq 'pdf') {{
    set terminal pdfcairo enhanced color size width,height font font.',7' fontscale 0.84 linewidth 2 pointscale 1.2 butt
  }}
  if (format eq 'svg') {{
    set terminal svg enhanced size width*96,height*96 dynamic font font.',9.3' linewidth 1.33 background '#ffffff'
  }}
  if (format eq 'png') {{
    set terminal pngcairo enhanced color size width*dpi,height*dpi font font.',7' fontscale 0.84*dpi/72. \
        linewidth dpi/72. pointscale dpi/72. background '#ffffff'
  }}
  set output output_prefix.'{}.'.format
  set multiplot)",
             figure);
  // Many bands on top of each other would hide the lines.
  script.add("\n  band = {}  # opacity", manifest.methods.size() > 6 ? "0.10" : "0.15");
  script.add(R"(  small = font.',6'
  set style line 100 lc rgb '#dddddd' lw 0.4 dt solid  # grid
  set datafile missing '?'
  set encoding utf8
  set logscale x
  set grid xtics ytics back ls 100
  set border 15 lw 0.5 lc rgb '#444444'
  set tics scale 0.5, 0.25 nomirror front
  set mxtics 10
  set clip two
  unset key; unset label; unset arrow)");
  for (std::size_t i = 0; i < panels.size(); ++i) add_panel(script, i, panels[i], manifest, figure, layout);
  add_legend(script, manifest, layout, notes);
  script.add("\n  unset multiplot\n  unset output\n}}");
  return script.take();
}

}  // namespace descent
