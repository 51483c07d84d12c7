#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "plots/gnuplot/figure_caption.hpp"
#include "plots/gnuplot/figure_layout.hpp"
#include "plots/gnuplot/panel_heading.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// Name of the data file of a method (its place in the manifest): "a-2-batch_rda.dat", where `panel` is "a".
std::string data_file_name(const std::string& panel, std::size_t method, const Manifest& manifest);

/// An entry of a legend.
struct LegendEntry {
  std::string label;
  std::size_t style = 0;  ///< gnuplot's line style
  bool has_line = true;
  bool has_point = true;
};

/// The entries of methods, which are places in the manifest.
std::vector<LegendEntry> legend_of(const std::vector<std::size_t>& methods, const Manifest& manifest);

/// A word in a panel for a method that cannot be seen there, behind the method's label.
struct PanelWord {
  std::size_t method = 0;  ///< its place in the manifest
  std::string text;        ///< "above ↑"
  bool is_at_bottom = false;
};

/// The parts of a figure around its panels.
struct FigureFrame {
  std::string name{};         ///< of its files without suffix and ends; empty: the experiment's
  std::string suffix{};       ///< "-profile"
  std::string data_folder{};  ///< beside the script; empty: named like the script
  std::string subject{};      ///< of the caption, behind the manifest's title: ": performance profiles"
  std::vector<std::string> caption{};  ///< its further sentences
  std::vector<ProblemKey> problems{};  ///< whose conditions the caption has; none: all of the manifest
  std::vector<std::size_t> methods{};  ///< the same, and whose looks must differ; none: all of the manifest
  std::vector<LegendEntry> legend{};
  std::vector<PanelHeading> headings{};                 ///< one for each problem
  std::size_t columns = column_count(headings.size());  ///< problems beside each other
  std::vector<double> row_heights{1};  ///< of a problem's panels, over that of a row of objectives
};

/// A figure as it comes into being: a script around whose panels everything is the same in every figure, the
/// data files that it draws, and its caption. For each panel: begin_panel(), commands with add(), plot();
/// then write(). Line style k + 1 is that of method k of the manifest. gnuplot's variable output_prefix, if
/// it exists, is put before the pictures' names.
class FigureWriter {
 public:
  FigureWriter(const Manifest& manifest, FigureFrame frame);

  const FigureLayout& layout() const { return layout_; }
  const Manifest& manifest() const { return manifest_; }

  /// Adds a line, in fmt's format.
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(script_), format, std::forward<Values>(values)...);
    script_ += '\n';
  }

  /// Begins a panel of a problem; the highest one has the problem's heading above it.
  void begin_panel(std::size_t problem, std::size_t row = 0);

  /// Names the vertical axis of the panel, if it is one of the leftmost.
  void add_y_label(const std::string& label);

  /// Adds words in corners of the panel, each with its method's point: those at the top on the right, one
  /// below the other, those at the bottom on the left.
  void add_words(const std::vector<PanelWord>& words);

  /// Adds a file to those in the frame's folder and returns its path as a plot command names it.
  std::string add_data(const std::string& name, std::string text);

  /// Ends a panel with one plot command of these parts.
  void plot(const std::vector<std::string>& parts);

  /// The whole script, once all panels are there.
  std::string take_script();

  /// Writes script, data files and caption into FOLDER/figures and returns the script's path. Throws
  /// ResultFileError.
  std::filesystem::path write(const DrawnFolder& folder);

 private:
  void begin_script();
  void end_script();
  void add_heading(std::size_t problem);
  /// Title and sentences, among them the panels and the conditions of what is shown.
  FigureCaption caption() const;

  const Manifest& manifest_;
  FigureFrame frame_;
  std::string file_;                    ///< name of the script and its pictures without ends
  std::string folder_;                  ///< of the data files, beside the script
  std::vector<HeadingLines> headings_;  ///< of each problem
  FigureLayout layout_;
  std::size_t problem_ = 0;  ///< of the panel
  std::size_t row_ = 0;      ///< the same
  std::string script_;
  std::vector<std::pair<std::string, std::string>> data_;  ///< path and text
};

}  // namespace descent
