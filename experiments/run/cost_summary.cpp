#include "experiments/run/cost_summary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "support/json/json_place.hpp"

namespace descent {

void CostSummary::add(const RunCosts& costs, const RunSpec& spec) {
  sum_.billed_seconds += costs.billed_seconds;
  sum_.clock_seconds += costs.clock_seconds;
  sum_.copy_seconds += costs.copy_seconds;
  sum_.evaluation_seconds += costs.evaluation_seconds;
  const double share = costs.total_seconds / spec.allowance.amount;
  if (spec.allowance.axis == Axis::cpu_seconds && share > longest_) {
    longest_ = share;
    longest_text_ = fmt::format("{:.2g} s of wall time, all included, for a budget of {:.2g} s: {}",
                                costs.total_seconds, spec.allowance.amount, spec.what());
  }
  // Below a few milliseconds a single interrupt is 5 %.
  if (costs.billed_seconds > 0.05 && costs.wall_seconds > 1.05 * costs.billed_seconds)
    contended_.push_back(spec.what());
}

void CostSummary::print() const {
  if (sum_.billed_seconds == 0) return;
  const auto percent = [&](double seconds) { return 100 * seconds / sum_.billed_seconds; };
  fmt::print(
      "billed {:.1f} s of CPU time; reading clocks {:.2f} % of it; besides it: copying iterates {:.2f} %, "
      "evaluating them {:.1f} %\n",
      sum_.billed_seconds, percent(sum_.clock_seconds), percent(sum_.copy_seconds),
      percent(sum_.evaluation_seconds));
  if (longest_ > 0) fmt::print("the longest run beside its budget took {}\n", longest_text_);
  if (contended_.empty()) return;
  fmt::print("{} runs waited for the processor (wall time over 5 % above CPU time), the first: {}\n",
             contended_.size(), contended_.front());
}

std::string to_text(const RunCosts& costs) {
  return Json{costs.billed_seconds, costs.wall_seconds,       costs.clock_seconds,
              costs.copy_seconds,   costs.evaluation_seconds, costs.total_seconds}
      .dump();
}

RunCosts costs_from_text(const std::string& text) {
  const Json json = Json::parse(text);
  return {json.at(0), json.at(1), json.at(2), json.at(3), json.at(4), json.at(5)};
}

}  // namespace descent
