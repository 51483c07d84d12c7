#include "plots/analysis/all_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <numeric>

#include "plots/analysis/time_to_target.hpp"

namespace descent {

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
      std::vector<std::pair<const RunGroup*, std::vector<Bounds>>> cells;
      for (const RunGroup& cell : problem) {
        if (!part.has(place_of_method(manifest, cell))) continue;
        auto& times = cells.emplace_back(&cell, std::vector<Bounds>()).second;
        for (const auto* run : cell.runs)
          times.push_back(bounds_on_arrival(*run, target, TargetScale::optimum, axis));
      }
      const std::size_t first = pairs.size();
      std::vector<double> p_values;
      for (auto one = cells.begin(); one != cells.end(); ++one) {
        for (auto two = one + 1; two != cells.end(); ++two) {
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
