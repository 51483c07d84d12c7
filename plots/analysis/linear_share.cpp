#include "plots/analysis/linear_share.hpp"

#include <algorithm>
#include <vector>

#include "plots/analysis/aggregate.hpp"
#include "support/numbers/infinity.hpp"

namespace descent {
namespace {

constexpr int axis_points = 1000;

/// Median of a method's runs over CPU seconds with setup.
class MedianCurve {
 public:
  explicit MedianCurve(const RunGroup& cell)
      : objectives_(
            series_of_runs(cell, Axis::cpu_seconds, [](const ResultRow& row) { return row.objective; })) {
    for (const std::vector<ResultRow>* run : cell.runs) {
      setups_.push_back(run->front().setup_seconds);
      end_ = std::max(end_, run->back().cpu_seconds + run->back().setup_seconds);
    }
  }

  double end() const { return end_; }

  double at(double seconds) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < objectives_.size(); ++i)
      values.push_back(objectives_[i].at(std::max(0.0, seconds - setups_[i])).value_or(infinity));
    return quantile(std::move(values), 0.5);
  }

 private:
  std::vector<Series> objectives_;
  std::vector<double> setups_;
  double end_ = 0;
};

}  // namespace

std::optional<double> linear_share_below(const RunGroup& claimed, const RunGroup& rival) {
  if (claimed.sampled_by_tolerance || rival.sampled_by_tolerance) return std::nullopt;
  const MedianCurve one(claimed);
  const MedianCurve other(rival);
  const double end = std::max(one.end(), other.end());
  if (!(end > 0)) return std::nullopt;
  int below = 0;
  for (int i = 0; i < axis_points; ++i) {
    const double seconds = (i + 0.5) / axis_points * end;
    if (one.at(seconds) < other.at(seconds)) ++below;
  }
  return static_cast<double>(below) / axis_points;
}

}  // namespace descent
