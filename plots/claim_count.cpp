#include "plots/claim_count.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "plots/statistics.hpp"

namespace descent {
namespace {

/// Sample standard deviation of two counts or more, ranges by their middles.
double deviation(const Counts& counts) {
  std::vector<double> middles;
  for (const auto& [seed, count] : counts.by_seed) middles.push_back((count.low + count.high) / 2);
  const double center = mean(middles);
  double squares = 0;
  for (const double middle : middles) squares += (middle - center) * (middle - center);
  return std::sqrt(squares / static_cast<double>(middles.size() - 1));
}

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
      return fmt::format("{} of {} {} of {} have such a number", method.arrived, method.runs, what,
                         method.label);
  }
  return "";
}

std::string unit_of(const Counts& counts) {
  return counts.split.empty() ? "runs" : "splits";
}

}  // namespace

ClaimCell check_count(const Counts& counts, const CountAssertion& assertion) {
  ClaimCell cell = cell_of({&counts});
  cell.remark = obstacle(cell, unit_of(counts));
  if (!cell.remark.empty()) return cell;
  cell.estimate = mean_count(counts);
  const Bounds accepted{assertion.expected - assertion.tolerance, assertion.expected + assertion.tolerance};
  const auto& [value, interval] = *cell.estimate;
  if (value.low >= accepted.low && value.high <= accepted.high) {
    cell.verdict = Verdict::reproduced;
  } else if (interval.high < accepted.low || interval.low > accepted.high) {
    cell.verdict = Verdict::not_reproduced;
  } else {
    cell.remark = counts.by_seed.size() == 1 ? "two checkpoints leave it open"
                                             : "one split more could have it all the same";
  }
  return cell;
}

ClaimCell compare_counts(const Counts& fewer, const Counts& more) {
  ClaimCell cell = cell_of({&fewer, &more});
  cell.remark = obstacle(cell, unit_of(fewer));
  if (!cell.remark.empty()) return cell;
  cell.estimate = mean_difference(fewer, more);
  cell.verdict = verdict_on(cell.estimate->interval,
                            {std::nextafter(0.0, 1.0), std::numeric_limits<double>::infinity()});
  if (cell.verdict == Verdict::undecided) cell.remark = "the interval contains 0";
  return cell;
}

}  // namespace descent
