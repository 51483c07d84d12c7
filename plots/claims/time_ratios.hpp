#pragma once

#include <string>
#include <vector>

#include "plots/analysis/bootstrap.hpp"
#include "plots/results/results_folder.hpp"

namespace descent {

/// A method's times on one problem in a results folder B over those in a folder A. A pair is two runs with
/// the same seed.
struct TimeRatio {
  std::string problem;               ///< problem_text()
  std::string work{};                ///< measured by these times: "to 1e-4 of D*", "300 passes"
  std::vector<double> logarithms{};  ///< of the pairs' ratios
  std::size_t equal_pairs = 0;       ///< with the same bits in all objectives after equal work
  std::size_t unequal_pairs = 0;     ///< with other bits in some of them; the rest have no equal work
};

/// A ratio of times with its 95 % interval. The ratio on a problem is the median of its pairs; over several
/// problems it is the geometric mean. The interval is from the percentile bootstrap over the pairs of each
/// problem, with the same random numbers at each call; [0, ∞] if a problem has fewer than fewest_runs pairs.
struct RatioOfTimes {
  double ratio = 1;
  Bounds interval{};
};

/// For at least one problem, each with at least one pair.
RatioOfTimes ratio_over(const std::vector<TimeRatio>& problems);

struct MethodTimes {
  std::string label;
  std::vector<TimeRatio> problems;  ///< at least one, each with at least one pair
  RatioOfTimes overall;
};

struct TimeComparison {
  std::vector<MethodTimes> methods;     ///< in the order of A
  std::vector<std::string> left_out{};  ///< what is in only one folder or cannot be compared: a sentence each
};

/// Compares the CPU times, with setup, of two folders. If budgets are equal numbers of passes, it compares
/// whole runs. Else it compares times to the hardest of relative_targets that all runs of both reach and both
/// certificates can judge.
TimeComparison compare_times(const ResultsFolder& a, const ResultsFolder& b);

}  // namespace descent
