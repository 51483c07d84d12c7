#include "plots/claims/claim_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace descent {
namespace {

Comparison cell_of(const std::vector<const Counts*>& compared) {
  const Counts& first = *compared.front();
  Comparison cell;
  cell.dataset = first.dataset;
  cell.experiment = first.experiment;
  cell.source = first.source;
  cell.split = first.split;
  for (const Counts* each : compared) {
    ComparedMethod method{each->method.name,    each->method.variant,
                          each->label,          each->by_seed.size() + each->missing,
                          each->by_seed.size(), std::nullopt};
    if (!each->by_seed.empty()) method.measured = mean_count(*each).estimate.value;
    cell.methods.push_back(method);
  }
  return cell;
}

/// Why the counts tell nothing; empty when they do.
std::string obstacle(const Comparison& cell) {
  for (const ComparedMethod& method : cell.methods) {
    if (method.arrived < method.runs || method.runs == 0)
      return fmt::format("{} of {} {}s of {} have such a number", method.arrived, method.runs,
                         cell.split.empty() ? "run" : "split", method.label);
  }
  return "";
}

/// Whether they can be compared seed by seed.
bool same_seeds(const Counts& a, const Counts& b) {
  return std::ranges::equal(a.by_seed, b.by_seed, {}, &std::pair<const std::uint64_t, Bounds>::first,
                            &std::pair<const std::uint64_t, Bounds>::first);
}

/// Judges a cell with nothing in its way: whether the mean is within what the claim accepts. By p-values
/// where seeds differ in it, and otherwise by whether all or none of it is.
void judge(Comparison& cell, const CountMean& mean, const Bounds& accepted) {
  cell.judgement = Judgement{mean.estimate, std::nullopt, std::nullopt, Verdict::undecided};
  if (cell.methods.front().runs > 1) cell.remark = lack_of_runs(cell);  // one alone leaves nothing to chance
  if (!cell.remark.empty()) return;
  const Bounds& value = mean.estimate.value;
  if (mean.standard_error > 0) {
    cell.judgement->p = {std::max(mean.p_of_at_most(accepted.low), mean.p_of_at_least(accepted.high)),
                         std::min(mean.p_of_at_most(accepted.high), mean.p_of_at_least(accepted.low))};
  } else if (value.low >= accepted.low && value.high <= accepted.high) {
    cell.judgement->verdict = Verdict::reproduced;
  } else if (value.high < accepted.low || value.low > accepted.high) {
    cell.judgement->verdict = Verdict::not_reproduced;
  } else {
    cell.remark = "two checkpoints leave it open";
  }
}

}  // namespace

Comparison check_count(const Counts& counts, const CountAssertion& assertion) {
  Comparison cell = cell_of({&counts});
  cell.remark = obstacle(cell);
  if (cell.remark.empty())
    judge(cell, mean_count(counts),
          {assertion.expected - assertion.tolerance, assertion.expected + assertion.tolerance});
  return cell;
}

Comparison compare_counts(const Counts& fewer, const Counts& more) {
  using Limits = std::numeric_limits<double>;
  Comparison cell = cell_of({&fewer, &more});
  cell.remark = obstacle(cell);
  if (cell.remark.empty() && !same_seeds(fewer, more))
    cell.remark = fmt::format("the seeds of {} and {} differ", fewer.label, more.label);
  if (cell.remark.empty())
    judge(cell, mean_difference(fewer, more), {Limits::denorm_min(), Limits::infinity()});  // above 0
  return cell;
}

}  // namespace descent
