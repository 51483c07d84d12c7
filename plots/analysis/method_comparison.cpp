#include "plots/analysis/method_comparison.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numeric>

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
  std::vector<double> integrals;
  for (const auto& [row, longest] : rows) {
    const double median = times_on(axis, row->time).median.high;
    result.unsolved += median == infinity;
    costs.push_back(median == infinity ? longest : median);
    if (const auto integral = row->primal_integrals[static_cast<std::size_t>(axis)])
      integrals.push_back(*integral);
  }
  result.mean = shifted_mean(std::move(costs), geometric_shift(axis));
  if (integrals.size() == rows.size())
    result.primal_integral = shifted_mean(std::move(integrals), geometric_shift(axis));
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
      column("primal_integral", "s or passes", "the same of primal integrals", &M::primal_integral),
  });
  return columns;
}

RankTest rank_test(std::span<const Bounds> first, std::span<const Bounds> second) {
  std::vector<Bounds> all(first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  std::ptrdiff_t seen = 0;
  // Number of choices of k members by the sum of their scores.
  std::vector<std::map<std::ptrdiff_t, double>> choices(first.size() + 1);
  choices[0][0] = 1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::ptrdiff_t score = 0;  // members that certainly come later, minus members that come before
    for (const Bounds& each : all) score += (all[i].high < each.low) - (each.high < all[i].low);
    if (i < first.size()) seen += score;
    for (std::size_t k = first.size(); k > 0; --k)
      for (const auto& [sum, count] : choices[k - 1]) choices[k][sum + score] += count;
  }
  double extreme = 0;
  double total = 0;
  for (const auto& [sum, count] : choices.back()) {
    total += count;
    if (std::abs(sum) >= std::abs(seen)) extreme += count;
  }
  const auto pairs = static_cast<double>(first.size() * second.size());
  return {0.5 + static_cast<double>(seen) / (2 * pairs), extreme / total};
}

std::vector<double> holm_corrected(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> corrected(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    largest = std::max(largest, static_cast<double>(order.size() - rank) * p_values[order[rank]]);
    corrected[order[rank]] = std::min(1.0, largest);
  }
  return corrected;
}

std::vector<MethodPair> method_pairs(const GroupedResults& results, const ManifestPart& part) {
  const Manifest& manifest = results.manifest;
  const Axis axis = axis_of_figures(manifest.x_axis);
  std::vector<MethodPair> pairs;
  for (const auto problem : by_problem(results.groups)) {
    for (const double target : relative_targets) {
      if (!is_certified_to(manifest, problem.front(), target)) continue;
      std::vector<std::pair<const RunGroup*, std::vector<Bounds>>> groups;
      for (const RunGroup& group : problem) {
        if (!part.has(index_of_method(manifest, group))) continue;
        auto& times = groups.emplace_back(&group, std::vector<Bounds>()).second;
        for (const auto* run : group.runs)
          times.push_back(bounds_on_arrival(*run, target, TargetScale::optimum, axis));
      }
      const std::size_t first = pairs.size();
      std::vector<double> p_values;
      for (auto one = groups.begin(); one != groups.end(); ++one) {
        for (auto two = one + 1; two != groups.end(); ++two) {
          const RankTest test = rank_test(one->second, two->second);
          p_values.push_back(test.p_value);
          pairs.push_back({*one->first, part.protocol, two->first->method, two->first->variant,
                           std::string(name_of(axis)), target, one->second.size(), two->second.size(),
                           test.share_ahead, test.p_value});
        }
      }
      const std::vector<double> corrected = holm_corrected(p_values);
      for (std::size_t i = 0; i < corrected.size(); ++i) pairs[first + i].p_holm = corrected[i];
    }
  }
  return pairs;
}

const std::vector<Column<MethodPair>>& method_pair_columns() {
  using P = MethodPair;
  static const auto columns = with_key_columns<P>(
      {column("protocol", "", "as above", &P::protocol), column("rival", "", "the other method", &P::rival),
       column("rival_variant", "", "the other method", &P::rival_variant),
       column("cost", "", "cpu_seconds_with_setup, or passes", &P::axis),
       column("target", "", "of (F(w) − D*)/D*", &P::target),
       column("runs", "runs", "of the method and of its rival", &P::runs),
       column("rival_runs", "runs", "of the method and of its rival", &P::rival_runs),
       column("share_ahead", "", "of pairs of their runs: the method's is first, ties as a half",
              &P::share_ahead),
       column("p_value", "", "of the exact rank test, and with Holm's correction", &P::p_value),
       column("p_holm", "", "of the exact rank test, and with Holm's correction", &P::p_holm)});
  return columns;
}

}  // namespace descent
