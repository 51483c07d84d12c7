#include "plots/gnuplot/figure_writer.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "plots/gnuplot/appearance.hpp"
#include "plots/gnuplot/gnuplot_text.hpp"
#include "support/files/atomic_file.hpp"
#include "support/text/safe_names.hpp"
#include "support/text/text_width.hpp"

namespace descent {
namespace {

// For DejaVu Sans, as shares of an inch at one point.
constexpr double heading_letter_width = 0.0096;
constexpr double subtitle_letter_width = 0.0085;
constexpr double smallest_points = 5;
constexpr double overhang = 0.08;  // inches into the gap between panels

/// A text and the size of its letters.
struct FittedText {
  std::string text;
  double points;
};

FittedText fitted(const std::string& text, double points, double width_at_one_point, double room) {
  const auto letters = [&](double size) { return room / (size * width_at_one_point); };
  const auto count = static_cast<double>(letter_count(text));
  if (count <= letters(points)) return {text, points};
  if (count <= letters(smallest_points)) return {text, points * letters(points) / count};
  const auto kept = static_cast<std::size_t>(std::max(1.0, letters(smallest_points) - 1));
  std::string shorter;
  std::size_t seen = 0;
  for (const char byte : text) {
    if ((byte & 0xC0) != 0x80 && ++seen > kept) break;
    shorter += byte;
  }
  return {shorter + "…", smallest_points};
}

}  // namespace

std::string panel_letter(std::size_t panel) {
  const std::string last(1, static_cast<char>('a' + panel % 26));
  return panel < 26 ? last : panel_letter(panel / 26 - 1) + last;
}

std::string data_file_name(const std::string& panel, std::size_t method, const Manifest& manifest) {
  const ManifestMethod& drawn = manifest.methods[method];
  const std::string name = drawn.variant.empty() ? drawn.name : drawn.name + '-' + drawn.variant;
  return fmt::format("{}-{}-{}.dat", panel, method + 1, file_name_text(name));
}

std::vector<LegendEntry> legend_of(const std::vector<std::size_t>& methods, const Manifest& manifest) {
  std::vector<LegendEntry> entries;
  for (const std::size_t method : methods) entries.push_back({manifest.methods[method].label, method + 1});
  return entries;
}

FigureWriter::FigureWriter(const Manifest& manifest, FigureFrame frame)
    : manifest_(manifest), frame_(std::move(frame)) {
  if (frame_.name.empty()) frame_.name = file_name_text(manifest.name);
  file_ = frame_.name + frame_.suffix;
  folder_ = frame_.has_common_data ? frame_.name : file_;
  std::vector<std::string>& notes = frame_.notes;
  if (!frame_.note.empty()) notes = note_lines(frame_.note, frame_.columns);
  if (manifest.missing_runs > 0)
    notes.push_back(fmt::format("Missing: {} of {} runs.", manifest.missing_runs, manifest.runs.size()));
  if (!manifest.unproven.is_empty()) notes.push_back(manifest.unproven.note());
  std::vector<std::string> labels;
  for (const LegendEntry& entry : frame_.legend) labels.push_back(entry.label);
  layout_ = make_layout(manifest.title + frame_.subject, frame_.problems, frame_.columns, frame_.row_heights,
                        labels, notes.size());
  begin_script();
}

void FigureWriter::begin_script() {
  add("{}", gnuplot_comment(manifest_.title + frame_.subject));
  add("# Drawn by gnuplot (package gnuplot-nox) from the files in {}/. To restyle it, edit this file and run",
      folder_);
  add("#   gnuplot {}.gp", file_);
  add("# in this folder. `descent plot` writes this file anew: keep an edited one under another name.");
  add("if (!exists('output_prefix')) output_prefix = ''");
  add("font = 'DejaVu Sans'  # package fonts-dejavu-core, which gnuplot-nox brings along");
  add("width = {:.2f}; height = {:.2f}  # inches", layout_.width, layout_.height);
  add("dpi = 220  # dots an inch of the bitmap");
  add("");
  add("# One line style a method, the same in every figure.");
  const auto styles = appearances(manifest_.methods);
  for (std::size_t i = 0; i < styles.size(); ++i) {
    const Appearance& style = styles[i];
    add("set style line {} lc rgb '{}' lw {} dt {} pt {} ps 0.55  {}", i + 1, style.colour, style.line_width,
        style.dash, style.point,
        gnuplot_comment(manifest_.methods[i].name + ' ' + manifest_.methods[i].variant));
  }
  // Sizes are points of PDF, 72 an inch; SVG has 96 dots an inch. The factors make text and lines as large
  // in all three, since the cairo terminals scale both in ways of their own.
  add(R"(do for [format in 'pdf svg png'] {{
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
      file_);
}

std::string FigureWriter::with_letter(std::size_t problem, const std::string& title) const {
  return frame_.problems > 1 ? fmt::format("({}) {}", panel_letter(problem), title) : title;
}

void FigureWriter::begin_panel(std::size_t problem, const std::string& title, const std::string& subtitle) {
  add("\n  {}", gnuplot_comment(title));
  begin_panel(problem, 0);
  const FigureLayout::Box box = layout_.panel_box(problem, 0);
  const double room = box.right - box.left + overhang;
  const FittedText above = fitted(title, 7, heading_letter_width, room);
  const FittedText below = fitted(subtitle, 6, subtitle_letter_width, room);
  add("  set label 1 {} at screen {:.4f}, {:.4f} left font font.\" Bold,{:.3g}\"", gnuplot_quoted(above.text),
      box.left / layout_.width, (box.top + 0.22) / layout_.height, above.points);
  add("  set label 2 {} at screen {:.4f}, {:.4f} left font font.',{:.3g}'", gnuplot_quoted(below.text),
      box.left / layout_.width, (box.top + 0.09) / layout_.height, below.points);
}

void FigureWriter::begin_panel(std::size_t problem, std::size_t row) {
  problem_ = problem;
  const FigureLayout::Box box = layout_.panel_box(problem, row);
  add("  set lmargin at screen {:.4f}; set rmargin at screen {:.4f}", box.left / layout_.width,
      box.right / layout_.width);
  add("  set bmargin at screen {:.4f}; set tmargin at screen {:.4f}", box.bottom / layout_.height,
      box.top / layout_.height);
}

void FigureWriter::add_y_label(const std::string& label) {
  const bool is_leftmost = problem_ % layout_.columns == 0;
  add("  {}", is_leftmost ? fmt::format("set ylabel '{}' offset 1.6", label) : "unset ylabel");
}

std::string FigureWriter::add_data(const std::string& name, std::string text) {
  data_.emplace_back(folder_ + '/' + name, std::move(text));
  return gnuplot_verbatim(data_.back().first);
}

void FigureWriter::plot(const std::vector<std::string>& parts) {
  add("  plot {}", parts.empty() ? "NaN" : fmt::format("{}", fmt::join(parts, ", \\\n    ")));
  add("  unset label; unset object");
}

void FigureWriter::end_script() {
  add("\n  # Legend and notes");
  add("  unset border; unset tics; unset grid; unset xlabel; unset ylabel; unset label");
  add("  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1");
  add("  unset logscale; set xrange [0:width]; set yrange [0:height]");
  for (std::size_t i = 0; i < frame_.legend.size(); ++i) {
    const auto [x, y] = layout_.legend_spot(i);
    const auto& [label, style, has_line, has_point] = frame_.legend[i];
    if (has_line) add("  set arrow {} from {:.3f}, {:.3f} rto 0.34, 0 nohead ls {}", i + 1, x, y, style);
    if (has_point)
      add("  set label {} '' at {:.3f}, {:.3f} point ls {} lw 0.8 dt solid", i + 101, x + 0.17, y, style);
    add("  set label {} {} at {:.3f}, {:.3f} left", i + 201, gnuplot_quoted(label), x + 0.4, y);
  }
  for (std::size_t i = 0; i < frame_.notes.size(); ++i) {
    const auto [x, y] = layout_.note_spot(frame_.notes.size() - 1 - i);
    add("  set label {} {} at {:.3f}, {:.3f} center font small textcolor rgb '#444444'", i + 301,
        gnuplot_quoted(frame_.notes[i]), x, y);
  }
  for (std::size_t i = 0; i < layout_.title_lines.size(); ++i) {
    const auto [x, y] = layout_.title_spot(i);
    add("  set label {} {} at {:.3f}, {:.3f} center font font.',8'", i + 401,
        gnuplot_quoted(layout_.title_lines[i]), x, y);
  }
  add("  plot NaN\n\n  unset multiplot\n  unset output\n}}");
}

std::string FigureWriter::take_script() {
  end_script();
  return std::move(script_);
}

std::filesystem::path FigureWriter::write(const std::filesystem::path& folder) {
  const auto figures = folder / "figures";
  make_folder(figures / folder_);
  for (const auto& [path, text] : data_) write_atomically(figures / path, text);
  const auto script = figures / (file_ + ".gp");
  write_atomically(script, take_script());
  return script;
}

}  // namespace descent
