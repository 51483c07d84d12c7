#pragma once

#include <vector>

#include "plots/figures/figure_kind.hpp"
#include "plots/figures/panel.hpp"

namespace descent {

/// Where on a panel's edge a method is marked of which nothing else can be seen there: a method that is below
/// the axis of suboptimality from its first checkpoint on, or never comes down to F(0), has no curve, and
/// would look as if it had not been run.
struct EdgeMark {
  std::size_t method = 0;  ///< its place in the manifest
  double x = 0;            ///< within the panel's horizontal axis, not quite at its ends
  double y = 0;            ///< the end of the vertical axis that it is beyond, or between them
};

/// One for each curve of the row that has values and no visible part, at its first point; marks at one place
/// are set side by side.
std::vector<EdgeMark> edge_marks(const FigureRow& row, const Panel& panel, Axis axis);

}  // namespace descent
