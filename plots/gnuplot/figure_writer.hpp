#pragma once

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "plots/gnuplot/figure_layout.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// What panel number 0, 1, … is called: a … z, aa, ab, …
std::string panel_letter(std::size_t panel);

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

/// What stands around the panels of a figure.
struct FigureFrame {
  std::string name{};     ///< of its files without suffix and ends; empty: the experiment's
  std::string suffix{};   ///< "-profile"
  std::string subject{};  ///< of its title, behind the manifest's: ": performance profiles"
  std::vector<LegendEntry> legend{};
  std::string note{};                ///< in small letters under the legend, in as many lines as it takes
  std::vector<std::string> notes{};  ///< the same, in lines of its own
  std::size_t problems = 1;
  std::size_t columns = column_count(problems);  ///< problems beside each other
  std::vector<double> row_heights{1};            ///< of a problem's panels, over that of a row of objectives
  bool has_common_data = false;                  ///< data files are those of all figures of that name
};

/// A figure as it comes into being: a script around whose panels everything is the same in every figure, and
/// the data files that it draws. For each panel: begin_panel(), commands with add(), plot(); then write().
/// Line style k + 1 is that of method k of the manifest. gnuplot's variable output_prefix, if it exists, is
/// put before the pictures' names.
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

  /// "(a) a9a"; of the only problem the title alone.
  std::string with_letter(std::size_t problem, const std::string& title) const;

  /// Begins the highest panel of a problem with its title in bold and a line of small text above it, in
  /// smaller letters where they are too long for the panel's width, and cut short where they could not be
  /// read.
  void begin_panel(std::size_t problem, const std::string& title, const std::string& subtitle);

  /// Begins one of the panels below that, which have no titles.
  void begin_panel(std::size_t problem, std::size_t row);

  /// Names the vertical axis of the panel, if it is one of the leftmost.
  void add_y_label(const std::string& label);

  /// Adds a file to those in the frame's folder and returns its path as a plot command names it.
  std::string add_data(const std::string& name, std::string text);

  /// Ends a panel with one plot command of these parts.
  void plot(const std::vector<std::string>& parts);

  /// The whole script, once all panels are there.
  std::string take_script();

  /// Writes script and data files into FOLDER/figures and returns the script's path. Throws ResultFileError.
  std::filesystem::path write(const std::filesystem::path& folder);

 private:
  void begin_script();
  void end_script();

  const Manifest& manifest_;
  FigureFrame frame_;
  std::string file_;    ///< name of the script and its pictures without ends
  std::string folder_;  ///< of the data files, beside the script
  FigureLayout layout_;
  std::size_t problem_ = 0;  ///< of the panel
  std::string script_;
  std::vector<std::pair<std::string, std::string>> data_;  ///< path and text
};

}  // namespace descent
