#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace descent {

/// The picture that a curve is thinned for: larger than what a page shows without zooming.
inline constexpr double picture_width = 1200;  ///< pixels
inline constexpr double picture_height = 800;  ///< pixels

/// Which of the points of several curves over common positions have to be kept so that none of the curves,
/// drawn as lines over a linear or a logarithmic vertical axis from its least to its greatest value, moves by
/// more than half a pixel (Ramer 1972, Douglas and Peucker 1973). Ascending; with the first and the last one,
/// and with two neighbours where a curve has a finite value at one of them alone. `positions` are in pixels
/// and do not decrease; each curve is as long as they are.
std::vector<std::size_t> visible_points(std::span<const double> positions,
                                        std::span<const std::vector<std::optional<double>>> curves);

}  // namespace descent
