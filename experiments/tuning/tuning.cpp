#include "experiments/tuning/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/config/load_datasets.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/program/build_info.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/folder_lock.hpp"
#include "support/files/own_files.hpp"
#include "support/process/signal_watch.hpp"
#include "support/ranges.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

class Tuner {
 public:
  Tuner(const Config& config, const TuningSettings& settings)
      : config_(config),
        settings_(settings),
        file_(TunedFile::of(config)),
        trials_(trials_in(settings.folder)),
        runs_(trials_, settings.jobs),
        optima_(settings.optima_folder) {}

  /// Forgets the constants of these problems: first their trials, so that a repetition finds the rest.
  void forget(std::span<const ProblemSpec> problems) {
    for (const ProblemSpec& problem : problems) {
      for (const MethodEntry& entry : config_.methods) {
        const TunedProblem key = problem_key(config_, problem);
        const auto known = file_.find(key, entry);
        if (!known) continue;
        file_.erase(key, entry);
        for (const std::string& id : known->trials) std::filesystem::remove(trials_.file_of(id));
      }
    }
    file_.write(protocol());
  }

  /// Expects the problem's trials.
  void expect(const ProblemSpec& problem) {
    const std::vector<const MethodEntry*> entries = open_entries(problem);
    if (entries.empty()) return;
    prepare_folder(trials_.folder());
    for (const MethodEntry* entry : entries) expect(problem, *entry, 1);
  }

  void tune(const ProblemSpec& problem) {
    std::vector<const MethodEntry*> entries = open_entries(problem);
    if (entries.empty()) return;
    runs_.clear_line();
    if (std::ranges::any_of(entries, needs_radius, &MethodEntry::options)) provide_radius(problem, entries);
    std::erase_if(entries, [&](const MethodEntry* entry) {
      const auto reason = lacks_radius(problem, entry->options(), optima_);
      if (!reason) return false;
      print_output("left out: {} on {}: {}\n", entry->label, problem.description(), *reason);
      expect(problem, *entry, -1);
      return true;
    });
    if (entries.empty()) return;
    const SignalWatch signals;  // a signal between two series of runs waits for the second series
    for (FoundConstants& found : search_constants(config_, problem, entries, optima_, runs_))
      keep(problem, std::move(found));
    file_.write(protocol());
  }

  const TuningOutcome& outcome() const { return outcome_; }

 private:
  Json protocol() const {
    Json text = program_and_machine();
    text["grid"] =
        "half-decades from 1e-3 to 1e5, widened by up to 4 decades while the best value lies at an end, then "
        "a quarter of a decade to either side of the best; of several constants one after the other, the "
        "first one once more at the end";
    std::string judged_by = "mean objective at the end of the trial's budget: the smallest one";
    text["budget_share"] = config_.tuning_budget_share;
    const auto first_seed = static_cast<std::size_t>(config_.tuning_first_seed);
    text["seeds"] = fmt::format("{}", first_seed);
    if (config_.tuning_seeds > 1) {  // a single run does not show the noise
      judged_by +=
          ". Trials within two standard errors of it are run with further seeds until it stands alone, or "
          "each has four times as many, each time before the grid is widened or refined around it, and at "
          "the end; a radius is the smallest one among indistinguishable ones";
      text["seeds"] = fmt::format("{} to {}, and to {} where trials are close", first_seed,
                                  first_seed + static_cast<std::size_t>(config_.tuning_seeds) - 1,
                                  first_seed + most_tuning_seeds(config_.tuning_seeds) - 1);
    }
    text["judged_by"] = judged_by;
    text["configuration"] = to_json(config_);
    text["written"] = utc_now();
    return text;
  }

  /// True if the entry has a constant to choose.
  bool is_open(const ProblemSpec& problem, const MethodEntry& entry) const {
    const auto options = options_to_tune(entry, problem.regularizer);
    if (options.empty()) return false;
    const TunedProblem key = problem_key(config_, problem);
    const auto known = file_.find(key, entry);
    return !known || known->budget != trial_budget(config_, problem.dataset->name) ||
           known->problem.is_of_other_data(key) || known->problem.is_read_otherwise(key) ||
           std::ranges::any_of(
               options, [&](const Option* option) { return !known->constants.contains(option->name); });
  }

