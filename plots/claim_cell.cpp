#include "plots/claim_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plots/rate.hpp"
#include "plots/statistics.hpp"
#include "plots/time_to_target.hpp"

namespace descent {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where an interval lies, when `accepted` values speak for the claim.
Verdict verdict_on(const Bounds& interval, const Bounds& accepted) {
  if (interval.low >= accepted.low && interval.high <= accepted.high) return Verdict::reproduced;
  if (interval.high < accepted.low || interval.low > accepted.high) return Verdict::not_reproduced;
  return Verdict::undecided;
}

/// Ratios above 1.
const Bounds more_than_one{std::nextafter(1.0, 2.0), infinity};

ClaimCell cell_of(const std::vector<const Cell*>& compared) {
  ClaimCell cell;
  cell.dataset = compared.front()->dataset;
  cell.experiment = compared.front()->experiment;
  cell.source = compared.front()->source;
  for (const Cell* each : compared) {
    cell.methods.push_back({each->method, each->variant, each->label, each->runs.size(), 0, std::nullopt});
  }
  return cell;
}

double relative_gap(const ManifestReference& reference) {
  return (reference.objective - reference.lower_bound) / reference.lower_bound;
}

/// Whether every run that has not failed is held against the bound.
bool has_bound(const Cell& cell) {
  return std::ranges::all_of(cell.runs, [](const std::vector<ResultRow>* run) {
    return run_status::is_failed(run->back().status) || run->front().lower_bound.has_value();
  });
}

/// Why nothing can be decided whatever the runs did; empty when something can.
std::string obstacle(const std::vector<const Cell*>& compared, const ManifestReference* reference) {
  const bool bounded = std::ranges::all_of(compared, [](const Cell* cell) { return has_bound(*cell); });
  if (reference == nullptr || !bounded) return "no certified optimum";
  if (!(reference->lower_bound > 0)) return "the certified lower bound is not positive";
  for (const Cell* cell : compared) {
    if (cell->runs.size() < fewest_runs) {
      return fmt::format("{} run{} of {}, {} are needed", cell->runs.size(),
                         cell->runs.size() == 1 ? "" : "s", cell->label, fewest_runs);
    }
  }
  return "";
}

std::string obstacle(const std::vector<const Cell*>& compared, const ManifestReference* reference,
                     double target) {
  const std::string any = obstacle(compared, reference);
  if (!any.empty() || relative_gap(*reference) <= certificate_share * target) return any;
  return fmt::format("the optimum is certified to {:.1e} only", relative_gap(*reference));
}

/// Between which CPU seconds a run arrived. One that failed tells nothing.
Bounds arrival_time(const std::vector<ResultRow>& run, const std::optional<Arrival>& found) {
  if (run_status::is_failed(run.back().status)) return {0, infinity};
  if (!found) {
    const bool used_up = run.back().status == run_status::budget;
    return {used_up ? run.back().cpu_seconds : infinity, infinity};
  }
  const auto first = std::ranges::find_if(run, [](const ResultRow& row) { return row.cpu_seconds > 0; });
  const bool before_first = first != run.end() && found->cpu_seconds <= first->cpu_seconds;
  return {before_first ? 0 : found->cpu_seconds, found->cpu_seconds};
}

/// The runs' times, without and with setup.
struct ArrivalTimes {
  std::vector<Bounds> work;
  std::vector<Bounds> with_setup;
};

ArrivalTimes arrival_times(const Cell& cell, double target, ComparedMethod& compared) {
  ArrivalTimes times;
  for (const std::vector<ResultRow>* run : cell.runs) {
    const double setup = run->back().setup_seconds;
    times.work.push_back(arrival_time(*run, arrival(*run, target)));
    times.with_setup.push_back({times.work.back().low + setup, times.work.back().high + setup});
  }
  const TimeToTarget time = time_to_target(cell, target);
  compared.arrived = time.arrived;
  compared.measured = time.cpu_seconds_median.at_most;
  return times;
}

/// Mean of F(w) − D* where the runs began.
double first_suboptimality(const Cell& cell) {
  double sum = 0;
  for (const std::vector<ResultRow>* run : cell.runs) sum += run->front().suboptimality.value();
  return sum / static_cast<double>(cell.runs.size());
}

/// Nonzero weights of the runs that come within the target, at the first checkpoint that is.
std::vector<Bounds> nonzeros_at(const Cell& cell, double target, ComparedMethod& compared) {
  std::vector<double> counts;
  for (const std::vector<ResultRow>* run : cell.runs) {
    const auto row = std::ranges::find_if(*run, [&](const ResultRow& each) {
      return each.suboptimality && each.nonzeros && *each.suboptimality <= target * *each.lower_bound;
    });
    if (row != run->end()) counts.push_back(static_cast<double>(*row->nonzeros));
  }
  compared.arrived = counts.size();
  if (!counts.empty()) compared.measured = quantile(counts, 0.5);
  std::vector<Bounds> exact;
  for (const double count : counts) exact.push_back({count, count});
  return exact;
}

}  // namespace

