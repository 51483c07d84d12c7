#include "plots/claim_count.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace descent {
namespace {

ClaimCell cell_of(const std::vector<const Counts*>& compared) {
  const Counts& first = *compared.front();
  ClaimCell cell;
  cell.dataset = first.dataset;
  cell.experiment = first.experiment;
  cell.source = first.source;
  cell.split = first.split;
  for (const Counts* each : compared) {
    ComparedMethod method;
    method.label = each->label;
    method.arrived = each->by_seed.size();
    method.runs = each->by_seed.size() + each->missing;
    if (!each->by_seed.empty()) {
      const Bounds value = mean_count(*each).value;
      if (value.low == value.high) method.measured = value.low;
    }
    cell.methods.push_back(method);
  }
  return cell;
}

/// Why the counts decide nothing; empty when they do.
std::string obstacle(const ClaimCell& cell, const std::string& what) {
  for (const ComparedMethod& method : cell.methods) {
    if (method.arrived < method.runs || method.runs == 0)
      return fmt::format("{} of {} {}s of {} have such a number", method.arrived, method.runs, what,
                         method.label);
  }
  return "";
}

std::string unit_of(const Counts& counts) {
  return counts.split.empty() ? "run" : "split";
}

/// Whether they can be compared seed by seed.
bool same_seeds(const Counts& a, const Counts& b) {
  return std::ranges::equal(a.by_seed, b.by_seed, {}, &std::pair<const std::uint64_t, Bounds>::first,
                            &std::pair<const std::uint64_t, Bounds>::first);
}

}  // namespace

ClaimCell check_count(const Counts& counts, const CountAssertion& assertion) {
  ClaimCell cell = cell_of({&counts});
  cell.remark = obstacle(cell, unit_of(counts));
  if (!cell.remark.empty()) return cell;
  Judgement judgement;
  judgement.estimate = mean_count(counts);
  const auto& [value, interval] = judgement.estimate;
  const Bounds accepted{assertion.expected - assertion.tolerance, assertion.expected + assertion.tolerance};
  if (value.low >= accepted.low && value.high <= accepted.high) {
    judgement.verdict = Verdict::reproduced;
  } else if (interval.high < accepted.low || interval.low > accepted.high) {
    judgement.verdict = Verdict::not_reproduced;
  } else {
    cell.remark = counts.by_seed.size() == 1 ? "two checkpoints leave it open"
                                             : "one more " + unit_of(counts) + " could be that near";
  }
  cell.judgement = judgement;
  return cell;
}

ClaimCell compare_counts(const Counts& fewer, const Counts& more) {
  ClaimCell cell = cell_of({&fewer, &more});
  cell.remark = obstacle(cell, unit_of(fewer));
  if (cell.remark.empty() && !same_seeds(fewer, more))
    cell.remark = fmt::format("the seeds of {} and {} differ", fewer.label, more.label);
  if (!cell.remark.empty()) return cell;
  const CountDifference difference = mean_difference(fewer, more);
  Judgement judgement;
  judgement.estimate = difference.estimate;
  const Bounds& value = difference.estimate.value;
  if (difference.p_larger) {
    judgement.p = PValues{*difference.p_larger, *difference.p_smaller};
  } else if (value.low > 0) {
    judgement.verdict = Verdict::reproduced;
  } else if (value.high <= 0) {
    judgement.verdict = Verdict::not_reproduced;
  } else {
    cell.remark = "two checkpoints leave it open";
  }
  cell.judgement = judgement;
  return cell;
}

}  // namespace descent
