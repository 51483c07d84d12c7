#include "plots/gnuplot/script_frame.hpp"

#include "plots/gnuplot/appearance.hpp"
#include "plots/gnuplot/gnuplot_text.hpp"

namespace descent {
namespace {

std::vector<LegendEntry> legend_of(const ScriptFrame& frame, const Manifest& manifest) {
  std::vector<LegendEntry> entries;
  for (const std::size_t method : frame.methods) {
    entries.push_back({manifest.methods[method].label, method + 1, true, true});
  }
  entries.insert(entries.end(), frame.others.begin(), frame.others.end());
  return entries;
}

}  // namespace

std::vector<std::string> labels_of(const ScriptFrame& frame, const Manifest& manifest) {
  std::vector<std::string> labels;
  for (const LegendEntry& entry : legend_of(frame, manifest)) labels.push_back(entry.label);
  return labels;
}

void begin_script(GnuplotScript& script, const ScriptFrame& frame, const Manifest& manifest,
                  const FigureLayout& layout) {
  script.add("{}", gnuplot_comment(frame.title));
  script.add(
      "# Drawn by gnuplot (package gnuplot-nox) from the files in {}/. To restyle it, edit this file and run",
      frame.folder);
  script.add("#   gnuplot {}.gp", frame.file);
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
  set multiplot

  small = font.',6'
  set style line 100 lc rgb '#dddddd' lw 0.4 dt solid  # grid
  set datafile missing '?'
  set encoding utf8
  set logscale x
  set grid xtics ytics back ls 100
  set border 15 lw 0.5 lc rgb '#444444'
  set tics scale 0.5, 0.25 nomirror front
  set mxtics 10
  set clip two
  unset key; unset label; unset arrow)",
             frame.file);
}

void end_script(GnuplotScript& script, const ScriptFrame& frame, const Manifest& manifest,
                const FigureLayout& layout, std::span<const std::string> notes) {
  script.add("\n  # Legend and notes");
  script.add("  unset border; unset tics; unset grid; unset xlabel; unset ylabel; unset label");
  script.add(
      "  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1");
  script.add("  unset logscale; set xrange [0:width]; set yrange [0:height]");
  const auto entries = legend_of(frame, manifest);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [x, y] = layout.legend_spot(i);
    const auto& [label, style, has_line, has_point] = entries[i];
    if (has_line)
      script.add("  set arrow {} from {:.3f}, {:.3f} rto 0.34, 0 nohead ls {}", i + 1, x, y, style);
    if (has_point) {
      script.add("  set label {} '' at {:.3f}, {:.3f} point ls {} lw 0.8 dt solid", i + 101, x + 0.17, y,
                 style);
    }
    script.add("  set label {} {} at {:.3f}, {:.3f} left", i + 201, gnuplot_quoted(label), x + 0.4, y);
  }
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const auto [x, y] = layout.note_spot(notes.size() - 1 - i);
    script.add("  set label {} {} at {:.3f}, {:.3f} center font small textcolor rgb '#444444'", i + 301,
               gnuplot_quoted(notes[i]), x, y);
  }
  for (std::size_t i = 0; i < layout.title_lines.size(); ++i) {
    const auto [x, y] = layout.title_spot(i);
    script.add("  set label {} {} at {:.3f}, {:.3f} center font font.',8'", i + 401,
               gnuplot_quoted(layout.title_lines[i]), x, y);
  }
  script.add("  plot NaN\n\n  unset multiplot\n  unset output\n}}");
}

}  // namespace descent
