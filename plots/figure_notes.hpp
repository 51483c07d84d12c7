#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/manifest.hpp"
#include "plots/panel.hpp"

namespace descent {

/// Whether a curve stops well before the panel's right edge.
bool ends_early(const Panel& panel, const PanelCurve& curve, Axis axis);

/// The lines of small text under a figure's legend: how many runs a mean is made from, what bands are, how
/// long setup took where it is left out of a time axis, and which runs failed.
std::vector<std::string> figure_notes(const Manifest& manifest, std::span<const Panel> panels);

}  // namespace descent
