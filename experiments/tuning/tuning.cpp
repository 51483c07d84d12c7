#include "experiments/tuning/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "experiments/config/load_datasets.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "experiments/program/build_info.hpp"
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
        first_search_(file_.unfinished() > 0 ? file_.unfinished() : file_.next_search()),
        runs_(settings.jobs),
        optima_(settings.optima_folder) {
    OwnFiles(settings_.folder).require(TunedFile::trials_name);
    try {
      for (TrialRow& row : file_.trials(settings.folder)) {
        if (is_of_constants(row))
          trials_.push_back(std::move(row));
        else
          runs_.add_known(std::move(row));
      }
    } catch (const ResultFileError& damage) {
      print_error("descent: {}: the trials are run again where constants are open\n", damage.what());
    }
  }

  /// Expects the problem's trials.
  void expect(const ProblemSpec& problem) {
    for (const MethodEntry* entry : open_entries(problem)) {
      runs_.expect(static_cast<std::ptrdiff_t>(least_trials(*entry, problem.regularizer)),
                   trial_budget(config_, problem.dataset->name));
      make_folder(settings_.folder);
      require_writable(settings_.folder / TunedFile::trials_name);
    }
  }

  void tune(const ProblemSpec& problem) {
    const std::vector<const MethodEntry*> entries = open_entries(problem);
    if (entries.empty()) return;
    runs_.clear_line();
    if (std::ranges::any_of(entries, needs_radius, &MethodEntry::options))
      optima_.provide(std::span(&problem, 1), {.settings = {}, .jobs = settings_.jobs});
    const SignalWatch signals;        // a signal between two series of runs waits for the second series
    std::vector<std::uint64_t> open;  // searches that the next tuning repeats
    try {
      for (FoundConstants& found : search_constants(config_, problem, entries, optima_, file_.next_search(),
                                                    runs_, [&] { write(); })) {
        if (found.failed_runs > 0) open.push_back(found.tuned.search);
        keep(problem, std::move(found));
      }
    } catch (const Interruption& stop) {
      write();
      throw Interruption(stop.signal(), words_on(stop));
    }
    for (TrialRow& row : runs_.take_ended()) {
      if (is_of_constants(row))
        trials_.push_back(std::move(row));
      else if (contains(open, row.search) && !run_status::is_failed(row.status))
        add_open(std::move(row));
    }
    std::erase_if(trials_, [&](const TrialRow& row) { return !is_of_constants(row); });
    write();
  }

  /// Drops trials of problems that are no longer wanted, and keeps those that the next tuning goes on with.
  void finish() {
    if (file_.unfinished() == 0) return;
    std::vector<TrialRow> rows = trials_;
    rows.insert(rows.end(), still_open_.begin(), still_open_.end());
    file_.write(protocol(), settings_.folder, rows, still_open_.empty() ? 0 : first_search_);
  }

  const TuningOutcome& outcome() const { return outcome_; }

 private:
  /// Message on what is kept of the tuning and how to continue.
  std::string words_on(const Interruption& stop) const {
    const std::size_t count = runs_.rows().size();
    return fmt::format(
        "stopped by a signal ({}); constants of finished problems{} are kept, and the same command goes on "
        "from there",
        strsignal(stop.signal()),
        count == 0 ? "" : fmt::format(" and {} of the problem at work", plural(count, "trial run")));
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
    return !known || (settings_.again && known->search < first_search_) ||
           known->budget != trial_budget(config_, problem.dataset->name) ||
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

  /// The row's number is free for a later search.
  void add_open(TrialRow row) {
    row.search = 0;
    still_open_.push_back(std::move(row));
  }

  bool is_of_constants(const TrialRow& row) const {
    return row.search > 0 && contains(mapped(file_.all(), &TunedConstants::search), row.search);
  }

  void write() {
    std::vector<TrialRow> rows = trials_;
    rows.insert(rows.end(), still_open_.begin(), still_open_.end());
    std::ranges::move(runs_.rows(), std::back_inserter(rows));
    file_.write(protocol(), settings_.folder, rows, first_search_);
  }

  const Config& config_;
  const TuningSettings& settings_;
  TunedFile file_;
  std::uint64_t first_search_;        ///< of this tuning
  std::vector<TrialRow> trials_;      ///< of the file's constants
  std::vector<TrialRow> still_open_;  ///< sound ones of searches in which others failed
  TuningOutcome outcome_;
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
  Tuner tuner(config, settings);
  if (settings.jobs.output == Output::details) print_left_out_datasets(config);
  const std::vector<Dataset> datasets =
      load_datasets_of(config, {.require_real = settings.require_real, .test_limit = 0});
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  for (const ProblemSpec& problem : problems) tuner.expect(problem);
  for (const ProblemSpec& problem : problems) tuner.tune(problem);
  tuner.finish();
  return tuner.outcome();
}

}  // namespace descent
