#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures/figure_kind.hpp"

namespace descent {

/// Sentences of a figure's caption: objective, runs per line, meaning of bands, longest setup, accuracy of
/// certificates. `panels` are all panels of the results folder.
std::vector<std::string> figure_notes(const FigureKind& kind, const Manifest& manifest,
                                      std::span<const Panel> panels);

}  // namespace descent
