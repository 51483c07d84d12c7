#include "experiments/tuning/tuning.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "support/numbers/infinity.hpp"
#include "support/ranges.hpp"

namespace descent {

namespace {

/// With several constants, the first is tuned again at the end, with the values found for the others.
std::size_t sweeps_of(std::size_t constants) {
  return constants == 1 ? 1 : constants + 1;
}

/// The processor counts too, as trials have no other note of it and their CPU seconds compete.
std::string trial_id(const RunSpec& spec) {
  Json identity = run_identity(spec);
  identity["model"] = identity["processor"];  // which run_id() leaves out
  return run_id(identity);
}

class ConstantSearch {
 public:
  ConstantSearch(const Config& config, const ProblemSpec& problem, TrialRuns& runs)
      : config_(config),
        problem_(problem),
        budget_(trial_budget(config, problem.dataset->name)),
        runs_(runs) {}

  std::vector<FoundConstants> choose(std::span<const MethodEntry* const> entries,
                                     const OptimumStore& optima) {
    std::vector<Search> searches;
    for (const MethodEntry* entry : entries) {
      Search search;
      search.entry = entry;
      search.options = options_to_tune(*entry, problem_.regularizer);
      search.given = entry->given;
      search.left = least_trials(*entry, problem_.regularizer);
      search.tuned.problem = problem_key(config_, problem_);
      search.tuned.method = entry->method->name;
      search.tuned.variant = entry->variant;
      search.tuned.budget = budget_;
      if (needs_radius(entry->options())) search.given["radius"] = radius_of(problem_, optima)->value;
      for (const Option* option : search.options) search.tuned.constants[option->name] = tuning_grid().back();
      searches.push_back(std::move(search));
    }
    for (std::size_t sweep = 0;; ++sweep) {
      std::vector<Values> open_values;
      for (Search& search : searches) {
        search.first_trial = search.trials.size();
        if (search.failed_runs == 0 && sweep < sweeps_of(search.options.size()))
          open_values.push_back({&search, search.name(sweep), tuning_grid()});
      }
      if (open_values.empty()) break;
      sweep_along(std::move(open_values));
    }
    return {std::make_move_iterator(searches.begin()), std::make_move_iterator(searches.end())};
  }

 private:
  /// One method on one problem. Its constants are tuned in turn, each along the grid while the others stay
  /// fixed.
  struct Search : FoundConstants {
    const MethodEntry* entry = nullptr;
    std::vector<const Option*> options;
    std::map<std::string, OptionValue> given;
    std::size_t first_trial = 0;  ///< of the current sweep
    std::size_t left = 0;         ///< trials that are expected and not begun

    const std::string& name(std::size_t sweep) const { return options[sweep % options.size()]->name; }
    std::span<const Trial> trials_of_sweep() const { return std::span(trials).subspan(first_trial); }
  };

  /// A search, and values of its constant `name` to try.
  struct Values {
    Search* search;
    std::string name;
    std::vector<double> values;
  };

  struct OpenTrial {
    Search* search;
    std::size_t trial;
  };

  /// Tries the grid, more of it while the best value lies at an end, and two values around the best.
  void sweep_along(std::vector<Values> open_values) {
    std::vector<Values> refinements = open_values;
    while (!open_values.empty()) {
      try_values(open_values);
      decide(open_values);
      drop_failed(open_values);
      for (Values& each : open_values) each.values = widened_grid(each.search->trials_of_sweep(), each.name);
      std::erase_if(open_values, [](const Values& each) { return each.values.empty(); });
      for (const Values& each : open_values) expect(*each.search, each.values.size());
    }
    drop_failed(refinements);
    for (Values& each : refinements)
      each.values = refinement_of(best_trial(each.search->trials_of_sweep()).constants.at(each.name));
    try_values(refinements);
    decide(refinements);
    drop_failed(refinements);
    for (const Values& each : refinements)
      each.search->tuned.constants = best_trial(each.search->trials).constants;
  }

  void expect(Search& search, std::size_t trials) {
    runs_.expect(static_cast<std::ptrdiff_t>(trials), budget_);
    search.left += trials;
  }

  /// Ends the searches with a failed run: which constant is best is not known without it.
  void drop_failed(std::vector<Values>& values) {
    std::erase_if(values, [&](const Values& each) {
      if (each.search->failed_runs == 0) return false;
      runs_.expect(-static_cast<std::ptrdiff_t>(std::exchange(each.search->left, 0)), budget_);
      return true;
    });
  }

