#include "experiments/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "datasets/errors.hpp"
#include "experiments/campaign.hpp"
#include "experiments/folder_lock.hpp"
#include "experiments/progress.hpp"
#include "experiments/provenance.hpp"
#include "experiments/references.hpp"
#include "experiments/tell.hpp"
#include "plots/atomic_file.hpp"

namespace descent {

namespace {

/// The objective at the end of a run that diverged or failed.
constexpr double failed = std::numeric_limits<double>::infinity();

RunSpec trial_run(const Config& config, const ProblemSpec& problem, const MethodEntry& entry,
                  const std::map<std::string, OptionValue>& given, std::uint64_t seed, double amount) {
  const Allowance allowance{config.budget.axis, amount, 2};
  return {problem,       config.name, entry.method,
          entry.variant, entry.label, OptionValues(entry.method->options, given),
          seed,          allowance};
}

/// To four digits, which is what tables and manifests show.
double rounded(double step) {
  return std::stod(fmt::format("{:.4g}", step));
}

class Tuner {
 public:
  Tuner(const Config& config, const TuningSettings& settings)
      : config_(config), settings_(settings), file_(TunedFile::read(TunedFile::path_for(config))) {}

  std::size_t tune(const ProblemSpec& problem, References& references) {
    std::vector<const MethodEntry*> entries;
    for (const MethodEntry& entry : config_.methods) {
      if (entry.takes_part_in(problem.loss, problem.regularizer) && is_open(problem, entry))
        entries.push_back(&entry);
    }
    if (std::any_of(entries.begin(), entries.end(),
                    [](const MethodEntry* entry) { return needs_radius(*entry); })) {
      references.provide(std::span(&problem, 1),
                         {.settings = {}, .jobs = settings_.jobs, .quiet = settings_.quiet});
    }
    const std::size_t before = chosen_;
    choose_steps(problem, entries, references);
    if (chosen_ > before) file_.write(protocol());
    return chosen_ - before;
  }

 private:
  Json protocol() const {
    Json text = program_and_machine();
    text["grid"] = "half-decades from 1e-3 to 1e5, then a quarter of a decade to either side of the best";
    text["judged_by"] = "mean objective at the end of the trial's budget";
    text["budget_share"] = config_.tuning.budget_share;
    text["seeds"] = fmt::format("{} to {}", first_tuning_seed,
                                first_tuning_seed + static_cast<std::uint64_t>(config_.tuning.seeds) - 1);
    text["configuration"] = to_json(config_);
    text["written"] = utc_now();
    return text;
  }

  /// Whether the entry has a constant that is to be chosen now.
  bool is_open(const ProblemSpec& problem, const MethodEntry& entry) const {
    if (tuned_option(entry, problem.regularizer) == nullptr) return false;
    const auto known = file_.step(problem_key(problem), entry);
    return settings_.again || !known || known->budget != trial_budget(config_, problem.dataset->name);
  }

  void choose_steps(const ProblemSpec& problem, const std::vector<const MethodEntry*>& open,
                    const References& references) {
    std::vector<TunedStep> steps;
    for (const MethodEntry* entry : open) {
      steps.push_back({problem_key(problem),
                       entry->method->name,
                       entry->variant,
                       trial_budget(config_, problem.dataset->name),
                       0,
                       {}});
    }
    if (open.empty()) return;
    const std::vector<std::vector<double>> grids(open.size(), tuning_grid());
    try_steps(problem, open, references, grids, steps);
    std::vector<std::vector<double>> refinements;
    for (const TunedStep& step : steps) refinements.push_back(refinement_of(best_trial(step.trials).step));
    try_steps(problem, open, references, refinements, steps);
    for (TunedStep& step : steps) {
      std::sort(step.trials.begin(), step.trials.end(),
                [](const Trial& one, const Trial& other) { return one.step < other.step; });
      step.step = best_trial(step.trials).step;
      if (!std::isfinite(best_trial(step.trials).mean())) {
        tell("{} on {}: every trial failed; no constant is kept\n", step.method, problem.dataset->name);
        continue;
      }
      if (step.step == step.trials.front().step || step.step == step.trials.back().step) {
        tell("{} on {}: the best step {:.3g} lies at the edge of the grid\n", step.method,
             problem.dataset->name, step.step);
      }
      file_.put(std::move(step));
      ++chosen_;
    }
  }

