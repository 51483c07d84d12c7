#include "experiments/tuning/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "experiments/config/load_datasets.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/plan/run_budget.hpp"
#include "experiments/program/program_and_machine.hpp"
#include "experiments/tuning/trial_runs.hpp"
#include "experiments/tuning/tuning_grid.hpp"
#include "support/errors.hpp"
#include "support/files/atomic_file.hpp"
#include "support/files/folder_lock.hpp"
#include "support/process/interruption.hpp"
#include "support/process/signal_watch.hpp"
#include "support/terminal/print_error.hpp"
#include "support/text/plural.hpp"
#include "support/text/utc_now.hpp"

namespace descent {

namespace {

RunSpec trial_run(const Config& config, const ProblemSpec& problem, const MethodEntry& entry,
                  const std::map<std::string, OptionValue>& given, std::uint64_t seed, double amount) {
  const RunBudget allowance{config.budget.axis, amount, 2};
  return {problem,       config.name, entry.method,
          entry.variant, entry.label, OptionValues(entry.method->options, given),
          seed,          allowance};
}

class Tuner {
 public:
  Tuner(const Config& config, const TuningSettings& settings)
      : config_(config), settings_(settings), file_(TunedFile::of(config)) {}

  void tune(const ProblemSpec& problem, OptimumStore& optima) {
    std::vector<const MethodEntry*> entries;
    for (const MethodEntry& entry : config_.methods) {
      if (entry.takes_part_in(problem.dataset->name, problem.loss, problem.regularizer) &&
          is_open(problem, entry))
        entries.push_back(&entry);
    }
    if (std::ranges::any_of(entries, needs_radius, &MethodEntry::options))
      optima.provide(std::span(&problem, 1),
                     {.settings = {}, .jobs = settings_.jobs, .quiet = settings_.quiet});
    if (entries.empty()) return;
    const SignalWatch signals;  // a signal between two series of runs waits for the second series
    runs_.emplace(settings_.jobs, settings_.quiet, settings_.again ? TrialEnds() : file_.unfinished());
    const std::size_t before = outcome_.chosen;
    try {
      choose_constants(problem, entries, optima);
    } catch (const Interruption& stop) {
      keep_trials();
      throw Interruption(stop.signal(), words_on(stop));
    }
    const bool has_trials = !file_.unfinished().empty();
    if (!settings_.again) file_.set_unfinished(runs_->unused());
    if (has_trials || outcome_.chosen > before) file_.write(protocol());
  }

  /// Drops trials of problems that are no longer wanted.
  void finish() {
    if (file_.unfinished().empty()) return;
    file_.set_unfinished({});
    file_.write(protocol());
  }

  const TuningOutcome& outcome() const { return outcome_; }

 private:
  /// Message on what is kept of the tuning and how to continue.
  std::string words_on(const Interruption& stop) const {
    const std::size_t count = runs_->ends().size();
    const std::string runs = count == 0 ? "" : plural(count, "trial run") + " of the problem at work";
    const std::string start =
        fmt::format("stopped by a signal ({}); constants of finished problems", strsignal(stop.signal()));
    if (!settings_.again)
      return fmt::format("{}{}{} are kept, and the same command goes on from there", start,
                         runs.empty() ? "" : " and ", runs);
    return fmt::format("{} are kept, {}{}and the same command tunes all of them again", start, runs,
                       runs.empty() ? ""
                       : count == 1 ? " is lost, "
                                    : " are lost, ");
  }

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
                                  first_seed + most_seeds() - 1);
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
    const auto known = file_.find(problem_key(problem), entry);
    return settings_.again || !known || known->budget != trial_budget(config_, problem.dataset->name) ||
           known->is_of_other_data(data_of(*problem.dataset)) ||
           std::ranges::any_of(
               options, [&](const Option* option) { return !known->constants.contains(option->name); });
  }

  /// One method on one problem. Its constants are tuned in turn, each along the grid while the others stay
  /// fixed.
  struct Search {
    const MethodEntry* entry;
    std::vector<const Option*> options;
    std::map<std::string, OptionValue> given;
    TunedConstants tuned;
    std::size_t first_trial = 0;  ///< of the current sweep

