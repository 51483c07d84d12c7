#include "plots/claims/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/analysis/rate.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/statistics.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

bool has_bound(const RunGroup& group) {
  return std::ranges::all_of(group.runs, [](const std::vector<ResultRow>* run) {
    return run_status::is_failed(run->back().status) || run->front().lower_bound.has_value();
  });
}

/// Reason why runs do not show distances from the optimum, else "".
std::string obstacle(const std::vector<const RunGroup*>& groups, const ManifestOptimum* optimum) {
  for (const RunGroup* group : groups) {
    for (const std::vector<ResultRow>* run : group->runs) {
      const std::string& status = run->back().status;
      if (run_status::contradicts_certificate(status))
        return fmt::format("a run of {} contradicts the certificate: {}", group->label,
                           status.substr(run_status::failed_prefix.size()));
    }
  }
  const bool bounded = std::ranges::all_of(groups, [](const RunGroup* group) { return has_bound(*group); });
  return optimum == nullptr || !bounded ? "no certified optimum" : "";
}

std::string obstacle(const std::vector<const RunGroup*>& groups, const ManifestOptimum* optimum,
                     double target, TargetScale scale) {
  if (std::string any = obstacle(groups, optimum); !any.empty()) return any;
  for (const RunGroup* group : groups) {
    for (const std::vector<ResultRow>* run : group->runs) {
      if (run_status::is_failed(run->back().status)) continue;
      const auto unit = unit_of(*run, scale);
      if (!unit) return "the scale of the targets is not positive";
      const double gap = (optimum->objective - optimum->lower_bound) / *unit;
      if (!(gap <= certificate_share * target))
        return fmt::format("the optimum is certified to {:.1e} only", gap);
    }
  }
  return "";
}

std::vector<Bounds> arrivals(const RunGroup& group, double target, TargetScale scale, Axis axis) {
  std::vector<Bounds> times;
  for (const std::vector<ResultRow>* run : group.runs)
    times.push_back(bounds_on_arrival(*run, target, scale, axis));
  return times;
}

/// Mean of F(w) − D* at the start.
double first_suboptimality(const RunGroup& group) {
  std::vector<double> values;
  for (const std::vector<ResultRow>* run : group.runs) values.push_back(run->front().suboptimality.value());
  return mean(values);
}

/// Nonzero weights of the runs at the checkpoint that `find` returns; unbounded without a checkpoint.
template <class Find>
std::vector<Bounds> nonzeros_at(const RunGroup& group, ComparedMethod& compared, Find find) {
  std::vector<double> counts;
  std::vector<Bounds> bounds;
  for (const std::vector<ResultRow>* run : group.runs) {
    bounds.push_back({0, infinity});
    const ResultRow* const row = find(*run);
    if (row == nullptr || !row->nonzeros) continue;
    const auto count = static_cast<double>(*row->nonzeros);
    counts.push_back(count);
    bounds.back() = {count, count};
  }
  compared.arrived = counts.size();
  if (const double middle = counts.empty() ? 0 : quantile(counts, 0.5); !counts.empty())
    compared.measured = Bounds{middle, middle};
  return bounds;
}

}  // namespace

std::string_view text_of(Answer answer) {
  constexpr std::string_view texts[] = {"for", "against", "level", "undecided"};
  return texts[static_cast<std::size_t>(answer)];
}

Comparison comparison_of(const std::vector<const RunGroup*>& groups) {
  Comparison comparison;
  for (const RunGroup* group : groups)
    comparison.methods.push_back({group->method, group->variant, group->label, group->runs.size()});
  return comparison;
}

std::string lack_of_runs(const Comparison& comparison) {
  for (const ComparedMethod& method : comparison.methods) {
    if (method.runs >= fewest_runs) continue;
    return fmt::format("{} of {}, {} are needed",
                       plural(method.runs, comparison.split.empty() ? "run" : "split"), method.label,
                       fewest_runs);
  }
  return "";
}

TargetScale scale_for(const RunGroup& group) {
  for (const std::vector<ResultRow>* run : group.runs) {
    const ResultRow& start = run->front();
    if (!start.objective || !start.lower_bound) continue;
    return *start.lower_bound < smallest_optimum * *start.objective ? TargetScale::start
                                                                    : TargetScale::optimum;
  }
  return TargetScale::optimum;
}

Answer answer_within(const Estimate& estimate, const Bounds& range) {
  const Bounds& interval = estimate.interval;
  if (interval.low >= range.low && interval.high <= range.high) return Answer::in_favour;
  if (interval.low > range.high || interval.high < range.low) return Answer::against;
  return Answer::undecided;
}

