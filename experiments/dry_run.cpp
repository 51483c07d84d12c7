#include "experiments/dry_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace descent {

namespace {

/// What one core of a common machine touches in a second: coordinate descent on data beyond its caches.
constexpr double entries_a_second = 3e8;

double work_seconds(const RunSpec& spec) {
  return spec.allowance.axis == Axis::cpu_seconds ? cost_of(spec) : cost_of(spec) / entries_a_second;
}

/// Each checkpoint's iterate is multiplied by the training rows twice (objective and error) and by the test
/// rows once; bounds cost as much again, now and then.
double evaluation_seconds(const RunSpec& spec) {
  const auto train = static_cast<double>(spec.dataset->train.rows.nonzeros());
  const auto test = static_cast<double>(spec.dataset->test.rows.nonzeros());
  return static_cast<double>(spec.allowance.checkpoints) * (2.2 * train + test) / entries_a_second;
}

/// Rows of about 300 characters, the provenance of about 4,000, and what is drawn.
double bytes_of(const RunSpec& spec) {
  return 300.0 * static_cast<double>(spec.allowance.checkpoints) + 4'000.0;
}
constexpr double bytes_of_figures = 2e6;

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", std::ceil(seconds));
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

void print_estimate(std::span<const RunSpec> missing, const RunSettings& settings) {
  double work = 0;
  double evaluation = 0;
  double bytes = bytes_of_figures;
  for (const RunSpec& spec : missing) {
    work += work_seconds(spec);
    evaluation += evaluation_seconds(spec);
    bytes += bytes_of(spec);
  }
  const bool in_seconds = !missing.empty() && missing.front().allowance.axis == Axis::cpu_seconds;
  fmt::print(
      "estimate: {} {} of CPU time billed, {} in all with evaluation; {} of wall time at {} runs at a "
      "time; {:.1f} MB in {}\n",
      in_seconds ? "at most" : "about", time_text(work), time_text(work + evaluation),
      time_text((work + evaluation) / settings.jobs), settings.jobs, bytes / 1e6, settings.folder.string());
}

/// A line for every dataset and method: runs that are done, of all.
void print_runs(const PlannedWork& work) {
  struct Count {
    std::size_t planned = 0;
    std::size_t missing = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, Count> counts;
  for (const RunSpec& spec : work.plan.runs) {
    const std::string what = spec.description();
    if (counts[what].planned++ == 0) order.push_back(what);
  }
  for (const RunSpec& spec : work.missing) ++counts[spec.description()].missing;
  for (const std::string& what : order) {
    const Count& count = counts[what];
    fmt::print("  {}: {} runs, {}\n", what, count.planned,
               count.missing == 0               ? "none to do"
               : count.missing == count.planned ? "all to do"
                                                : fmt::format("{} to do", count.missing));
  }
}

void print_references(std::span<const ProblemSpec> problems, const References& references) {
  for (const ProblemSpec& problem : problems) {
    const KnownReference* known = references.find(problem);
    if (known != nullptr)
      fmt::print("  {}: reference optimum {}\n", problem.description(), describe(known->reference));
    else if (can_certify(problem))
      fmt::print("  {}: reference optimum to be computed, which is not in the estimate\n",
                 problem.description());
    else
      fmt::print("  {}: no solver can certify an optimum\n", problem.description());
  }
}

}  // namespace

double cost_of(const RunSpec& spec) {
  const double amount = spec.allowance.amount;
  return spec.allowance.axis == Axis::passes
             ? amount * static_cast<double>(spec.dataset->train.rows.nonzeros())
             : amount;
}

void print_dry_run(const Config& config, const PlannedWork& work, std::span<const ProblemSpec> problems,
                   const References& references, const RunSettings& settings) {
  fmt::print("{}: {} runs, {} of them done, {} to do\n", config.name, work.plan.runs.size(), work.done,
             work.missing.size());
  print_estimate(work.missing, settings);
  print_runs(work);
  print_references(problems, references);
  for (const ResolvedConstant& constant : work.plan.constants) {
    fmt::print("  {}, {}, {}: {} {} = {:.4g} ({})\n", constant.dataset, constant.regularizer, constant.lambda,
               constant.method, constant.option, constant.value, constant.origin);
  }
}

}  // namespace descent
