// descent replay RUN: repeats one run and compares the numbers.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
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
    if (const auto note = note_on_runs_beside(folder, manifest)) print_error("note: {}\n", *note);
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

/// Carries runs out again and prints the comparisons in the order of the runs.
class ReplayedRuns {
 public:
  explicit ReplayedRuns(std::vector<std::filesystem::path> files)
      : files_(std::move(files)), ends_(files_.size()) {}

  /// Throws Interruption, and the error of a single run that cannot be compared.
  void carry_out(int at_once) {
    std::vector<Job> jobs;
    for (std::size_t k = 0; k < files_.size(); ++k) {
      const auto finished = [this, k](const std::string& answer, const std::string& failure) {
        ends_[k] = {answer, failure};
        for (; printed_ < files_.size() && ends_[printed_]; ++printed_)
          print(files_[printed_], *ends_[printed_]);
      };
      const CoresOfRun cores = cores_of_run(files_[k]);
      jobs.push_back({.what = files_[k].string(),
                      .takes_all_cores = cores.several_processes,
                      .cores = std::clamp(cores.threads, 1, at_once),  // fewer change the time, not the bits
                      .prepare = [this, k] { compared_ = comparison_of(files_[k]); },
                      .work = [this] { return compared_(); },
                      .finished = finished});
    }
    const bool shows_progress = files_.size() > 1 && isatty(STDERR_FILENO) == 1;
    descent::carry_out(jobs,
                       {.at_once = at_once, .output = shows_progress ? Output::details : Output::quiet});
  }

  /// Prints comparisons behind one that was interrupted, too.
  void print_rest() {
    for (std::size_t k = printed_; k < files_.size(); ++k) {
      if (ends_[k]) print(files_[k], *ends_[k]);
    }
  }

  void print_sum() {
    const std::string runs = plural(files_.size(), "run");
    if (counts_[not_compared] > 0)
      print_error("{} of {} could not be compared\n", counts_[not_compared], runs);
    if (files_.size() == 1) return;
    counts_["not reached"] =
        static_cast<std::size_t>(std::ranges::count(ends_, false, &std::optional<End>::has_value));
    std::string sum = fmt::format("{}: {} equal", runs, counts_[equal]);
    for (const char* const what : {different, not_compared, "not reached"}) {
      if (counts_[what] > 0) sum += fmt::format(", {} {}", counts_[what], what);
    }
    print_output("{}\n", sum);
  }

  bool all_are_equal() { return counts_[different] + counts_[not_compared] == 0; }

 private:
  // The first line of a job's answer is one of these.
  static constexpr auto equal = "equal";
  static constexpr auto different = "different";
  static constexpr auto not_compared = "not compared";

  struct End {
    std::string answer;
    std::string failure;
  };

  /// Returns what the job does: it answers with the comparison, or fails with the reason why the run
  /// cannot be carried out.
  std::function<std::string()> comparison_of(const std::filesystem::path& file) {
    try {
      ReplayedRun run = read_kept_run(file);
      return [planned = plan_replay(std::move(run), datasets_)] {
        const Replay again = replay(planned);
        return fmt::format("{}\n{}", again.is_exact() ? equal : different, paragraph_on(planned.run, again));
      };
    } catch (const Error& error) {
      if (files_.size() == 1) throw;
      return [obstacle = std::string(error.what())]() -> std::string { throw RunError(obstacle); };
    }
  }

  void print(const std::filesystem::path& file, const End& end) {
    if (!end.failure.empty()) {
      if (files_.size() == 1) throw ConfigError(end.failure);
      ++counts_[not_compared];
      return print_obstacle(file, end.failure);
    }
    const std::size_t line = end.answer.find('\n');
    ++counts_[end.answer.substr(0, line)];
    print_output("{}", end.answer.substr(line + 1));
  }

  std::vector<std::filesystem::path> files_;
  ReplayData datasets_;
  std::function<std::string()> compared_;  ///< of the job that starts
  std::vector<std::optional<End>> ends_;
  std::size_t printed_ = 0;
  std::map<std::string, std::size_t> counts_;
};

}  // namespace

int replay_command(const std::vector<std::string>& arguments) {
  po::options_description options("options");
  add_options(options, {{"results", text_value("DIR")->default_value("results"),
                         "a results folder, or where several lie, to look the id up in"},
                        {"jobs", count_value("N"),
                         "runs at once, each on a core of its own; default: physical cores"}});
  const std::string usage = "replay RUN_ID|DIR/runs/RUN_ID.csv|DIR... [options]";
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "run", "run");
  const int jobs = jobs_of(parsed);
  bool is_whole = true;  // false if any folder is damaged
  std::vector<std::filesystem::path> files;
  for (const std::string& name : parsed.words) {
    auto found = find_runs(name, parsed["results"].as<std::string>());
    if (is_folder(std::filesystem::path(name) / "runs"))
      is_whole = keep_planned_runs(name, found) && is_whole;
    files.insert(files.end(), found.begin(), found.end());
  }
  folder_of_temporary_files();  // fails here once instead of once per run
  ReplayedRuns runs(std::move(files));
  try {
    runs.carry_out(jobs);
  } catch (const Interruption& stop) {
    runs.print_rest();
    runs.print_sum();
    throw Interruption(stop.signal(),
                       fmt::format("stopped by a signal ({}); nothing that was there is changed; "
                                   "the same command begins again",
                                   strsignal(stop.signal())));
  }
  runs.print_sum();
  return is_whole && runs.all_are_equal() ? 0 : 1;
}

}  // namespace descent
