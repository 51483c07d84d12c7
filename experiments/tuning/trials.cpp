#include "experiments/tuning/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <tuple>

#include "experiments/config/tuned_file.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/plan/plan.hpp"
#include "plots/results/results_folder.hpp"
#include "solvers/distributed/distributed_method.hpp"
#include "solvers/linear_algebra/row_team.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/read_json.hpp"
#include "support/numbers/statistics.hpp"
#include "support/ranges.hpp"
#include "support/records/run_provenance.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

/// To four digits, as shown in tables and manifests.
double rounded(double step) {
  return std::stod(fmt::format("{:.4g}", step));
}

TrialRow row_of(const TrialRun& run) {
  const RunSpec& spec = run.spec;
  TrialRow row;
  static_cast<GroupKey&>(row) = row_of(spec, run_id(spec));
  row.search = run.search;
  row.constants = run.constants;
  row.axis = name_of(spec.allowance.axis);
  row.budget = spec.allowance.amount;
  row.seed = spec.seed;
  row.run_id = run_id(spec);
  return row;
}

/// The report of a trial's process.
struct TrialEnd {
  std::string status;
  std::optional<double> objective;  ///< empty if the run diverged, because JSON has no infinity
  double cpu_seconds = 0;

  static Fields<TrialEnd> fields() {
    using E = TrialEnd;
    return {in_json("status", "", &E::status), may_be_missing(in_json("objective", "", &E::objective)),
            in_json("cpu_seconds", "", &E::cpu_seconds)};
  }
};

TrialEnd end_of(const RunRecord& record) {
  const ResultRow& end = record.rows.back();
  const bool diverged = end.status == run_status::diverged;
  return {end.status, diverged ? std::nullopt : end.objective,
          record.costs.billed_seconds + end.setup_seconds};
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

Json tuning_trials(const std::filesystem::path& folder, const Manifest& manifest) {
  TunedFile file;
  std::string reason;
  std::vector<TrialRow> rows;
  try {
    file = TunedFile::read(TunedFile::path_for(manifest.config_file, manifest.name));
    rows = file.trials(folder);
  } catch (const Error& damage) {
    reason = fmt::format(": {}", damage.what());
  }
  Json found = Json::array();
  std::size_t missing = 0;
  for (const ManifestConstant& constant : manifest.constants) {
    if (!constant.origin.starts_with("tuned: ")) continue;
    const ManifestDataset& dataset = dataset_of(manifest, constant);
    const auto is_trial_of = [&](const TunedConstants& tuned) {
      return [&](const TrialRow& row) {
        return row.search == tuned.search && row.problem() == constant && row.method == constant.method &&
               row.variant == constant.variant;
      };
    };
    const auto tuned = std::ranges::find_if(file.all(), [&](const TunedConstants& each) {
      const std::string base = file.origin_of(each);
      return (constant.origin == base || constant.origin.starts_with(base + ';')) &&
             each.constants.contains(constant.option) &&
             each.constants.at(constant.option) == constant.value && each.problem.source == dataset.source &&
             each.problem.rows == static_cast<std::int64_t>(dataset.rows) &&
             each.problem.is_rounded == dataset.is_rounded &&
             each.problem.form.is_sum == manifest.form.is_sum &&
             static_cast<std::size_t>(std::ranges::count_if(rows, is_trial_of(each))) == each.cost.runs;
    });
    if (tuned == file.all().end()) {
      ++missing;
      continue;
    }
    std::map<Constants, Json> objectives;
    for (const TrialRow& row : rows)
      if (is_trial_of(*tuned)(row))
        objectives[row.constants].push_back(row.objective ? Json(*row.objective) : Json());
    Json trials = Json::array();
    for (const auto& [constants, each] : objectives)
      trials.push_back({constants.at(constant.option), each, constants == tuned->constants});
    found.push_back(write_record(constant));
    found.back()["trials"] = std::move(trials);
  }
  return {{"constants", std::move(found)},
          {"missing", missing == 0 ? ""
                                   : fmt::format("The trials of {} are not here{}.",
                                                 plural(missing, "tuned constant"), reason)}};
}

void TrialRuns::add_known(TrialRow row) {
  row.search = 0;
  known_.emplace(row.run_id, std::move(row));
}

std::span<const TrialRow> TrialRuns::carry_out(std::span<const TrialRun> runs) {
  const std::filesystem::path folder = folder_of_temporary_files();  // fails here, not in every trial
  const std::size_t first = ended_.size();
  for (const TrialRun& run : runs) ended_.push_back(row_of(run));
  CurrentProblem current;
  std::vector<Job> jobs;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    const RunSpec& spec = runs[k].spec;
    TrialRow& row = ended_[first + k];
    const double cost = spec.allowance.amount;
    if (auto known = known_.extract(row.run_id)) {
      known.mapped().search = row.search;
      row = std::move(known.mapped());
      progress_.expect(-1, -cost);
      continue;
    }
    const auto finished = [&](const std::string& answer, const std::string& failure) {
      if (failure.empty()) {
        const auto end = record_in<TrialEnd>(answer);
        row.status = end.status;
        row.objective = end.objective;
        row.cpu_seconds = end.cpu_seconds;
        return;
      }
      row.status = run_status::failed(failure);
      std::string constants;
      for (const auto& [name, value] : row.constants) constants += fmt::format(", {} {:.4g}", name, value);
      print_error("failed: {}{}: {}\n", spec.what(), constants, failure);
    };
    jobs.push_back({.what = fmt::format("tuning {}", spec.description()),
                    .cost = cost,
                    .takes_all_cores = processes_of(spec.options) > 1,
                    .cores = cores_of(spec.options),
                    .prepare = [&] { current.prepare(spec); },
                    .work = [&] { return answer_with(end_of(current.carry_out(spec, folder))); },
                    .finished = finished});
  }
  descent::carry_out(jobs, jobs_, progress_);
  return std::span(ended_).subspan(first);
}

std::vector<TrialRow> TrialRuns::rows() const {
  std::vector<TrialRow> all;
  std::ranges::copy_if(ended_, std::back_inserter(all), [](const TrialRow& row) {
    return !row.status.empty() && !run_status::is_failed(row.status);
  });
  for (const auto& [id, row] : known_) all.push_back(row);
  return all;
}

}  // namespace descent
