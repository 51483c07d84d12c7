#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plots/results/axis.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/processor_models.hpp"

namespace descent {

/// What a figure beside the usual ones is to show.
struct FigureSelection {
  std::vector<std::string> panels;  ///< letters, or names of datasets; empty: all panels
  /// Names or labels, of which one with commas may be in parts; empty: all methods.
  std::vector<std::string> methods;
  std::string quantity;            ///< one of `figure_quantities`; empty: objective and nonzeros
  std::optional<Axis> axis;        ///< the horizontal one; empty: that of the usual figures
  std::string name = "selection";  ///< of the figure's files: NAME-selection.*
  ProcessorModels models = ProcessorModels::one;
};

inline constexpr const char* figure_quantities[] = {"objective", "nonzeros", "suboptimality", "support"};

/// Draws FOLDER/figures/NAME-selection from its data files in a folder of that name; every method looks as in
/// the usual figures, which stay as they are. Panels have the letters that they have there. Throws
/// ConfigError for what the results do not have, naming what they do, and ResultFileError.
DrawnFiles draw_selection(const std::filesystem::path& folder, const FigureSelection& selection);

}  // namespace descent