  std::vector<const MethodEntry*> open_entries(const ProblemSpec& problem) const {
    std::vector<const MethodEntry*> entries;
    for (const MethodEntry& entry : config_.methods) {
      if (entry.takes_part_in(problem.dataset->name, problem.loss, problem.regularizer) &&
          is_open(problem, entry))
        entries.push_back(&entry);
    }
    return entries;
  }

  /// Computes the optimum whose norm methods take as radius. Leaves these out if there is none.
  void provide_radius(const ProblemSpec& problem, std::vector<const MethodEntry*>& entries) {
    std::string failure = "no solver can certify an optimum";
    try {
      optima_.provide(std::span(&problem, 1), {.settings = {}, .jobs = settings_.jobs});
      if (radius_of(problem, optima_)) return;
    } catch (const RunError& error) {
      failure = error.what();
    } catch (const ConfigError& error) {
      failure = error.what();
    }
    print_error("{}: no radius to tune with: {}\n", problem.description(), failure);
    outcome_.open += std::erase_if(entries, [&](const MethodEntry* entry) {
      if (!needs_radius(entry->options())) return false;
      expect(problem, *entry, -1);
      return true;
    });
  }

  void expect(const ProblemSpec& problem, const MethodEntry& entry, int sign) {
    runs_.expect(sign * static_cast<std::ptrdiff_t>(least_trials(entry, problem.regularizer)),
                 trial_budget(config_, problem.dataset->name));
  }

  void keep(const ProblemSpec& problem, FoundConstants found) {
    auto& [tuned, trials, failed_runs] = found;
    const Trial& best = best_trial(trials);
    runs_.clear_line();
    if (failed_runs > 0 && failed_runs < tuned.cost.runs) {
      print_error(
          "{} on {}: {} of {} failed; no new constant is kept, and the same command goes on from there\n",
          tuned.method, problem.description(), failed_runs, plural(tuned.cost.runs, "trial run"));
      ++outcome_.open;
      return;
    }
    if (!std::isfinite(best.mean())) {
      print_error("{} on {}: every trial failed; no new constant is kept\n", tuned.method,
                  tuned.problem.dataset);
      ++outcome_.failed;
      return;
    }
    for (const auto& [name, value] : tuned.constants) {
      const std::vector<double> tried = values_of(trials, name);
      if (value == tried.front() || value == tried.back())
        print_error("{} on {}: the best {} {:.3g} lies at the edge of the grid\n", tuned.method,
                    tuned.problem.dataset, name, value);
    }
    outcome_.chosen += tuned.constants.size();
    file_.put(std::move(tuned));
  }

  const Config& config_;
  const TuningSettings& settings_;
  TunedFile file_;
  TuningOutcome outcome_;
  Store<TrialRow> trials_;
  TrialRuns runs_;
  OptimumStore optima_;
};

}  // namespace

TuningOutcome tune(const Config& config, const TuningSettings& settings) {
  const std::filesystem::path file = TunedFile::path_for(config);
  // Protects constants that another process finds meanwhile.
  const FolderLock lock(file.parent_path(),
                        {.file = fmt::format(".{}.lock", config.name),
                         .notice = fmt::format("is tuning {}; wait for its end", config.name)});
  remove_abandoned_files(file.parent_path());
  require_writable(file);
  OwnFiles(settings.folder).require_folder("trials");
  Tuner tuner(config, settings);
  if (settings.jobs.output == Output::details) print_left_out_datasets(config);
  // As for a run: the checksum of a stand-in depends on its test rows.
  const std::vector<Dataset> datasets =
      load_datasets_of(config, {.require_real = settings.require_real, .test_limit = config.test_rows});
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  if (settings.again) tuner.forget(problems);
  for (const ProblemSpec& problem : problems) tuner.expect(problem);
  for (const ProblemSpec& problem : problems) tuner.tune(problem);
  return tuner.outcome();
}

}  // namespace descent