  /// Adds a trial to each entry's table for each value of its grid.
  void try_steps(const ProblemSpec& problem, const std::vector<const MethodEntry*>& entries,
                 const References& references, const std::vector<std::vector<double>>& grids,
                 std::vector<TunedStep>& tables) const {
    std::vector<RunSpec> runs;
    std::vector<double*> results;
    const auto seeds = static_cast<std::size_t>(config_.tuning.seeds);
    for (std::size_t e = 0; e < entries.size(); ++e) {
      for (const double step : grids[e]) {
        tables[e].trials.push_back({step, std::vector<double>(seeds, failed)});
      }
    }
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const std::string& option = tuned_option(*entries[e], problem.regularizer)->name;
      std::map<std::string, OptionValue> given = entries[e]->given;
      if (needs_radius(*entries[e])) given["radius"] = radius_of(problem, references)->value;
      auto& trials = tables[e].trials;
      for (auto trial = trials.end() - static_cast<std::ptrdiff_t>(grids[e].size()); trial != trials.end();
           ++trial) {
        given[option] = trial->step;
        for (std::size_t k = 0; k < seeds; ++k) {
          runs.push_back(trial_run(config_, problem, *entries[e], given, first_tuning_seed + k,
                                   tables[e].budget.amount));
          results.push_back(&trial->objectives[k]);
        }
      }
    }
    ProgressDisplay progress(runs.size(), static_cast<double>(runs.size()), settings_.quiet);
    campaign(runs, [&](const RunSpec& spec, double objective) {
      *results[static_cast<std::size_t>(&spec - runs.data())] = objective;
      progress.finished(1, fmt::format("tuning {}", spec.description()));
    });
  }

  /// `take` gets the objective at the end of each run.
  void campaign(const std::vector<RunSpec>& runs,
                const std::function<void(const RunSpec&, double objective)>& take) const {
    carry_out_campaign(
        runs, settings_.jobs, std::filesystem::temp_directory_path(),
        [](const RunSpec&, const RunRecord& record) {
          const bool diverged = record.rows.back().status == run_status::diverged;
          return diverged ? std::string("diverged") : fmt::format("{:.17g}", *record.rows.back().objective);
        },
        [&](const RunSpec& spec, const std::string& answer, const std::string& failure) {
          if (!failure.empty()) tell("failed: {}: {}\n", spec.description(), failure);
          double objective = failed;
          const bool went_well = failure.empty() && std::sscanf(answer.c_str(), "%lf", &objective) == 1;
          take(spec, went_well ? objective : failed);
        });
  }

  const Config& config_;
  const TuningSettings& settings_;
  TunedFile file_;
  std::size_t chosen_ = 0;
};

}  // namespace

std::vector<double> tuning_grid() {
  std::vector<double> grid;
  for (int half_decade = -6; half_decade <= 10; ++half_decade)
    grid.push_back(rounded(std::pow(10, 0.5 * half_decade)));
  return grid;
}

std::vector<double> refinement_of(double step) {
  const std::vector<double> grid = tuning_grid();
  if (step == grid.front()) return {rounded(step * std::pow(10, 0.125)), rounded(step * std::pow(10, 0.25))};
  if (step == grid.back()) return {rounded(step * std::pow(10, -0.25)), rounded(step * std::pow(10, -0.125))};
  return {rounded(step * std::pow(10, -0.25)), rounded(step * std::pow(10, 0.25))};
}

const Trial& best_trial(const std::vector<Trial>& trials) {
  return *std::min_element(trials.begin(), trials.end(), [](const Trial& one, const Trial& other) {
    return one.mean() != other.mean() ? one.mean() < other.mean() : one.step < other.step;
  });
}

std::size_t tune(const Config& config, const TuningSettings& settings) {
  const std::filesystem::path file = TunedFile::path_for(config);
  // What another process found meanwhile would be lost.
  const FolderLock lock(file.parent_path(),
                        {.file = fmt::format(".{}.lock", config.name),
                         .notice = fmt::format("is tuning {}; wait for its end", config.name)});
  remove_abandoned_files(file.parent_path());
  { const AtomicFile probe(file); }  // hours of trials must not end at a folder that cannot be written
  Tuner tuner(config, settings);
  std::size_t chosen = 0;
  LoadOptions options;
  options.require_real = settings.require_real;
  options.test_limit = 0;
  for (std::size_t k = 0; k < config.datasets.size(); ++k) {
    const Dataset dataset = load_dataset_of(config, k, options);
    References references(settings.references);  // of this dataset alone, which they point to
    for (const ProblemSpec& problem : problems_of(config, std::span(&dataset, 1)))
      chosen += tuner.tune(problem, references);
  }
  return chosen;
}

}  // namespace descent
