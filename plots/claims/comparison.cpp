#include "plots/claims/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plots/analysis/rank_test.hpp"
#include "plots/analysis/rate.hpp"
#include "plots/analysis/time_to_target.hpp"
#include "support/numbers/infinity.hpp"
#include "support/numbers/statistics.hpp"
#include "support/text/plural.hpp"

namespace descent {
namespace {

Bounds exactly(double value) {
  return {value, value};
}

Comparison cell_of(const std::vector<const RunGroup*>& compared) {
  Comparison cell;
  cell.dataset = compared.front()->dataset;
  cell.experiment = compared.front()->experiment;
  cell.source = compared.front()->source;
  cell.lambda = compared.front()->lambda;
  for (const RunGroup* each : compared) {
    cell.methods.push_back({each->method, each->variant, each->label, each->runs.size(), 0, std::nullopt});
  }
  return cell;
}

/// Whether every run that has not failed is held against the bound.
bool has_bound(const RunGroup& cell) {
  return std::ranges::all_of(cell.runs, [](const std::vector<ResultRow>* run) {
    return run_status::is_failed(run->back().status) || run->front().lower_bound.has_value();
  });
}

/// Why nothing can be told whatever the other runs did; empty when something can.
std::string obstacle(const std::vector<const RunGroup*>& compared, const ManifestOptimum* optimum) {
  for (const RunGroup* cell : compared) {
    for (const std::vector<ResultRow>* run : cell->runs) {
      const std::string& status = run->back().status;
      if (run_status::contradicts_certificate(status))
        return fmt::format("a run of {} contradicts the certificate: {}", cell->label,
                           status.substr(run_status::failed_prefix.size()));
    }
  }
  const bool bounded = std::ranges::all_of(compared, [](const RunGroup* cell) { return has_bound(*cell); });
  if (optimum == nullptr || !bounded) return "no certified optimum";
  return "";
}

std::string obstacle(const std::vector<const RunGroup*>& compared, const ManifestOptimum* optimum,
                     const Target& target) {
  const std::string any = obstacle(compared, optimum);
  if (!any.empty()) return any;
  for (const RunGroup* cell : compared) {
    for (const std::vector<ResultRow>* run : cell->runs) {
      if (run_status::is_failed(run->back().status)) continue;
      const auto unit = unit_of(*run, target.scale);
      if (!unit) return fmt::format("what {} is divided by is not positive", formula_of(target.scale));
      const double gap = (optimum->objective - optimum->lower_bound) / *unit;
      if (!(gap <= certificate_share * target.value))
        return fmt::format("the optimum is certified to {:.1e} only", gap);
    }
  }
  return "";
}

std::vector<Bounds> arrivals(const RunGroup& cell, const Target& target, Axis axis) {
  std::vector<Bounds> times;
  for (const std::vector<ResultRow>* run : cell.runs)
    times.push_back(bounds_on_arrival(*run, target.value, target.scale, axis));
  return times;
}

Judgement judge_times(const RunGroup& faster, const RunGroup& slower, const Target& target, Axis axis,
                      bool enough) {
  const RankTest test(arrivals(slower, target, axis), arrivals(faster, target, axis));
  Judgement judgement{test.ratio()};
  if (enough) judgement.p = PValues{test.p_of_at_most(1), test.p_of_at_least(1)};
  return judgement;
}

/// Mean of F(w) − D* where the runs began.
double first_suboptimality(const RunGroup& cell) {
  double sum = 0;
  for (const std::vector<ResultRow>* run : cell.runs) sum += run->front().suboptimality.value();
  return sum / static_cast<double>(cell.runs.size());
}

/// Nonzero weights of the runs where they arrive; any number where they do not.
std::vector<Bounds> nonzeros_at(const RunGroup& cell, const Target& target, ComparedMethod& compared) {
  std::vector<double> counts;
  std::vector<Bounds> bounds;
  for (const std::vector<ResultRow>* run : cell.runs) {
    bounds.push_back({0, infinity});
    const ResultRow* const row = row_of_arrival(*run, target.value, target.scale);
    if (row == nullptr || !row->nonzeros) continue;
    counts.push_back(static_cast<double>(*row->nonzeros));
    bounds.back() = exactly(counts.back());
  }
  compared.arrived = counts.size();
  if (!counts.empty()) compared.measured = exactly(quantile(counts, 0.5));
  return bounds;
}

}  // namespace

std::string lack_of_runs(const Comparison& cell) {
  for (const ComparedMethod& method : cell.methods) {
    if (method.runs >= fewest_runs) continue;
    return fmt::format("{} of {}, {} are needed", plural(method.runs, cell.split.empty() ? "run" : "split"),
                       method.label, fewest_runs);
  }
  return "";
}

Comparison compare_times(const RunGroup& faster, const RunGroup& slower, const ManifestOptimum* optimum,
                         const Target& target, Axis in) {
  Comparison cell = cell_of({&faster, &slower});
  cell.target = target.value;
  cell.remark = obstacle({&faster, &slower}, optimum, target);
  if (!cell.remark.empty()) return cell;
  cell.remark = lack_of_runs(cell);
  const bool enough = cell.remark.empty();
  for (std::size_t i = 0; i < 2; ++i) {
    const TimeToTarget time = time_to_target(i == 0 ? faster : slower, target.value, target.scale);
    cell.methods[i].arrived = time.arrived;
    cell.methods[i].measured = times_on(in, time).median;
  }
  cell.judgement = judge_times(faster, slower, target, in, enough);
  if (in == Axis::cpu_seconds)
    cell.with_setup = judge_times(faster, slower, target, Axis::cpu_seconds_with_setup, enough);
  if (enough && cell.judgement->estimate.value == Bounds{0, infinity}) {
    const auto arrives = [](const ComparedMethod& method) { return std::isfinite(method.measured->high); };
    cell.remark = std::ranges::all_of(cell.methods, arrives)    ? "both are there at the first checkpoint"
                  : std::ranges::none_of(cell.methods, arrives) ? "the median run of neither gets there"
                                                                : "too many runs of one failed";
  }
  return cell;
}

Comparison compare_sparsity(const RunGroup& method, const RunGroup& other, const ManifestOptimum* optimum,
                            const Target& target, double within) {
  Comparison cell = cell_of({&method, &other});
  cell.target = target.value;
  cell.remark = obstacle({&method, &other}, optimum, target);
  if (!cell.remark.empty()) return cell;
  const std::vector<Bounds> of_method = nonzeros_at(method, target, cell.methods[0]);
  const std::vector<Bounds> of_other = nonzeros_at(other, target, cell.methods[1]);
  const RankTest test(of_other, of_method);
  cell.judgement = Judgement{test.ratio()};
  cell.remark = lack_of_runs(cell);
  if (!cell.remark.empty()) return cell;
  cell.judgement->p = PValues{std::max(test.p_of_at_most(1 / within), test.p_of_at_least(within)),
                              std::min(test.p_of_at_most(within), test.p_of_at_least(1 / within))};
  for (const ComparedMethod& compared : cell.methods) {
    if (2 * compared.arrived < compared.runs) {
      cell.remark =
          fmt::format("{} of {} runs of {} get there", compared.arrived, compared.runs, compared.label);
    }
  }
  return cell;
}

Comparison check_rate(const RunGroup& method, const ManifestOptimum* optimum,
                      const RateAssertion& assertion) {
  Comparison cell = cell_of({&method});
  cell.remark = obstacle({&method}, optimum);
  if (!cell.remark.empty()) return cell;
  const auto fitted = fit_rate(method.runs, assertion.logarithm);
  if (const auto* reason = std::get_if<std::string>(&fitted)) {
    cell.remark = *reason;
    return cell;
  }
  const auto* const fit = &std::get<RateFit>(fitted);
  cell.methods[0].arrived = method.runs.size();
  cell.methods[0].measured = exactly(fit->last_suboptimality);
  cell.remark_explains = false;
  cell.judgement = Judgement{fit->slope};
  cell.remark = fmt::format("over passes {:.4g} to {:.4g}", fit->first_pass, fit->last_pass);
  const auto add_remark = [&](const std::string& remark) { cell.remark += "; " + remark; };
  if (optimum->objective - optimum->lower_bound > certificate_share * fit->last_suboptimality) {
    add_remark("the last suboptimality is not far enough above the certificate's gap");
    return cell;
  }
  if (const double first = first_suboptimality(method); fit->last_suboptimality >= first) {
    // A bound with a large constant allows it, and a slope does not show it.
    add_remark(fmt::format("still above the {:.3g} that the runs began with", first));
  }
  const double accepted = assertion.expected_slope + assertion.tolerance;
  if (fit->slope.interval.high < assertion.expected_slope - assertion.tolerance) {
    add_remark("steeper than the bound");
  } else if (fit->slope.interval.low > accepted) {
    add_remark("flatter than the bound, which may hold all the same if its constant is large");
  }
  if (const std::string lack = lack_of_runs(cell); !lack.empty()) {
    add_remark(lack);
  } else if (fit->of_runs) {
    const double confidence = fit->of_runs->confidence_below(accepted);
    cell.judgement->p = PValues{1 - confidence, confidence};
  } else if (fit->slope.interval.high <= accepted) {
    cell.judgement->verdict = Verdict::reproduced;
  } else if (fit->slope.interval.low > accepted) {
    cell.judgement->verdict = Verdict::not_reproduced;
  } else {
    add_remark("the slopes of its halves lie on both sides");
  }
  return cell;
}

}  // namespace descent
