#include "plots/gnuplot/figure_writer.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "plots/gnuplot/appearance.hpp"
#include "plots/gnuplot/pictures.hpp"
#include "plots/labels/labels.hpp"
#include "support/files/atomic_file.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {
namespace {

// Inches.
constexpr double word_height = 0.135;
constexpr double word_indent = 0.07;
constexpr double word_point_width = 0.12;

/// Where the conditions of the results need more, the caption names only their kinds or file.
constexpr std::ptrdiff_t most_caption_words = 60;

constexpr std::size_t first_word_label = 31;  // gnuplot's number; headings and axes have lower numbers

}  // namespace

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
  folder_ = frame_.data_folder.empty() ? file_ : frame_.data_folder;
  std::vector<std::string> labels;
  for (const LegendEntry& entry : frame_.legend) labels.push_back(entry.label);
  layout_ = make_layout(frame_.columns, frame_.headings, frame_.row_heights, labels);
  begin_script();
}

std::string FigureWriter::caption() const {
  std::string text = manifest_.title + frame_.subject + '.';
  for (const std::string& sentence : frame_.caption) text += ' ' + sentence;
  std::string sentences, headings;
  for (const ConditionWords& each :
       condition_words(manifest_, {.problems = frame_.problems, .methods = frame_.methods})) {
    sentences += ' ' + each.sentence;
    if (headings.find(each.heading) == std::string::npos)
      headings += (headings.empty() ? " Conditions: " : "; ") + each.heading;
  }
  if (sentences.empty()) return text;
  for (const std::string& conditions : {sentences, headings + '.'})
    if (std::ranges::count(text + conditions, ' ') + 1 < most_caption_words) return text + conditions;
  return text + " Conditions: tables/conditions.csv.";
}

void FigureWriter::begin_script() {
  add("{}", gnuplot_comment(manifest_.title + frame_.subject));
  add("# Drawn by gnuplot (package gnuplot-nox) from the files in {}/. To restyle it, edit this file and run",
      folder_);
  add("#   gnuplot {}.gp", file_);
  add("# in this folder. `descent plot` writes this file again: keep an edited one under another name.");
  add("if (!exists('output_prefix')) output_prefix = ''");
  add("font = 'Arial'  # drawn as Liberation Sans (package fonts-liberation) where there is no Arial");
  add("width = {:.6g}; height = {:.3f}  # inches", layout_.width, layout_.height);
  add("letters = ',{:.4g}'  # points", letter_points);
  add("dpi = 300  # dots an inch of the bitmap");
  add("");
  add("# One line style a method, chosen among the methods of this figure's protocol.");
  for (const auto& [index, look] : drawn_methods(manifest_, frame_.methods)) {
    const ManifestMethod& method = manifest_.methods[index];
    add("set style line {} lc rgb '{}' lw {} dt {} pt {} ps 0.5  {}", index + 1, look.colour, look.line_width,
        look.dash, look.point, gnuplot_comment(method.name + ' ' + method.variant));
  }
  // Sizes are points of PDF, 72 per inch; SVG has 96 dots per inch. The factors make text and lines equally
  // large in all three formats, since both cairo terminals scale in their own ways.
  add(R"(do for [format in 'pdf svg png'] {{
  if (format eq 'pdf') {{
    set terminal pdfcairo enhanced color size width,height font font.letters fontscale 0.75 linewidth 2 pointscale 1.2 butt
  }}
  if (format eq 'svg') {{
    set terminal svg enhanced size width*96,height*96 dynamic font font.',{1:.2f}' linewidth 1.33 background '#ffffff'
  }}
  if (format eq 'png') {{
    set terminal pngcairo enhanced color size width*dpi,height*dpi font font.letters fontscale 0.75*dpi/72. \
        linewidth dpi/72. pointscale dpi/72. background '#ffffff'
  }}
  set output output_prefix.'{0}.'.format
  set multiplot

  set style line 100 lc rgb '#e4e4e4' lw 0.35 dt solid  # grid
  set datafile missing '?'
  set encoding utf8
  set minussign
  set logscale x
  set grid xtics ytics back ls 100
  set border 15 lw 0.5 lc rgb 'black'
  set tics scale 0.5, 0.25 nomirror front
  set mxtics 10
  set clip two
  set style textbox opaque fillcolor rgb '#50ffffff' noborder margins 0.3,0.2  # behind words in a panel
  unset key; unset label; unset arrow)",
      file_, letter_points / 0.75);
}

void FigureWriter::add_heading(std::size_t problem) {
  add("\n  {}", gnuplot_comment(frame_.headings[problem].title));
  const auto& [lines, titles] = layout_.headings[problem];
  const std::size_t above = layout_.heading_lines[problem / layout_.columns] - lines.size();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto [x, y] = layout_.heading_spot(problem, above + i);
    add("  set label {} {} at screen {:.4f}, {:.4f} left{}", i + 1, gnuplot_quoted(lines[i]),
        x / layout_.width, y / layout_.height, i < titles ? " font font.\" Bold\"" : "");
  }
}

