// descent replay DIR: repeats runs and compares the numbers.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "experiments/commands/command_line.hpp"
#include "experiments/jobs/carry_out.hpp"
#include "experiments/replay/replay.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/results/results_folder.hpp"
#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/json/json_place.hpp"
#include "support/json/read_json.hpp"
#include "support/process/signal_watch.hpp"
#include "support/records/manifest.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

constexpr std::size_t most_lines = 12;

/// Paragraph on a run that was carried out again.
std::string paragraph_on(const ReplayedRun& run, const Replay& replay) {
  const ResultRow& first = run.rows.front();
  std::string text = fmt::format("{}: {} on {}, {} + {}, seed {}\n", run.file.string(), first.method,
                                 first.dataset, first.loss, first.regularizer, first.seed);
  for (const Change& change : replay.changes)
    text += fmt::format("  {}: {} then, {} now\n", change.what, change.then, change.now);
  if (replay.changes.empty()) text += "  same code, compiler, flags, processor and data\n";
  if (replay.is_exact())
    return text +
           fmt::format("equal bit for bit at {}, but for times and what follows from the certified bound\n",
                       replay.checkpoints == 1 ? "its checkpoint"
                                               : fmt::format("all {} checkpoints", replay.checkpoints));
  const std::size_t shown = std::min(replay.mismatches.size(), most_lines);
  for (std::size_t k = 0; k < shown; ++k) {
    const Mismatch& mismatch = replay.mismatches[k];
    text += fmt::format("  checkpoint {}: {}: {} then, {} now\n", mismatch.checkpoint, mismatch.column,
                        mismatch.then, mismatch.now);
  }
  if (shown < replay.mismatches.size())
    text += fmt::format("  and {} more numbers\n", replay.mismatches.size() - shown);
  if (replay.missing > 0)
    text += fmt::format("  the method ended before the last {} of its checkpoints\n", replay.missing);
  if (replay.status_then != replay.status_now)
    text += fmt::format("  status: {} then, {} now\n", replay.status_then, replay.status_now);
  if (!replay.program.empty())
    return text +
           fmt::format("not equal: {} alone can promise to repeat what it computes; same requests, {}\n",
                       replay.program,
                       replay.changes.empty() ? "and nothing that is known has changed"
                                              : "and changes are listed above");
  return text + fmt::format("not equal, {}\n", replay.changes.empty()
                                                   ? "though nothing that is known has changed: either "
                                                     "the file was changed since, or this is a bug that "
                                                     "we ask you to report"
                                                   : "and changes are listed above");
}

/// Keeps the runs that the manifest plans. False if the manifest is damaged, which keeps all runs.
bool keep_planned_runs(const std::filesystem::path& folder, std::vector<FoundRunFile>& runs) {
  try {
    const Manifest manifest = read_manifest(folder);
    const std::vector<std::string> ids = run_ids(manifest);
    const std::set<std::string> planned(ids.begin(), ids.end());
    std::erase_if(runs, [&](const FoundRunFile& run) { return !planned.contains(run.file.stem().string()); });
    print_note_on_runs_beside(folder, manifest);
    const auto missing =
        std::ranges::count_if(ids, [&](const std::string& id) { return !is_present(run_file(folder, id)); });
    if (missing > 0)
      print_error("note: {}: {}; the others are compared\n", folder.string(),
                  missing_runs_text(static_cast<std::size_t>(missing)));
    return true;
  } catch (const ResultFileError& damage) {
    print_error("descent: {}\n", damage.what());
    return false;
  }
}

/// Prints why one of several runs could not be compared.
void print_obstacle(const std::filesystem::path& file, const std::string& message) {
  // A missing file may concern many runs, so the message may not name this run.
  const bool names_run = message.find(file.stem().string()) != std::string::npos;
  print_error("descent: {}{}\n", names_run ? "" : file.string() + ": ", message);
}

/// Repeats runs and prints each comparison when it ends.
class ReplayedRuns {
 public:
  explicit ReplayedRuns(std::vector<FoundRunFile> runs) : runs_(std::move(runs)) {}