    /// With several constants, the first is tuned again at the end, with the values found for the others.
    std::size_t sweeps() const { return options.size() == 1 ? 1 : options.size() + 1; }
    const std::string& name(std::size_t sweep) const { return options[sweep % options.size()]->name; }
    std::span<const Trial> trials_of_sweep() const { return std::span(tuned.trials).subspan(first_trial); }
  };

  /// A search, and values of its constant `name` to try.
  struct Values {
    Search* search;
    std::string name;
    std::vector<double> values;
  };

  void choose_constants(const ProblemSpec& problem, const std::vector<const MethodEntry*>& open,
                        const OptimumStore& optima) {
    std::vector<Search> searches;
    for (const MethodEntry* entry : open) {
      Search search{entry, options_to_tune(*entry, problem.regularizer), entry->given, {}};
      search.tuned = {problem_key(problem),
                      entry->method->name,
                      entry->variant,
                      trial_budget(config_, problem.dataset->name),
                      {},
                      {},
                      0,
                      data_of(*problem.dataset)};
      if (needs_radius(entry->options())) search.given["radius"] = radius_of(problem, optima)->value;
      for (const Option* option : search.options) search.tuned.constants[option->name] = tuning_grid().back();
      searches.push_back(std::move(search));
    }
    for (std::size_t sweep = 0;; ++sweep) {
      std::vector<Values> open_values;
      for (Search& search : searches) {
        search.first_trial = search.tuned.trials.size();
        if (sweep < search.sweeps()) open_values.push_back({&search, search.name(sweep), tuning_grid()});
      }
      if (open_values.empty()) break;
      sweep_along(problem, std::move(open_values));
    }
    for (Search& search : searches) keep(std::move(search.tuned), problem);
  }

  /// Tries the grid, more of it while the best value lies at an end, and two values around the best.
  void sweep_along(const ProblemSpec& problem, std::vector<Values> open_values) {
    std::vector<Values> refinements = open_values;
    while (!open_values.empty()) {
      try_values(problem, open_values);
      decide(problem, open_values);
      for (Values& each : open_values) each.values = widened_grid(each.search->trials_of_sweep(), each.name);
      std::erase_if(open_values, [](const Values& each) { return each.values.empty(); });
    }
    for (Values& each : refinements)
      each.values = refinement_of(best_trial(each.search->trials_of_sweep()).constants.at(each.name));
    try_values(problem, refinements);
    decide(problem, refinements);
    for (const Values& each : refinements) {
      TunedConstants& tuned = each.search->tuned;
      tuned.constants = best_trial(tuned.trials).constants;
    }
  }

  void keep(TunedConstants tuned, const ProblemSpec& problem) {
    const Trial& best = best_trial(tuned.trials);
    if (!std::isfinite(best.mean())) {
      print_error("{} on {}: every trial failed; no new constant is kept\n", tuned.method,
                  problem.dataset->name);
      ++outcome_.failed;
      return;
    }
    tuned.constants = best.constants;
    for (const auto& [name, value] : tuned.constants) {
      const std::vector<double> tried = values_of(tuned.trials, name);
      if (value == tried.front() || value == tried.back())
        print_error("{} on {}: the best {} {:.3g} lies at the edge of the grid\n", tuned.method,
                    problem.dataset->name, name, value);
    }
    std::ranges::sort(tuned.trials, {}, &Trial::constants);
    outcome_.chosen += tuned.constants.size();
    file_.put(std::move(tuned));
  }

  /// Adds a trial to a search's table for each of its values.
  void try_values(const ProblemSpec& problem, const std::vector<Values>& open_values) {
    std::vector<OpenTrial> open;
    for (const auto& [search, name, values] : open_values) {
      for (const double value : values) {
        open.push_back({search, search->tuned.trials.size()});
        search->tuned.trials.push_back({search->tuned.constants, {}});
        search->tuned.trials.back().constants[name] = value;
      }
    }
    run_with_further_seeds(problem, open);
  }