void FigureWriter::begin_panel(std::size_t problem, std::size_t row) {
  problem_ = problem;
  row_ = row;
  if (row == 0) add_heading(problem);
  const FigureLayout::Box box = layout_.panel_box(problem, row);
  add("  set lmargin at screen {:.4f}; set rmargin at screen {:.4f}", box.left / layout_.width,
      box.right / layout_.width);
  add("  set bmargin at screen {:.4f}; set tmargin at screen {:.4f}", box.bottom / layout_.height,
      box.top / layout_.height);
}

void FigureWriter::add_x_axis(const AxisRange& range, const std::string& tics, const char* format,
                              const std::string& label) {
  add("  set xrange [{:.8g}:{:.8g}]; set xtics {} nomirror format '{}' offset 0,0.4", range.low, range.high,
      tics, format);
  add("  set xlabel '{}' offset 0,0.9", label);
}

void FigureWriter::add_power_axis(const AxisRange& range, const std::string& label) {
  add("  set yrange [{:.8g}:{:.8g}]; set ytics {} nomirror format '{}' offset 0.6", range.low, range.high,
      power_tics(range), power_of_ten);
  add_y_label(label);
}

void FigureWriter::add_y_label(const std::string& label) {
  if (problem_ % layout_.columns != 0) return;
  const FigureLayout::Box box = layout_.panel_box(problem_, row_);
  // Not gnuplot's ylabel, whose place depends on the tic labels.
  add("  set label 9 '{}' at screen {:.4f}, {:.4f} center rotate by 90", label,
      (box.left - y_label_distance) / layout_.width, (box.bottom + box.top) / 2 / layout_.height);
}

void FigureWriter::add_words(const std::vector<PanelWord>& words) {
  struct Line {
    const PanelWord* word;
    std::vector<std::size_t> methods{};
  };
  std::vector<Line> lines;
  for (const PanelWord& word : words) {
    auto line = std::ranges::find(lines, word.text, [](const Line& each) { return each.word->text; });
    if (line == lines.end()) line = lines.insert(line, {&word});
    line->methods.push_back(word.method);
  }
  const FigureLayout::Box box = layout_.panel_box(problem_, row_);
  const double width = box.right - box.left;
  const double height = box.top - box.bottom;
  std::size_t label = first_word_label;
  double top = height - word_height / 2;
  double bottom = word_height / 2;
  for (const Line& line : lines) {
    const bool is_at_bottom = line.word->is_at_bottom;
    double& y = is_at_bottom ? bottom : top;
    const double room = word_point_width * static_cast<double>(line.methods.size());
    // The box behind the text also hides the curves behind the points.
    std::string text;
    for (double space = 0; space < room; space += letter_width / 2) text += "\u00a0";
    const auto parts = fitted_lines(line.word->text, (width - word_indent - room) / letter_width);
    const std::string word = parts.front() + (parts.size() > 1 ? "…" : "");
    text = is_at_bottom ? text + word : word + text;
    add("  set label {} {} at graph {:.4f}, graph {:.4f} {} front boxed", label++, gnuplot_quoted(text),
        (is_at_bottom ? word_indent : width - word_indent) / width, y / height,
        is_at_bottom ? "left" : "right");
    double x = (is_at_bottom ? word_indent : width - word_indent - room) + word_point_width / 2;
    for (const std::size_t method : line.methods) {
      add("  set label {} '' at graph {:.4f}, graph {:.4f} front point ls {} lw 0.8 dt solid", label++,
          x / width, y / height, method + 1);
      x += word_point_width;
    }
    y += is_at_bottom ? word_height : -word_height;
  }
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
  add("\n  # Legend");
  add("  unset border; unset tics; unset grid; unset xlabel; unset label");
  add("  set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1");
  add("  unset logscale; set xrange [0:{:.4f}]; set yrange [0:{:.4f}]", layout_.width, layout_.height);
  std::size_t first_line = 201;
  for (std::size_t i = 0; i < frame_.legend.size(); ++i) {
    const auto [x, y] = layout_.legend_spot(i);
    const auto& [label, style, has_line, has_point] = frame_.legend[i];
    if (has_line) add("  set arrow {} from {:.3f}, {:.3f} rto 0.38, 0 nohead ls {}", i + 1, x, y, style);
    if (has_point)
      add("  set label {} '' at {:.3f}, {:.3f} point ls {} lw 0.8 dt solid", i + 101, x + 0.19, y, style);
    for (const std::string& line : layout_.legend_lines[i])
      add("  set label {} {} at {:.3f}, {:.3f} left", first_line++, gnuplot_quoted(line), x + 0.44,
          layout_.legend_spot(i, static_cast<std::size_t>(&line - layout_.legend_lines[i].data())).y);
  }
  add("  plot NaN\n\n  unset multiplot\n  unset output\n}}");
}

Figure FigureWriter::take() {
  end_script();
  return {file_, std::move(script_), caption(), std::move(data_)};
}

std::filesystem::path write_figure(Drawing& drawing, const Figure& figure, const std::string& folder) {
  drawing.write(folder + figure.name + ".caption.txt", figure.caption + '\n');
  for (const auto& [path, text] : figure.data) drawing.write(folder + scripts_folder + path, text);
  return drawing.write(folder + scripts_folder + figure.name + ".gp", figure.script);
}

}  // namespace descent
