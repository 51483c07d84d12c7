#include "experiments/tuning/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "experiments/config/tuned_file.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/numbers/statistics.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"

namespace descent {

namespace {

/// To four digits, as shown in tables and manifests.
double rounded(double step) {
  return std::stod(fmt::format("{:.4g}", step));
}

TrialRow row_of(const TrialRun& run, const RunRecord& record) {
  const RunSpec& spec = run.spec;
  const ResultRow& end = record.rows.back();
  TrialRow row;
  static_cast<GroupKey&>(row) = end;
  row.constants = run.constants;
  row.axis = name_of(spec.budget.axis);
  row.budget = spec.budget.amount;
  row.seed = spec.seed;
  row.status = end.status;
  if (end.status != run_status::diverged) row.objective = end.objective;
  row.cpu_seconds = record.costs.billed_seconds + end.setup_seconds;
  return row;
}

std::string text_of(const Constants& constants) {
  std::string text;
  for (const auto& [name, value] : constants) text += fmt::format(", {} {:.4g}", name, value);
  return text;
}

}  // namespace

double Trial::mean() const {
  return descent::mean(objectives);
}

double Trial::standard_error() const {
  if (objectives.size() < 2) return 0;
  return std::sqrt(variance(objectives) / static_cast<double>(objectives.size()));
}

std::vector<double> tuning_grid() {
  std::vector<double> grid;
  for (int half_decade = -6; half_decade <= 10; ++half_decade)
    grid.push_back(rounded(std::pow(10, 0.5 * half_decade)));
  return grid;
}

std::vector<double> refinement_of(double value) {
  return {rounded(value * std::pow(10, -0.25)), rounded(value * std::pow(10, 0.25))};
}

std::vector<double> values_of(std::span<const Trial> trials, const std::string& name) {
  auto values = mapped(trials, [&](const Trial& trial) { return trial.constants.at(name); });
  std::ranges::sort(values);
  return values;
}

std::vector<double> widened_grid(std::span<const Trial> trials, const std::string& name) {
  const std::vector<double> values = values_of(trials, name);
  const std::vector<double> grid = tuning_grid();
  const double best = best_trial(trials).constants.at(name);
  const double widest = std::pow(10, widened_decades) * (1 - 1e-9);
  if (best == values.front() && grid.front() < best * widest)
    return {rounded(best / 10), rounded(best / std::sqrt(10))};
  if (best == values.back() && best < grid.back() * widest)
    return {rounded(best * std::sqrt(10)), rounded(best * 10)};
  return {};
}

std::vector<std::size_t> close_trials(std::span<const Trial> trials) {
  const Trial& lowest = *std::ranges::min_element(
      trials, {}, [](const Trial& trial) { return std::pair(trial.mean(), trial.constants); });
  std::vector<std::size_t> close;
  for (std::size_t k = 0; k < trials.size(); ++k) {
    const double error = std::hypot(lowest.standard_error(), trials[k].standard_error());
    if (&trials[k] == &lowest || trials[k].mean() < lowest.mean() + 2 * error) close.push_back(k);
  }
  return close;
}

std::vector<std::size_t> undecided_trials(std::span<const Trial> trials, std::size_t most_seeds) {
  std::vector<std::size_t> close = close_trials(trials);
  // Constants that another sweep has tried again stand beside themselves: the trial with fewer seeds counts.
  const auto rank = [&](std::size_t k) { return std::pair(trials[k].objectives.size(), k); };
  std::erase_if(close, [&, all = close](std::size_t k) {
    return std::ranges::any_of(
        all, [&](std::size_t j) { return rank(j) < rank(k) && trials[j].constants == trials[k].constants; });
  });
  if (close.size() == 1) return {};
  std::erase_if(close, [&](std::size_t k) { return trials[k].objectives.size() >= most_seeds; });
  return close;
}

const Trial& best_trial(std::span<const Trial> trials) {
  const auto rank = [](const Trial& trial) {
    const auto radius = trial.constants.find("radius");
    return std::tuple(radius == trial.constants.end() ? 0 : radius->second, trial.mean(), trial.constants);
  };
  const std::vector<std::size_t> close = close_trials(trials);
  return trials[*std::ranges::min_element(close, {}, [&](std::size_t k) { return rank(trials[k]); })];
}

std::vector<std::optional<TrialRow>> TrialRuns::carry_out(std::span<const TrialRun> runs) {
  const std::filesystem::path folder = folder_of_temporary_files();  // fails here, not in every trial
  CurrentProblem current;
  std::map<std::string, std::optional<TrialRow>> rows;
  const auto find = [&](const std::string& id) {
    if (const auto found = store_.find(id)) rows[id] = found->front();
    return rows[id].has_value();
  };
  std::vector<Job> jobs;
  for (const TrialRun& run : runs) {
    const RunSpec& spec = run.spec;
    const double cost = spec.budget.amount;
    if (rows.contains(run.id) || find(run.id)) {
      progress_.expect(-1, -cost);
      continue;
    }
    const auto measure = [&] {
      store_.put(run.id, {row_of(run, current.carry_out(spec, folder))});
      return std::string();
    };
    const auto finished = [&](const std::string&, const std::string& failure) {
      if (!failure.empty()) print_error("failed: {}{}: {}\n", spec.what(), text_of(run.constants), failure);
    };
    jobs.push_back({.what = fmt::format("tuning {}", spec.description()),
                    .cost = cost,
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .cores = cores_of(spec.options),
                    .prepare = [&] { current.prepare(spec); },
                    .work = measure,
                    .finished = finished});
  }
  descent::carry_out(jobs, jobs_, progress_);
  for (const auto& [id, row] : rows)
    if (!row) find(id);
  return mapped(runs, [&](const TrialRun& run) { return rows.at(run.id); });
}

}  // namespace descent
