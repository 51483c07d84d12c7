#include "plots/claims/time_ratios.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "plots/analysis/time_to_target.hpp"
#include "plots/claims/comparison.hpp"
#include "plots/labels/labels.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/random.hpp"
#include "support/numbers/statistics.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

using Rows = std::vector<ResultRow>;
using RunPair = std::pair<const Rows*, const Rows*>;

std::vector<RunPair> paired(const RunGroup& a, const RunGroup& b) {
  std::map<std::uint64_t, RunPair> by_seed;
  const auto is_sound = [](const Rows* run) { return !run_status::is_failed(run->back().status); };
  for (const Rows* run : a.runs)
    if (is_sound(run)) by_seed[run->front().seed].first = run;
  for (const Rows* run : b.runs)
    if (is_sound(run)) by_seed[run->front().seed].second = run;
  std::vector<RunPair> pairs;
  for (const auto& [seed, pair] : by_seed)
    if (pair.first != nullptr && pair.second != nullptr) pairs.push_back(pair);
  return pairs;
}

/// Whether the objectives have the same bits wherever both runs have checkpoints after the same work; empty
/// if there are none.
std::optional<bool> compute_the_same(const Rows& a, const Rows& b) {
  const auto work = [](const ResultRow& row) { return std::pair(row.updates, row.entries_touched); };
  std::optional<bool> same;
  auto other = b.begin() + 1;
  for (auto row = a.begin() + 1; row < a.end(); ++row) {
    while (other < b.end() && work(*other) < work(*row)) ++other;
    if (other < b.end() && work(*other) == work(*row))
      same = same.value_or(true) && row->objective == other->objective;
  }
  return same;
}

/// Empty unless all ratios are positive numbers. `seconds` may return NaN.
template <class Seconds>
std::vector<double> logarithms_of(const std::vector<RunPair>& pairs, Seconds seconds) {
  std::vector<double> logarithms;
  for (const auto& [a, b] : pairs) {
    logarithms.push_back(std::log(seconds(*b) / seconds(*a)));
    if (!std::isfinite(logarithms.back())) return {};
  }
  return logarithms;
}

/// A gap that is relative to D*, on another scale of the run.
double on_scale(double gap, const Rows& run, TargetScale scale) {
  const auto optimum = unit_of(run, TargetScale::optimum);
  const auto unit = unit_of(run, scale);
  return optimum && unit ? gap * *optimum / *unit : infinity;
}

/// Fills the ratio's work and logarithms, if possible. `certified`: the largest relative gap of the
/// certificates.
void take_times(const std::vector<RunPair>& pairs, double certified, TimeRatio& ratio) {
  const auto have_equal_passes = [](const RunPair& pair) {
    const double passes = pair.first->back().passes;
    return std::abs(pair.second->back().passes - passes) <= 1e-3 * passes;
  };
  if (std::ranges::all_of(pairs, have_equal_passes)) {
    ratio.work = short_number(pairs.front().first->back().passes) + " passes";
    ratio.logarithms = logarithms_of(
        pairs, [](const Rows& run) { return run.back().cpu_seconds + run.back().setup_seconds; });
  }
  for (const TargetScale scale : target_scales) {
    for (std::size_t k = std::size(relative_targets); k-- > 0 && ratio.logarithms.empty();) {
      const double target = relative_targets[k];
      if (!(on_scale(certified, *pairs.front().first, scale) <= certificate_share * target)) continue;
      ratio.work = fmt::format("to {} of {}", target_text(target), words_of(scale).unit);
      ratio.logarithms = logarithms_of(pairs, [&](const Rows& run) {
        const Bounds time = bounds_on_arrival(run, target, scale, Axis::cpu_seconds_with_setup);
        return time.is_exact() ? time.low : std::numeric_limits<double>::quiet_NaN();
      });
    }
  }
}

