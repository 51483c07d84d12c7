#pragma once

#include <span>
#include <vector>

#include "plots/analysis/lambda_path.hpp"
#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/figure_writer.hpp"

namespace descent {

inline constexpr const char* lambda_path_suffix = "-lambda-path";  ///< of the files' names

/// NAME-lambda-path. Each path has a panel with logarithmic axes, each method a line through the medians.
/// Where the median run misses the target, the line is interrupted, and a shaded strip above the longest run
/// has the method's mark. Marks of several methods are stacked.
Figure lambda_path_figure(const Manifest& manifest, std::span<const LambdaPath> paths);

/// Vertical axis of a path's panel: times, and above the longest run a strip with marks for medians that miss
/// the target, one level per method.
struct PathHeights {
  AxisRange reached;                ///< of times; with a strip it ends at the longest run
  double top = 0;                   ///< of the strip; reached.high without one
  double level = 1;                 ///< factor between levels
  std::vector<std::size_t> levels;  ///< methods with a mark in the strip, from the bottom

  /// Height of the method's marks.
  double mark(std::size_t method) const;
};

/// Start of a bar on an axis without 0: the lower end of its quantile, or the upper end if the lower is 0; 0
/// if the upper is 0 or unknown too.
double lowest_positive(const Bounds& time);

/// `inches`: height of the panel.
PathHeights path_heights(const LambdaPath& path, Axis axis, double inches);

}  // namespace descent
