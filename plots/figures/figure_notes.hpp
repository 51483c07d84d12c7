#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// Sentences of a figure's caption: number of runs per line, meaning of bands and words, limits of
/// certificates, and setup times. `panels` are all panels of the results folder.
std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels);

/// "F(w) = Σ hinge + λ‖w‖².", for each regulariser.
std::string formula_sentence(const Manifest& manifest);

}  // namespace descent
