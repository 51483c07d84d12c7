#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "plots/analysis/performance_profile.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "plots/figures/figure_kind.hpp"
#include "plots/gnuplot/axis_range.hpp"
#include "plots/gnuplot/figure_writer.hpp"
#include "plots/results/results_folder.hpp"
#include "support/records/decision_file.hpp"
#include "support/records/manifest.hpp"

namespace descent {

/// NAME with the kind's suffix: rows of panels above a legend of their methods. The data files are in
/// DATA_FOLDER/. `panels` are all panels of the results folder. Line styles are chosen among the part's
/// methods.
Figure curve_figure(const std::string& name, const std::string& data_folder, const FigureKind& kind,
                    const Manifest& manifest, std::span<const Panel> panels, const ManifestPart& part = {});

/// The figures of averaged curves over axis_of_curves(), NAME (with the part's suffix) first, with common
/// data files; then NAME-passes of the curves `over_passes`, if any. A figure is left out if it would show
/// what NAME shows, or nonzeros where nearly all weights are. The only method of its family in a part has the
/// family's look. With too many panels, λ are thinned out, see choose_shown_lambdas().
std::vector<Figure> curve_figures(const Manifest& manifest, std::span<const CurvePoint> curves,
                                  const ManifestPart& part = {},
                                  std::span<const CurvePoint> over_passes = {});

/// Targets that fit as columns of a figure: 10⁻², 10⁻⁴ and 10⁻⁶ if they have a panel; if none has, the first
/// target.
std::vector<double> shown_targets(std::span<const ProfilePanel> panels);

/// Solved problems without which a profile is not drawn: its stairs would be too few to compare methods.
inline constexpr std::uint64_t fewest_drawn_problems = 5;

/// NAME-profile (part's suffix after NAME). It has a row of panels per regulariser and a column per target,
/// above the usual legend; methods that solve nothing have a word. A data file holds a curve twice: as a
/// staircase, and as equidistant points to distinguish curves in a grey print.
Figure profile_figure(const Manifest& manifest, std::span<const ProfilePanel> panels,
                      const ManifestPart& part = {});

/// NAME-lambda-path. Each path has a panel with logarithmic axes, each method a line through the medians. It
/// is interrupted where the median run misses the target.
Figure lambda_path_figure(const Manifest& manifest, std::span<const LambdaPath> paths);

/// Decision line of a run's last iterate: w1 x1 + w2 x2 + intercept = 0.
struct DecisionLine : GroupKey {
  std::uint64_t seed = 0;
  double w1 = 0, w2 = 0, intercept = 0;
};

/// NAME-points, from FOLDER/decision.json and the lines of the runs: per problem a panel with the points of
/// both classes, test points hollow, and every method's decision line. Empty without lines. Throws
/// ResultFileError if the file is damaged or a line's dataset is not in the manifest.
std::optional<Figure> points_figure(const ResultsFolder& results, const std::filesystem::path& folder);

/// Ends (x1, x2) of the part of a decision line inside a rectangle. Empty if the line misses the rectangle or
/// both weights are 0.
using Segment = std::pair<std::pair<double, double>, std::pair<double, double>>;
std::optional<Segment> segment_in(const DecisionLine& line, const AxisRange& x1, const AxisRange& x2);

}  // namespace descent
