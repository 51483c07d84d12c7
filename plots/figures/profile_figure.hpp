#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "plots/analysis/performance_profile.hpp"
#include "plots/results/drawing.hpp"

namespace descent {

inline constexpr const char* profile_suffix = "-profile";  ///< of its files' name

/// The targets of which a figure has room for a column: those of 10⁻², 10⁻⁴ and 10⁻⁶ that there is a panel
/// of; without one of these the first that there is.
std::vector<double> shown_targets(std::span<const ProfilePanel> panels);

/// Writes FOLDER/figures/NAME-profile.gp, with the part's suffix behind NAME, and its data files and returns
/// the script's path. The figure has a row of panels a regulariser and a column a target, over the same
/// legend as the other figures. A data file holds a curve twice: as a staircase, and as points at equal
/// distances for telling curves apart in a grey print. Throws ResultFileError.
std::filesystem::path write_profile_figure(const DrawnFolder& folder, const Manifest& manifest,
                                           std::span<const ProfilePanel> panels,
                                           const ManifestPart& part = {});

}  // namespace descent
