#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/figure_layout.hpp"
#include "plots/results/drawing.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Data file name of a method (index in the manifest): "a-2-batch_rda.dat" for `panel` "a".
std::string data_file_name(const std::string& panel, std::size_t method, const Manifest& manifest);

struct LegendEntry {
  std::string label;
  std::size_t style = 0;  ///< gnuplot's line style
  bool has_line = true;
  bool has_point = true;
};

/// Entries of methods, given by their indices in the manifest.
std::vector<LegendEntry> legend_of(const std::vector<std::size_t>& methods, const Manifest& manifest);

/// A word in a panel for an invisible method.
struct PanelWord {
  std::size_t method = 0;  ///< index in the manifest
  std::string text;        ///< "above ↑"
  bool is_at_bottom = false;
};

/// Parts of a figure around its panels.
struct FigureFrame {
  std::string name{};         ///< of its files, without suffix and extension; empty: the experiment's
  std::string suffix{};       ///< "-profile"
  std::string data_folder{};  ///< beside the script; empty: named like the script
  std::string subject{};      ///< in the caption, after the manifest's title: ": performance profiles"
  std::vector<std::string> caption{};  ///< further sentences
  std::vector<ProblemKey> problems{};  ///< the caption has their conditions; empty: all of the manifest
  std::vector<std::size_t> methods{};  ///< likewise; their looks must differ; empty: all of the manifest
  std::vector<LegendEntry> legend{};
  std::vector<PanelHeading> headings{};                 ///< one per problem
  std::size_t columns = column_count(headings.size());  ///< problems side by side, where there is room
  std::vector<double> row_heights{1};  ///< of a problem's panels, relative to a row of objectives
};

/// The texts of a figure. Caption and pictures are NAME.* in a folder of figures.
struct Figure {
  std::string name;
  std::string script;
  std::string caption;  ///< one paragraph; the picture itself has no title or notes
  std::vector<std::pair<std::string, std::string>> data{};  ///< paths beside the script, and texts
};

/// Writes NAME.caption.txt into a folder of figures, and script and data files into its folder of scripts.
/// Returns the script's path. Throws ResultFileError.
std::filesystem::path write_figure(Drawing& drawing, const Figure& figure,
                                   const std::string& folder = figures_folder);

/// A figure under construction: a script with the same surroundings of panels in every figure, its data files
/// and its caption. For each panel call begin_panel(), add() and plot(); then take(). Line style k + 1
/// belongs to method k of the manifest. The script prepends gnuplot's variable output_prefix, if it exists,
/// to the pictures' names.
class FigureWriter {
 public:
  FigureWriter(const Manifest& manifest, FigureFrame frame);

  const FigureLayout& layout() const { return layout_; }
  const Manifest& manifest() const { return manifest_; }

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(script_), format, std::forward<Values>(values)...);
    script_ += '\n';
  }

  /// Begins a panel of a problem; the top one has the problem's heading above it.
  void begin_panel(std::size_t problem, std::size_t row = 0);

  /// Sets the horizontal axis. `tics` are gnuplot's, and so is the format of their labels.
  void add_x_axis(const AxisRange& range, const std::string& tics, const char* format,
                  const std::string& label);
  /// Sets a vertical axis in powers of ten.
  void add_power_axis(const AxisRange& range, const std::string& label);

  /// Labels the vertical axis if the panel is a leftmost one.
  void add_y_label(const std::string& label);

  /// Adds words in corners of the panel, each with the points of its methods: at the top right, one below the
  /// other, or at the bottom left.
  void add_words(const std::vector<PanelWord>& words);

  /// Adds a file to the frame's folder and returns its path for a plot command.
  std::string add_data(const std::string& name, std::string text);

  /// Ends a panel with one plot command of these parts.
  void plot(const std::vector<std::string>& parts);

  /// The figure, after all panels.
  Figure take();

 private:
  void begin_script();
  void end_script();
  void add_heading(std::size_t problem);
  /// Title and sentences, including the conditions of what is shown.
  std::string caption() const;

  const Manifest& manifest_;
  FigureFrame frame_;
  std::string file_;    ///< of the script and its pictures, without extension
  std::string folder_;  ///< of the data files, beside the script
  FigureLayout layout_;
  std::size_t problem_ = 0;  ///< of the panel
  std::size_t row_ = 0;      ///< of the panel
  std::string script_;
  std::vector<std::pair<std::string, std::string>> data_;  ///< path and text
};

}  // namespace descent
