#include "plots/analysis/geometric_mean.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>

#include "support/numbers/infinity.hpp"
#include "support/numbers/statistics.hpp"

namespace descent {
namespace {

double shifted_mean(std::vector<double> values, double shift) {
  for (double& value : values) value = std::log(value + shift);
  return std::max(0.0, std::exp(mean(values)) - shift);
}

/// The mean of a method's rows, one for each problem with the longest run on it.
GeometricMean mean_of(const std::vector<std::pair<const TimeToTargetRow*, double>>& rows, Axis axis) {
  const TimeToTargetRow& first = *rows.front().first;
  GeometricMean result{first.experiment,
                       "",
                       first.loss,
                       first.regularizer,
                       first.method,
                       first.variant,
                       std::string(name_of(axis)),
                       first.time.target,
                       rows.size()};
  std::vector<double> costs;
  for (const auto& [row, longest] : rows) {
    const double median = times_on(axis, row->time).median.high;
    result.unsolved += median == infinity;
    costs.push_back(median == infinity ? longest : median);
  }
  result.mean = shifted_mean(std::move(costs), geometric_shift(axis));
  return result;
}

}  // namespace

std::vector<GeometricMean> geometric_means(const Manifest& manifest, std::span<const TimeToTargetRow> rows,
                                           const ManifestPart& part) {
  const Axis axis = axis_of_figures(manifest.x_axis);
  // In the order of losses, regularisers and targets; then by method.
  std::vector<GeometricMean> means;
  for (const std::string& loss : manifest.losses) {
    for (const std::string& regularizer : manifest.regularizers) {
      for (const double target : relative_targets) {
        std::map<std::size_t, std::vector<std::pair<const TimeToTargetRow*, double>>> by_method;
        std::size_t problems = 0;
        for (const auto problem : by_problem(rows)) {
          std::vector<const TimeToTargetRow*> compared;
          double longest = 0;
          for (const TimeToTargetRow& row : problem) {
            if (row.time.target != target || row.time.scale != TargetScale::optimum || row.loss != loss ||
                row.regularizer != regularizer || row.is_below_certificate ||
                !part.has(index_of_method(manifest, row)))
              continue;
            compared.push_back(&row);
            longest = std::max(longest, times_on(axis, row.time).longest);
          }
          problems += !compared.empty();
          for (const TimeToTargetRow* row : compared)
            by_method[index_of_method(manifest, *row)].emplace_back(row, longest);
        }
        std::erase_if(by_method, [&](const auto& each) { return each.second.size() < problems; });
        if (problems < 2 || by_method.size() < 2) continue;
        double least = infinity;
        for (const auto& [method, times] : by_method) {
          means.emplace_back(mean_of(times, axis)).protocol = part.protocol;
          least = std::min(least, means.back().mean);
        }
        for (GeometricMean& each : std::span(means).last(by_method.size()))
          each.is_least = each.mean == least && each.unsolved == 0;
      }
    }
  }
  return means;
}

const std::vector<Column<GeometricMean>>& geometric_mean_columns() {
  using M = GeometricMean;
  static const auto columns = with_method_columns<M>({
      column("protocol", "", "as above", &M::protocol),
      column("cost", "", "cpu_seconds_with_setup (s = 0.01), or passes (s = 1)", &M::axis),
      column("target", "", "of (F(w) − D*)/D*", &M::target),
      column("problems", "problems", "as above", &M::problems),
      column("unsolved", "problems", "by the median run", &M::unsolved),
      column("mean", "s or passes", "of the medians over the runs, see figures.md", &M::mean),
  });
  return columns;
}

}  // namespace descent
