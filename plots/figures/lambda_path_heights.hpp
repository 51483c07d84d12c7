#pragma once

#include <vector>

#include "plots/analysis/lambda_path.hpp"
#include "plots/gnuplot/axis_range.hpp"

namespace descent {

/// The vertical axis of a path's panel: times, and above the longest run a strip with marks for medians that
/// do not reach the target, one level a method.
struct PathHeights {
  AxisRange reached;                ///< that of times; with a strip it ends at the longest run
  double top = 0;                   ///< of the strip; reached.high where there is none
  double level = 1;                 ///< factor from a level to the next
  std::vector<std::size_t> levels;  ///< methods with a mark in the strip, from below

  /// Where the method's marks stand.
  double mark(std::size_t method) const;
};

/// Where a bar begins on an axis without 0: at the lower end of its quantile, or at the upper one where the
/// lower is 0; 0 where that is 0 or unknown too.
double lowest_positive(const Bounds& time);

/// `inches`: height of the panel.
PathHeights path_heights(const LambdaPath& path, Axis axis, double inches);

}  // namespace descent