std::string_view text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::reproduced:
      return "reproduced";
    case Verdict::not_reproduced:
      return "not reproduced";
    case Verdict::undecided:
      break;
  }
  return "undecided";
}

ClaimCell compare_times(const Cell& faster, const Cell& slower, const ManifestReference* reference,
                        double target) {
  ClaimCell cell = cell_of({&faster, &slower});
  cell.target = target;
  cell.remark = obstacle({&faster, &slower}, reference, target);
  if (!cell.remark.empty()) return cell;
  const ArrivalTimes of_faster = arrival_times(faster, target, cell.methods[0]);
  const ArrivalTimes of_slower = arrival_times(slower, target, cell.methods[1]);
  cell.estimate = ratio_of_medians(of_slower.work, of_faster.work);
  cell.verdict = verdict_on(cell.estimate->interval, more_than_one);
  cell.estimate_with_setup = ratio_of_medians(of_slower.with_setup, of_faster.with_setup);
  cell.verdict_with_setup = verdict_on(cell.estimate_with_setup->interval, more_than_one);
  if (cell.verdict == Verdict::undecided) {
    const bool nobody = !cell.methods[0].measured && !cell.methods[1].measured;
    const bool both_at_once = cell.estimate->value == Bounds{0, infinity} && !nobody;
    cell.remark = nobody         ? "the median run of neither gets there"
                  : both_at_once ? "both are there at the first checkpoint"
                                 : "the interval contains 1";
  }
  return cell;
}

ClaimCell compare_sparsity(const Cell& method, const Cell& other, const ManifestReference* reference,
                           double target, double within) {
  ClaimCell cell = cell_of({&method, &other});
  cell.target = target;
  cell.remark = obstacle({&method, &other}, reference, target);
  if (!cell.remark.empty()) return cell;
  const std::vector<Bounds> of_method = nonzeros_at(method, target, cell.methods[0]);
  const std::vector<Bounds> of_other = nonzeros_at(other, target, cell.methods[1]);
  for (ComparedMethod& compared : cell.methods) {
    if (compared.arrived >= fewest_runs) continue;
    cell.remark = fmt::format("{} of {} runs of {} get there, {} are needed", compared.arrived, compared.runs,
                              compared.label, fewest_runs);
    return cell;
  }
  cell.estimate = ratio_of_medians(of_other, of_method);
  cell.verdict = verdict_on(cell.estimate->interval, {1 / within, within});
  if (cell.verdict == Verdict::undecided) cell.remark = "the interval reaches across the limit";
  return cell;
}

ClaimCell check_rate(const Cell& method, const ManifestReference* reference, const RateAssertion& assertion) {
  ClaimCell cell = cell_of({&method});
  cell.remark = obstacle({&method}, reference);
  if (!cell.remark.empty()) return cell;
  const auto fit = fit_rate(method.runs, assertion.logarithm, cell.remark);
  if (!fit) return cell;
  cell.methods[0].arrived = method.runs.size();
  cell.methods[0].measured = fit->last_suboptimality;
  cell.estimate = fit->slope;
  cell.remark = fmt::format("over passes {:.4g} to {:.4g}", fit->first_pass, fit->last_pass);
  if (reference->objective - reference->lower_bound > certificate_share * fit->last_suboptimality) {
    cell.remark += "; the last suboptimality is not far enough above the certificate's gap";
    return cell;
  }
  if (const double first = first_suboptimality(method); fit->last_suboptimality >= first) {
    // A bound with a large constant allows it, and a slope does not show it.
    cell.remark += fmt::format("; still above the {:.3g} that the runs began with", first);
  }
  const double accepted = assertion.expected_slope + assertion.tolerance;
  cell.verdict = verdict_on(fit->slope.interval, {-infinity, accepted});
  if (fit->slope.interval.high < assertion.expected_slope - assertion.tolerance) {
    cell.remark += "; steeper than the bound";
  } else if (cell.verdict == Verdict::not_reproduced) {
    cell.remark += "; flatter than the bound, which may hold all the same if its constant is large";
  }
  return cell;
}

}  // namespace descent
