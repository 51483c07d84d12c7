// descent replay RUN: repeats one run and compares the numbers.

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <set>
#include <system_error>

#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/pack/package.hpp"
#include "experiments/replay/replay.hpp"
#include "experiments/run/folder_check.hpp"
#include "plots/results/results_folder.hpp"
#include "support/errors.hpp"
#include "support/files/temporary_folder.hpp"
#include "support/records/manifest.hpp"
#include "support/records/run_file.hpp"
#include "support/terminal/print_error.hpp"
#include "support/terminal/print_output.hpp"
#include "support/text/plural.hpp"

namespace descent {

namespace {

constexpr std::size_t most_lines = 12;

void print(const ReplayedRun& run, const Replay& replay) {
  print_output("{}: {} on {}, {} + {}, seed {}\n", run.file.string(), run.rows.front().method,
               run.rows.front().dataset, run.rows.front().loss, run.rows.front().regularizer,
               run.rows.front().seed);
  for (const Change& change : replay.changes)
    print_output("  {}: {} then, {} now\n", change.what, change.then, change.now);
  if (replay.changes.empty()) print_output("  same code, compiler, flags, processor and data\n");
  if (replay.is_exact()) {
    print_output(
        "equal bit for bit at {}, but for times and what follows from the certified bound\n",
        replay.checkpoints == 1 ? "its checkpoint" : fmt::format("all {} checkpoints", replay.checkpoints));
    return;
  }
  const std::size_t shown = std::min(replay.mismatches.size(), most_lines);
  for (std::size_t k = 0; k < shown; ++k) {
    const Mismatch& mismatch = replay.mismatches[k];
    print_output("  checkpoint {}: {}: {} then, {} now\n", mismatch.checkpoint, mismatch.column,
                 mismatch.then, mismatch.now);
  }
  if (shown < replay.mismatches.size())
    print_output("  and {} more numbers\n", replay.mismatches.size() - shown);
  if (replay.missing > 0)
    print_output("  the method ended before the last {} of its checkpoints\n", replay.missing);
  if (replay.status_then != replay.status_now)
    print_output("  status: {} then, {} now\n", replay.status_then, replay.status_now);
  if (!replay.program.empty()) {
    print_output(
        "not equal: {} alone can promise to repeat what it computes; same requests, {}\n", replay.program,
        replay.changes.empty() ? "and nothing that is known has changed" : "and changes are listed above");
    return;
  }
  print_output("not equal, {}\n", replay.changes.empty()
                                      ? "though nothing that is known has changed: either "
                                        "the file was changed since, or this is a bug that "
                                        "we ask you to report"
                                      : "and changes are listed above");
}

/// Keeps the runs that the manifest plans and prints damaged files. False if a file or the manifest is
/// damaged; a damaged manifest keeps all runs.
bool keep_planned_runs(const std::filesystem::path& folder, std::vector<std::filesystem::path>& files) {
  try {
    const Manifest manifest = read_manifest(folder);
    const std::vector<std::string> ids = run_ids(manifest);
    const std::set<std::string> planned(ids.begin(), ids.end());
    std::erase_if(files, [&](const auto& file) { return !planned.contains(file.stem().string()); });
    const FolderCheck check = check_results_folder(folder, manifest);
    for (const std::string& damage : check.damages) print_error("descent: {}\n", damage);
    for (const std::string& note : check.notes) print_error("note: {}\n", note);
    const auto missing = std::ranges::count_if(ids, [&](const std::string& id) {
      std::error_code unknown;
      return !std::filesystem::exists(run_file(folder, id), unknown);
    });
    if (missing > 0)
      print_error("note: {}: {}; the others are compared\n", folder.string(),
                  missing_runs_text(static_cast<std::size_t>(missing)));
    return check.damages.empty();
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

}  // namespace

int replay_command(const std::vector<std::string>& arguments) {
  namespace po = boost::program_options;
  po::options_description options("options");
  options.add_options()("results", po::value<std::string>()->default_value("results")->value_name("DIR"),
                        "a results folder, or where several lie, to look the id up in")(
      "with-programs", "of a package, also run the external programs that it names");
  const std::string usage = "replay RUN_ID|DIR/runs/RUN_ID.csv|DIR|PACKAGE.tar.zst... [options]";
  const ParsedArguments parsed = parse_arguments(arguments, usage, options, "run", "run");
  if (parsed.helped) return 0;
  ReplayData datasets;
  bool is_whole = true;  // false if any folder is damaged
  std::size_t equal = 0;
  std::size_t different = 0;
  std::size_t not_replayed = 0;
  std::size_t not_compared = 0;
  std::vector<std::filesystem::path> files;
  std::list<TemporaryFolder> packages;  // unpacked
  const auto add_runs_of = [&](const std::string& name) {
    auto found = find_runs(name, parsed.values["results"].as<std::string>());
    std::error_code none;
    if (std::filesystem::is_directory(std::filesystem::path(name) / "runs", none))
      is_whole = keep_planned_runs(name, found) && is_whole;
    files.insert(files.end(), found.begin(), found.end());
  };
  for (const std::string& name : parsed.words) {
    if (!name.ends_with(package_ending)) {
      add_runs_of(name);
      continue;
    }
    remove_abandoned_temporary_folders();
    for (const auto& folder : unpack_results(name, packages.emplace_back().path()))
      add_runs_of(folder.string());
  }
  folder_of_temporary_files();  // fails here once instead of once per run
  for (const std::filesystem::path& file : files) {
    try {
      const ReplayedRun run = read_kept_run(file);
      // A package may come from anyone and name any program of this machine.
      if (!packages.empty() && runs_a_program(run) && !parsed.values.contains("with-programs")) {
        print_output("{}: not replayed: {}; --with-programs runs it\n", file.string(),
                     run.rows.front().variant);
        ++not_replayed;
        continue;
      }
      const Replay again = replay(run, datasets);
      print(run, again);
      ++(again.is_exact() ? equal : different);
    } catch (const Error& obstacle) {
      if (files.size() == 1) throw;
      print_obstacle(file, obstacle.what());
      ++not_compared;
    }
  }
  if (not_compared > 0)
    print_error("{} of {} could not be compared\n", not_compared, plural(files.size(), "run"));
  if (files.size() > 1) {
    print_output("{}: {} equal", plural(files.size(), "run"), equal);
    if (different > 0) print_output(", {} different", different);
    if (not_replayed > 0) print_output(", {} not replayed", not_replayed);
    if (not_compared > 0) print_output(", {} not compared", not_compared);
    print_output("\n");
  }
  return is_whole && different == 0 && not_compared == 0 ? 0 : 1;
}

}  // namespace descent
