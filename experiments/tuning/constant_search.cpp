#include "experiments/tuning/constant_search.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "experiments/tuning/tuning_grid.hpp"

namespace descent {

namespace {

RunSpec trial_run(const Config& config, const ProblemSpec& problem, const MethodEntry& entry,
                  const std::map<std::string, OptionValue>& given, std::uint64_t seed, double amount) {
  const RunBudget allowance{config.budget.axis, amount, 2};
  return {problem,       config.name, entry.method,
          entry.variant, entry.label, OptionValues(entry.method->options, given),
          seed,          allowance};
}

/// With several constants, the first is tuned again at the end, with the values found for the others.
std::size_t sweeps_of(std::size_t constants) {
  return constants == 1 ? 1 : constants + 1;
}

class ConstantSearch {
 public:
  ConstantSearch(const Config& config, const ProblemSpec& problem, TrialRuns& runs,
                 const std::function<void()>& after_series)
      : config_(config),
        problem_(problem),
        budget_(trial_budget(config, problem.dataset->name)),
        runs_(runs),
        after_series_(after_series) {}

  std::vector<TunedConstants> choose(std::span<const MethodEntry* const> entries,
                                     const OptimumStore& optima) {
    std::vector<Search> searches;
    for (const MethodEntry* entry : entries) {
      Search search{entry, options_to_tune(*entry, problem_.regularizer), entry->given, {}};
      search.tuned = {problem_key(problem_),     entry->method->name, entry->variant, budget_, {}, {}, 0,
                      data_of(*problem_.dataset)};
      if (needs_radius(entry->options())) search.given["radius"] = radius_of(problem_, optima)->value;
      for (const Option* option : search.options) search.tuned.constants[option->name] = tuning_grid().back();
      searches.push_back(std::move(search));
    }
    for (std::size_t sweep = 0;; ++sweep) {
      std::vector<Values> open_values;
      for (Search& search : searches) {
        search.first_trial = search.tuned.trials.size();
        if (sweep < sweeps_of(search.options.size()))
          open_values.push_back({&search, search.name(sweep), tuning_grid()});
      }
      if (open_values.empty()) break;
      sweep_along(std::move(open_values));
    }
    std::vector<TunedConstants> chosen;
    for (Search& search : searches) chosen.push_back(std::move(search.tuned));
    return chosen;
  }

 private:
  /// One method on one problem. Its constants are tuned in turn, each along the grid while the others stay
  /// fixed.
  struct Search {
    const MethodEntry* entry;
    std::vector<const Option*> options;
    std::map<std::string, OptionValue> given;
    TunedConstants tuned;
    std::size_t first_trial = 0;  ///< of the current sweep

    const std::string& name(std::size_t sweep) const { return options[sweep % options.size()]->name; }
    std::span<const Trial> trials_of_sweep() const { return std::span(tuned.trials).subspan(first_trial); }
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
      for (Values& each : open_values) each.values = widened_grid(each.search->trials_of_sweep(), each.name);
      std::erase_if(open_values, [](const Values& each) { return each.values.empty(); });
      for (const Values& each : open_values) runs_.expect(each.values.size(), budget_);
    }
    for (Values& each : refinements)
      each.values = refinement_of(best_trial(each.search->trials_of_sweep()).constants.at(each.name));
    try_values(refinements);
    decide(refinements);
    for (const Values& each : refinements) {
      TunedConstants& tuned = each.search->tuned;
      tuned.constants = best_trial(tuned.trials).constants;
    }
  }

  /// Adds a trial to a search's table for each of its values.
  void try_values(const std::vector<Values>& open_values) {
    std::vector<OpenTrial> open;
    for (const auto& [search, name, values] : open_values) {
      for (const double value : values) {
        open.push_back({search, search->tuned.trials.size()});
        search->tuned.trials.push_back({search->tuned.constants, {}});
        search->tuned.trials.back().constants[name] = value;
      }
    }
    run_with_further_seeds(open);
  }

  /// Adds seeds to those trials of each search that may be the best of the current sweep, or of all, while
  /// there are several.
  void decide(const std::vector<Values>& of_searches) {
    while (true) {
      std::vector<OpenTrial> open;
      for (const Values& each : of_searches) {
        const std::vector<Trial>& all = each.search->tuned.trials;
        std::set<std::size_t> undecided;
        for (const std::size_t first : {each.search->first_trial, std::size_t{0}}) {
          for (const std::size_t k :
               undecided_trials(std::span(all).subspan(first), most_tuning_seeds(config_.tuning_seeds)))
            undecided.insert(first + k);
        }
        for (const std::size_t trial : undecided) open.push_back({each.search, trial});
      }
      if (open.empty()) return;
      runs_.expect(open.size(), budget_);
      run_with_further_seeds(open);
    }
  }

  /// Runs `tuning.seeds` more runs of each trial, with the next seeds.
  void run_with_further_seeds(const std::vector<OpenTrial>& open) {
    std::vector<RunSpec> runs;
    std::vector<OpenTrial> of_run;
    for (const OpenTrial& trial : open) {
      const Search& search = *trial.search;
      std::map<std::string, OptionValue> given = search.given;
      for (const auto& [option, constant] : search.tuned.trials[trial.trial].constants)
        given[option] = constant;
      const std::size_t first = search.tuned.trials[trial.trial].objectives.size();
      for (std::size_t k = 0; k < static_cast<std::size_t>(config_.tuning_seeds); ++k) {
        runs.push_back(trial_run(config_, problem_, *search.entry, given,
                                 static_cast<std::uint64_t>(budget_.first_seed) + first + k, budget_.amount));
        of_run.push_back(trial);
      }
    }
    const std::vector<TrialEnd> ends = runs_.carry_out(runs);
    for (std::size_t k = 0; k < runs.size(); ++k) {
      TunedConstants& tuned = of_run[k].search->tuned;
      tuned.trials[of_run[k].trial].objectives.push_back(ends[k].objective);
      tuned.cpu_seconds += ends[k].cpu_seconds;
    }
    after_series_();
  }

  const Config& config_;
  const ProblemSpec& problem_;
  TrialBudget budget_;
  TrialRuns& runs_;
  const std::function<void()>& after_series_;
};

}  // namespace

std::size_t least_trials(const MethodEntry& entry, RegularizerKind regularizer) {
  constexpr std::size_t refinements = 2;
  return sweeps_of(options_to_tune(entry, regularizer).size()) * (tuning_grid().size() + refinements);
}

std::vector<TunedConstants> search_constants(const Config& config, const ProblemSpec& problem,
                                             std::span<const MethodEntry* const> entries,
                                             const OptimumStore& optima, TrialRuns& runs,
                                             const std::function<void()>& after_series) {
  return ConstantSearch(config, problem, runs, after_series).choose(entries, optima);
}

}  // namespace descent
