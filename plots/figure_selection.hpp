#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plots/figures/behind.hpp"
#include "plots/results/drawing.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/axis.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Content of an additional figure.
struct FigureSelection {
  std::vector<std::string> panels;  ///< letters, or names of datasets; empty: all panels
  /// Names or labels; a label with commas may be in parts. Empty: all methods.
  std::vector<std::string> methods;
  std::string quantity;            ///< one of `figure_quantities`; empty: objective and nonzeros
  std::optional<Axis> axis;        ///< horizontal axis; empty: as in the usual figures
  std::string name = "selection";  ///< of the files: NAME-selection.*
  ProcessorModels models = ProcessorModels::one;
  std::optional<FigureSize> size{};  ///< empty: as in the usual figures
  std::optional<OtherResults> behind{};
};

inline constexpr const char* figure_quantities[] = {"objective", "nonzeros", "suboptimality", "support"};

/// Draws FOLDER/figures/NAME-selection from its data files in a folder of that name. Methods look and panels
/// are lettered as in the usual figures, which stay unchanged. Throws ConfigError, with what is available,
/// for missing content, and ResultFileError.
DrawnFiles draw_selection(const std::filesystem::path& folder, const FigureSelection& selection);

}  // namespace descent
