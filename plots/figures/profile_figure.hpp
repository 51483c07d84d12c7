#pragma once

#include <span>
#include <vector>

#include "plots/analysis/performance_profile.hpp"
#include "plots/gnuplot/figure_writer.hpp"

namespace descent {

inline constexpr const char* profile_suffix = "-profile";  ///< of the files' names

/// Targets that fit as columns of a figure: 10⁻², 10⁻⁴ and 10⁻⁶ if they have a panel; if none has, the first
/// target.
std::vector<double> shown_targets(std::span<const ProfilePanel> panels);

/// NAME-profile (part's suffix after NAME). It has a row of panels per regulariser and a column per target,
/// above the usual legend. A data file holds a curve twice: as a staircase, and as equidistant points to
/// distinguish curves in a grey print.
Figure profile_figure(const Manifest& manifest, std::span<const ProfilePanel> panels,
                      const ManifestPart& part = {});

}  // namespace descent