  /// Adds a trial to a search's table for each of its values.
  void try_values(const std::vector<Values>& open_values) {
    std::vector<OpenTrial> open;
    for (const auto& [search, name, values] : open_values) {
      search->left -= values.size();
      for (const double value : values) {
        open.push_back({search, search->trials.size()});
        search->trials.push_back({search->tuned.constants, {}});
        search->trials.back().constants[name] = value;
      }
    }
    run_with_further_seeds(open);
  }

  /// Adds seeds to those trials of each search that may be the best of the current sweep, or of all, while
  /// there are several. Leaves searches with a failed run alone.
  void decide(const std::vector<Values>& searches) {
    while (true) {
      std::vector<OpenTrial> open;
      for (const Values& each : searches) {
        if (each.search->failed_runs > 0) continue;
        const std::vector<Trial>& all = each.search->trials;
        std::set<std::size_t> undecided;
        for (const std::size_t first : {each.search->first_trial, std::size_t{0}}) {
          for (const std::size_t k :
               undecided_trials(std::span(all).subspan(first), most_tuning_seeds(config_.tuning_seeds)))
            undecided.insert(first + k);
        }
        for (const std::size_t trial : undecided) open.push_back({each.search, trial});
      }
      if (open.empty()) return;
      runs_.expect(std::ssize(open), budget_);
      run_with_further_seeds(open);
    }
  }

  /// Runs `tuning.seeds` more runs of each trial, with the next seeds.
  void run_with_further_seeds(const std::vector<OpenTrial>& open) {
    const auto shared = config_of_runs(config_);
    std::vector<TrialRun> runs;
    std::vector<OpenTrial> trial_of_run;
    for (const OpenTrial& trial : open) {
      const Search& search = *trial.search;
      const Trial& tried = search.trials[trial.trial];
      std::map<std::string, OptionValue> given = search.given;
      for (const auto& [option, constant] : tried.constants) given[option] = constant;
      const std::uint64_t first = static_cast<std::uint64_t>(budget_.first_seed) + tried.objectives.size();
      for (std::size_t k = 0; k < static_cast<std::size_t>(config_.tuning_seeds); ++k) {
        const MethodEntry& entry = *search.entry;
        RunSpec spec{problem_,     shared,
                     entry.method, entry.variant,
                     entry.label,  OptionValues(entry.method->options, given),
                     first + k,    {config_.budget.axis, budget_.amount, 2}};
        runs.push_back({trial_id(spec), spec, tried.constants});
        trial_of_run.push_back(trial);
      }
    }
    const std::vector<std::optional<TrialRow>> rows = runs_.carry_out(runs);
    for (std::size_t k = 0; k < rows.size(); ++k)
      add(*trial_of_run[k].search, trial_of_run[k].trial, runs[k].id, rows[k]);
  }

  /// Adds the result of a run to a trial. A run that an earlier sweep of the search had counts once.
  static void add(FoundConstants& found, std::size_t trial, const std::string& id,
                  const std::optional<TrialRow>& row) {
    auto& [tuned, trials, failed_runs] = found;
    std::vector<double>& objectives = trials[trial].objectives;
    objectives.push_back(row ? row->objective.value_or(infinity) : infinity);
    tuned.most_seeds = std::max<std::uint64_t>(tuned.most_seeds, objectives.size());
    if (contains(tuned.trials, id)) return;
    tuned.trials.push_back(id);
    ++tuned.cost.runs;
    if (row)
      tuned.cost.cpu_seconds += row->cpu_seconds;
    else
      ++failed_runs;
  }

  const Config& config_;
  const ProblemSpec& problem_;
  TrialBudget budget_;
  TrialRuns& runs_;
};

}  // namespace

std::size_t least_trials(const MethodEntry& entry, RegularizerKind regularizer) {
  constexpr std::size_t refinements = 2;
  return sweeps_of(options_to_tune(entry, regularizer).size()) * (tuning_grid().size() + refinements);
}

std::vector<FoundConstants> search_constants(const Config& config, const ProblemSpec& problem,
                                             std::span<const MethodEntry* const> entries,
                                             const OptimumStore& optima, TrialRuns& runs) {
  return ConstantSearch(config, problem, runs).choose(entries, optima);
}

}  // namespace descent