  /// Adds seeds to those trials of each search that may be the best of the current sweep, or of all, while
  /// there are several.
  void decide(const ProblemSpec& problem, const std::vector<Values>& of_searches) {
    while (true) {
      std::vector<OpenTrial> open;
      for (const Values& each : of_searches) {
        const std::vector<Trial>& all = each.search->tuned.trials;
        std::set<std::size_t> undecided;
        for (const std::size_t first : {each.search->first_trial, std::size_t{0}}) {
          for (const std::size_t k : undecided_trials(std::span(all).subspan(first), most_seeds()))
            undecided.insert(first + k);
        }
        for (const std::size_t trial : undecided) open.push_back({each.search, trial});
      }
      if (open.empty()) return;
      run_with_further_seeds(problem, open);
    }
  }

  std::size_t most_seeds() const { return most_tuning_seeds(config_.tuning_seeds); }

  struct OpenTrial {
    Search* search;
    std::size_t trial;
  };

  /// Runs `tuning.seeds` more runs of each trial, with the next seeds.
  void run_with_further_seeds(const ProblemSpec& problem, const std::vector<OpenTrial>& open) {
    std::vector<RunSpec> runs;
    std::vector<OpenTrial> of_run;
    for (const OpenTrial& trial : open) {
      const Search& search = *trial.search;
      std::map<std::string, OptionValue> given = search.given;
      for (const auto& [option, constant] : search.tuned.trials[trial.trial].constants)
        given[option] = constant;
      const std::size_t first = search.tuned.trials[trial.trial].objectives.size();
      for (std::size_t k = 0; k < static_cast<std::size_t>(config_.tuning_seeds); ++k) {
        runs.push_back(trial_run(config_, problem, *search.entry, given,
                                 static_cast<std::uint64_t>(search.tuned.budget.first_seed) + first + k,
                                 search.tuned.budget.amount));
        of_run.push_back(trial);
      }
    }
    const std::vector<TrialEnd> ends = runs_->carry_out(runs);
    for (std::size_t k = 0; k < runs.size(); ++k) {
      TunedConstants& tuned = of_run[k].search->tuned;
      tuned.trials[of_run[k].trial].objectives.push_back(ends[k].objective);
      tuned.cpu_seconds += ends[k].cpu_seconds;
    }
    keep_trials();
  }

  /// Writes the trials of the current problem, unless with `--again`, which would not use them.
  void keep_trials() {
    if (settings_.again) return;
    file_.set_unfinished(runs_->ends());
    file_.write(protocol());
  }

  const Config& config_;
  const TuningSettings& settings_;
  TunedFile file_;
  TuningOutcome outcome_;
  std::optional<TrialRuns> runs_;  ///< of the current problem
};

}  // namespace

TuningOutcome tune(const Config& config, const TuningSettings& settings) {
  const std::filesystem::path file = TunedFile::path_for(config);
  // Protects constants that another process finds meanwhile.
  const FolderLock lock(file.parent_path(),
                        {.file = fmt::format(".{}.lock", config.name),
                         .notice = fmt::format("is tuning {}; wait for its end", config.name)});
  remove_abandoned_files(file.parent_path());
  { const AtomicFile probe(file); }  // fails early, before hours of trials for an unwritable folder
  Tuner tuner(config, settings);
  const LoadOptions options{.require_real = settings.require_real, .test_limit = 0};
  const std::vector<std::string> left_out = left_out_datasets(config);
  if (!settings.quiet && !settings.brief) print_left_out_datasets(config);
  for (std::size_t k = 0; k < config.datasets.size(); ++k) {
    if (std::ranges::find(left_out, config.datasets[k]) != left_out.end()) continue;
    const Dataset dataset = load_dataset_of(config, k, options);
    OptimumStore optima(settings.optima_folder);  // of this dataset only, since they point to it
    for (const ProblemSpec& problem : problems_of(config, std::span(&dataset, 1)))
      tuner.tune(problem, optima);
  }
  tuner.finish();
  return tuner.outcome();
}

}  // namespace descent
