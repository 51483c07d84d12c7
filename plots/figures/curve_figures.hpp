#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"
#include "plots/gnuplot/figure_writer.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// NAME with the kind's suffix: rows of panels above a legend of their methods. The data files are in
/// DATA_FOLDER/. `panels` are all panels of the results folder. Line styles are chosen among the part's
/// methods.
Figure curve_figure(const std::string& name, const std::string& data_folder, const FigureKind& kind,
                    const Manifest& manifest, std::span<const Panel> panels, const ManifestPart& part = {});

/// The figures of averaged curves, NAME (with the part's suffix) first, with common data files. Times include
/// setup. The only method of its family in a part has the family's look. With too many panels, λ are thinned
/// out, see choose_shown_lambdas().
std::vector<Figure> curve_figures(const Manifest& manifest, std::span<const CurvePoint> curves,
                                  const ManifestPart& part = {});

}  // namespace descent