  /// Throws Interruption, and the error of a single run that cannot be compared.
  void carry_out(int at_once) {
    std::vector<Job> jobs;
    for (const FoundRunFile& run : runs_) {
      jobs.push_back(
          {.what = run.file.string(),
           .takes_all_cores = run.several_processes,
           .cores = std::clamp(run.threads, 1, at_once),  // fewer change the time, not the bits
           .prepare = [this, &run] { plan(run.file); },
           .work = [this] { return compare(); },
           .finished = [this, &run](const std::string& answer,
                                    const std::string& failure) { print(run.file, answer, failure); }});
    }
    const bool shows_progress = runs_.size() > 1 && isatty(STDERR_FILENO) == 1;
    descent::carry_out(jobs,
                       {.at_once = at_once, .output = shows_progress ? Output::details : Output::quiet});
  }

  void print_sum() const {
    const std::string runs = plural(runs_.size(), "run");
    if (not_compared_ > 0) print_error("{} of {} could not be compared\n", not_compared_, runs);
    if (runs_.size() == 1) return;
    std::string sum = fmt::format("{}: {} equal", runs, equal_);
    const std::size_t not_reached = runs_.size() - equal_ - different_ - not_compared_;
    for (const auto& [count, what] : {std::pair{different_, "different"},
                                      {not_compared_, "not compared"},
                                      {not_reached, "not reached"}}) {
      if (count > 0) sum += fmt::format(", {} {}", count, what);
    }
    print_output("{}\n", sum);
  }

  bool all_are_equal() const { return equal_ == runs_.size(); }

 private:
  /// Plans a run, or takes down why it cannot be carried out.
  void plan(const std::filesystem::path& file) {
    planned_.reset();
    try {
      planned_ = plan_replay(read_kept_run(file), datasets_);
    } catch (const Error& error) {
      if (runs_.size() == 1) throw;
      obstacle_ = error.what();
    }
  }

  /// Carries out the planned run and answers with the comparison.
  std::string compare() const {
    if (!planned_) throw RunError(obstacle_);
    const Replay again = replay(*planned_);
    return json_text({{"equal", again.is_exact()}, {"paragraph", paragraph_on(planned_->run, again)}});
  }

  void print(const std::filesystem::path& file, const std::string& answer, const std::string& failure) {
    if (!failure.empty()) {
      if (runs_.size() == 1) throw ConfigError(failure);
      ++not_compared_;
      return print_obstacle(file, failure);
    }
    const Json comparison = Json::parse(answer);
    ++(comparison["equal"] ? equal_ : different_);
    print_output("{}", comparison["paragraph"].get<std::string>());
  }

  std::vector<FoundRunFile> runs_;
  ReplayData datasets_;
  std::optional<PlannedReplay> planned_;  ///< of the job that starts
  std::string obstacle_;                  ///< why there is none
  std::size_t equal_ = 0, different_ = 0, not_compared_ = 0;
};

}  // namespace

int replay_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(options, {{"jobs", count_value("N"),
                         "runs at once, each on a core of its own; default: physical cores"}});
  const std::string usage = "replay DIR|DIR/runs/ID.csv... [options]";
  const ParsedArguments parsed =
      parse_arguments(arguments, usage, options, "run", "results folder or file of a run");
  const int jobs = jobs_of(parsed);
  bool is_whole = true;  // false if any folder is damaged
  std::vector<FoundRunFile> found_runs;
  for (const std::string& name : parsed.words) {
    auto found = find_runs(name);
    if (is_folder(std::filesystem::path(name) / "runs"))
      is_whole = keep_planned_runs(name, found) && is_whole;
    found_runs.insert(found_runs.end(), found.begin(), found.end());
  }
  folder_of_temporary_files();  // fails here once instead of once per run
  ReplayedRuns runs(std::move(found_runs));
  try {
    runs.carry_out(jobs);
  } catch (const Interruption&) {
    runs.print_sum();
    throw;
  }
  runs.print_sum();
  return is_whole && runs.all_are_equal() ? 0 : 1;
}

}  // namespace descent
