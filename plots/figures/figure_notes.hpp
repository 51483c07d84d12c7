#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/results/manifest.hpp"

namespace descent {

/// The sentences of a figure's caption: how many runs a line is made from, what bands are, what its words
/// mean and how far its certificates reach, and how long setup took. `panels` are all
/// those of the results folder.
std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels);

/// "F(w) = Σ hinge + λ‖w‖².", for each regulariser.
std::string formula_sentence(const Manifest& manifest);

}  // namespace descent