Comparison compare_times(const RunGroup& method, const RunGroup& rival, const ManifestOptimum* optimum,
                         double target, TargetScale scale, Axis axis, const std::optional<Bounds>& range) {
  Comparison comparison = comparison_of({&method, &rival});
  comparison.target = target;
  comparison.remark = obstacle({&method, &rival}, optimum, target, scale);
  if (!comparison.remark.empty()) return comparison;
  const RunGroup* const groups[] = {&method, &rival};
  for (std::size_t i = 0; i < 2; ++i) {
    const TimeToTarget time = time_to_target(*groups[i], target, scale);
    comparison.methods[i].arrived = time.arrived;
    comparison.methods[i].measured = times_on(axis, time).median;
  }
  comparison.estimate =
      ratio_of_medians(arrivals(rival, target, scale, axis), arrivals(method, target, scale, axis));
  comparison.remark = lack_of_runs(comparison);
  if (!comparison.remark.empty()) return comparison;
  const Bounds& interval = comparison.estimate->interval;
  if (range)
    comparison.answer = answer_within(*comparison.estimate, *range);
  else if (interval.low > least_lead)
    comparison.answer = Answer::in_favour;
  else if (interval.high < 1 / least_lead)
    comparison.answer = Answer::against;
  else if (interval.low >= 1 / least_lead && interval.high <= least_lead)
    comparison.answer = Answer::level;
  if (std::ranges::all_of(comparison.methods,
                          [](const auto& each) { return std::isinf(each.measured->high); }))
    comparison.remark = "the median run of neither gets there";
  return comparison;
}

Comparison compare_nonzeros(const RunGroup& method, const RunGroup& other, const ManifestOptimum* optimum,
                            std::optional<double> target, TargetScale scale, const Bounds& range) {
  Comparison comparison = comparison_of({&method, &other});
  comparison.target = target;
  comparison.remark =
      target ? obstacle({&method, &other}, optimum, *target, scale) : obstacle({&method, &other}, optimum);
  if (!comparison.remark.empty()) return comparison;
  const auto find = [&](const std::vector<ResultRow>& run) {
    if (target) return row_of_arrival(run, *target, scale);
    return run_status::is_failed(run.back().status) ? nullptr : &run.back();
  };
  const auto method_counts = nonzeros_at(method, comparison.methods[0], find);
  const auto other_counts = nonzeros_at(other, comparison.methods[1], find);
  comparison.estimate = ratio_of_medians(method_counts, other_counts);
  comparison.remark = lack_of_runs(comparison);
  if (!comparison.remark.empty()) return comparison;
  comparison.answer = answer_within(*comparison.estimate, range);
  for (const ComparedMethod& compared : comparison.methods) {
    if (2 * compared.arrived < compared.runs)
      comparison.remark =
          fmt::format("{} of {} runs of {} get there", compared.arrived, compared.runs, compared.label);
  }
  return comparison;
}

Comparison check_reached(const RunGroup& method, const ManifestOptimum* optimum, double target,
                         TargetScale scale, const Bounds& range) {
  const Counts counts = counts_in(method, [&](const std::vector<ResultRow>& run) {
    const double count = row_of_arrival(run, target, scale) != nullptr ? 1 : 0;
    return std::optional(Bounds{count, count});
  });
  Comparison comparison = check_count(counts, range);
  comparison.target = target;
  if (const std::string any = obstacle({&method}, optimum, target, scale); !any.empty()) {
    comparison.answer = Answer::undecided;
    comparison.remark = any;
  }
  return comparison;
}

Comparison check_slope(const RunGroup& method, const ManifestOptimum* optimum, bool with_logarithm,
                       const Bounds& range) {
  Comparison comparison = comparison_of({&method});
  comparison.remark = obstacle({&method}, optimum);
  if (!comparison.remark.empty()) return comparison;
  const auto fitted = fit_rate(method.runs, with_logarithm);
  if (const auto* reason = std::get_if<std::string>(&fitted)) {
    comparison.remark = *reason;
    return comparison;
  }
  const RateFit& fit = std::get<RateFit>(fitted);
  comparison.methods[0].arrived = method.runs.size();
  comparison.methods[0].measured = Bounds{fit.last_suboptimality, fit.last_suboptimality};
  comparison.estimate = fit.slope;
  comparison.remark = fmt::format("over passes {:.4g} to {:.4g}", fit.first_pass, fit.last_pass);
  if (optimum->objective - optimum->lower_bound > certificate_share * fit.last_suboptimality) {
    comparison.remark += "; the last suboptimality is not far enough above the certificate's gap";
  } else if (fit.last_suboptimality >= first_suboptimality(method)) {
    comparison.remark += "; F is above F(0)";
  } else if (const std::string lack = method.runs.size() > 1 ? lack_of_runs(comparison) : ""; !lack.empty()) {
    comparison.remark += "; " + lack;
  } else {
    comparison.answer = answer_within(fit.slope, range);
  }
  return comparison;
}

}  // namespace descent
