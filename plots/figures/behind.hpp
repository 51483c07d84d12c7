#pragma once

#include <string>
#include <vector>

#include "plots/figures/panel.hpp"
#include "plots/results/curves.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// Results that `plot --behind` draws in grey behind another folder's.
struct OtherResults {
  std::string path;  ///< of a results folder or package
  ResultsFolder results;
};

/// Grey curves of other results: the same methods on the same problems.
struct Behind {
  std::string label{};               ///< in the legend; empty: nothing is drawn
  std::string remark{};              ///< sentence of the caption
  std::vector<CurvePoint> curves{};  ///< with the names of this folder, above its lower bounds
  std::vector<std::string> notes{};  ///< what is not drawn, a sentence each

  /// Sentences of a figure's caption.
  std::vector<std::string> sentences(bool has_curves) const;
};

/// Averages the curves of `other` whose method, loss, regulariser, λ and data `results` has as well.
Behind curves_behind(const ResultsFolder& results, OtherResults other);

/// Puts them behind the panels' curves of the same methods.
void put_behind(const Behind& behind, const Manifest& manifest, std::vector<Panel>& panels);

}  // namespace descent
