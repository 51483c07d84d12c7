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
bool keep_planned_runs(const std::filesystem::path& folder, std::vector<std::filesystem::path>& files) {
  try {
    const Manifest manifest = read_manifest(folder);
    const std::vector<std::string> ids = run_ids(manifest);
    const std::set<std::string> planned(ids.begin(), ids.end());
    std::erase_if(files, [&](const auto& file) { return !planned.contains(file.stem().string()); });
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
  explicit ReplayedRuns(std::vector<std::filesystem::path> files) : files_(std::move(files)) {}

  /// Throws Interruption, and the error of a single run that cannot be compared.
  void carry_out(int at_once) {
    std::vector<Job> jobs;
    for (const std::filesystem::path& file : files_) {
      const CoresOfRun cores = cores_of_run(file);
      jobs.push_back(
          {.what = file.string(),
           .takes_all_cores = cores.several_processes,
           .cores = std::clamp(cores.threads, 1, at_once),  // fewer change the time, not the bits
           .prepare = [this, &file] { compared_ = comparison_of(file); },
           .work = [this] { return compared_(); },
           .finished = [this, &file](const std::string& answer,
                                     const std::string& failure) { print(file, answer, failure); }});
    }
    const bool shows_progress = files_.size() > 1 && isatty(STDERR_FILENO) == 1;
    descent::carry_out(jobs,
                       {.at_once = at_once, .output = shows_progress ? Output::details : Output::quiet});
  }

  void print_sum() const {
    const std::string runs = plural(files_.size(), "run");
    if (not_compared_ > 0) print_error("{} of {} could not be compared\n", not_compared_, runs);
    if (files_.size() == 1) return;
    std::string sum = fmt::format("{}: {} equal", runs, equal_);
    const std::size_t not_reached = files_.size() - equal_ - different_ - not_compared_;
    for (const auto& [count, what] : {std::pair{different_, "different"},
                                      {not_compared_, "not compared"},
                                      {not_reached, "not reached"}}) {
      if (count > 0) sum += fmt::format(", {} {}", count, what);
    }
    print_output("{}\n", sum);
  }

  bool all_are_equal() const { return equal_ == files_.size(); }

 private:
  static constexpr char equal_mark = '=';  // begins the answer of a job whose run is equal

  /// Returns what the job does: it answers with the comparison, or fails with the reason why the run
  /// cannot be carried out.
  std::function<std::string()> comparison_of(const std::filesystem::path& file) {
    try {
      return [planned = plan_replay(read_kept_run(file), datasets_)] {
        const Replay again = replay(planned);
        return (again.is_exact() ? equal_mark : ' ') + paragraph_on(planned.run, again);
      };
    } catch (const Error& error) {
      if (files_.size() == 1) throw;
      return [obstacle = std::string(error.what())]() -> std::string { throw RunError(obstacle); };
    }
  }

  void print(const std::filesystem::path& file, const std::string& answer, const std::string& failure) {
    if (!failure.empty()) {
      if (files_.size() == 1) throw ConfigError(failure);
      ++not_compared_;
      return print_obstacle(file, failure);
    }
    ++(answer.front() == equal_mark ? equal_ : different_);
    print_output("{}", answer.substr(1));
  }

  std::vector<std::filesystem::path> files_;
  ReplayData datasets_;
  std::function<std::string()> compared_;  ///< of the job that starts
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
  std::vector<std::filesystem::path> files;
  for (const std::string& name : parsed.words) {
    auto found = find_runs(name);
    if (is_folder(std::filesystem::path(name) / "runs"))
      is_whole = keep_planned_runs(name, found) && is_whole;
    files.insert(files.end(), found.begin(), found.end());
  }
  folder_of_temporary_files();  // fails here once instead of once per run
  ReplayedRuns runs(std::move(files));
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