double certified_by_both(const Manifest& a, const Manifest& b, const ProblemKey& problem) {
  const ManifestOptimum* const first = certificate_of(a, problem);
  const ManifestOptimum* const second = certificate_of(b, problem);
  if (first == nullptr || second == nullptr) return infinity;
  return std::max({certified_gap(*first), certified_gap(*second),
                   std::abs(first->lower_bound - second->lower_bound) / first->lower_bound});
}

}  // namespace

RatioOfTimes ratio_over(const std::vector<TimeRatio>& problems) {
  const auto ratio_of = [&](const auto& sample_of) {
    std::vector<double> medians;
    for (const TimeRatio& each : problems) medians.push_back(quantile(sample_of(each.logarithms), 0.5));
    return std::exp(mean(medians));
  };
  const double ratio = ratio_of([](const std::vector<double>& all) { return all; });
  if (std::ranges::any_of(problems,
                          [](const TimeRatio& each) { return each.logarithms.size() < fewest_runs; }))
    return {ratio, {0, infinity}};
  Random random(1);
  std::vector<double> ratios;
  for (std::size_t k = 0; k < resamples; ++k)
    ratios.push_back(ratio_of([&](std::vector<double> all) {
      const std::vector<double> from = all;
      for (double& each : all) each = from[random.below(from.size())];
      return all;
    }));
  return {ratio, {quantile(ratios, 0.025), quantile(ratios, 0.975)}};
}

TimeComparison compare_times(const ResultsFolder& a, const ResultsFolder& b) {
  TimeComparison comparison;
  const GroupedResults groups_a(a);
  const GroupedResults groups_b(b);
  const auto partner = [](const RunGroup& group, const GroupedResults& among) {
    return std::ranges::find_if(among.groups,
                                [&](const RunGroup& each) { return is_same_group(each, group); });
  };
  const auto leave_out = [&](const std::string& why, const Manifest& manifest, const RunGroup& group) {
    comparison.left_out.push_back(
        fmt::format("{} on {}: {}", group.label, problem_text(manifest, group), why));
  };
  std::vector<MethodTimes> methods(a.manifest.methods.size());
  for (const RunGroup& group : groups_a.groups) {
    const auto other = partner(group, groups_b);
    if (other == groups_b.groups.end()) {
      leave_out("only in A", a.manifest, group);
      continue;
    }
    if (a.manifest.form != b.manifest.form ||
        !is_same_data(dataset_of(a.manifest, group), dataset_of(b.manifest, *other))) {
      leave_out("other data, or another form of the objective", a.manifest, group);
      continue;
    }
    const std::vector<RunPair> pairs = paired(group, *other);
    if (const std::size_t single = group.runs.size() + other->runs.size() - 2 * pairs.size(); single > 0)
      leave_out(plural(single, "run") + " failed or without a sound one of the same seed", a.manifest, group);
    if (pairs.empty()) continue;
    TimeRatio ratio{problem_text(a.manifest, group)};
    take_times(pairs, certified_by_both(a.manifest, b.manifest, group), ratio);
    if (ratio.logarithms.empty()) {
      leave_out("neither equal passes nor a target that all runs of both reach", a.manifest, group);
      continue;
    }
    for (const RunPair& pair : pairs) {
      const std::optional<bool> same = compute_the_same(*pair.first, *pair.second);
      ratio.equal_pairs += same == true ? 1 : 0;
      ratio.unequal_pairs += same == false ? 1 : 0;
    }
    MethodTimes& method = methods[index_of_method(a.manifest, group)];
    method.label = group.label;
    method.problems.push_back(std::move(ratio));
  }
  for (const RunGroup& group : groups_b.groups)
    if (partner(group, groups_a) == groups_a.groups.end()) leave_out("only in B", b.manifest, group);
  for (MethodTimes& method : methods) {
    if (method.problems.empty()) continue;
    method.overall = ratio_over(method.problems);
    comparison.methods.push_back(std::move(method));
  }
  return comparison;
}

}  // namespace descent
