// descent replay RUN: carries one run out again and says whether it comes out the same.

#include <fmt/format.h>

#include <algorithm>
#include <list>

#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/pack/crate.hpp"
#include "experiments/pack/unpacked_package.hpp"
#include "experiments/replay/replay.hpp"
#include "plots/results/unproven.hpp"
#include "support/errors.hpp"
#include "support/terminal/print_error.hpp"

namespace descent {

namespace {

constexpr std::size_t most_lines = 12;

void print(const ReplayedRun& run, const Replay& replay) {
  fmt::print("{}: {} on {}, {} + {}, seed {}\n", run.file.string(), run.rows.front().method,
             run.rows.front().dataset, run.rows.front().loss, run.rows.front().regularizer,
             run.rows.front().seed);
  for (const Change& change : replay.changes)
    fmt::print("  {}: {} then, {} now\n", change.what, change.then, change.now);
  if (!run.has_checksum) fmt::print("  {}\n", Unproven{.runs = 1}.text());
  if (replay.changes.empty()) fmt::print("  same code, compiler, flags, processor and data\n");
  if (replay.is_exact()) {
    fmt::print(
        "equal bit for bit at {}, but for times and what follows from the certified bound\n",
        replay.checkpoints == 1 ? "its checkpoint" : fmt::format("all {} checkpoints", replay.checkpoints));
    return;
  }
  const std::size_t shown = std::min(replay.mismatches.size(), most_lines);
  for (std::size_t k = 0; k < shown; ++k) {
    const Mismatch& mismatch = replay.mismatches[k];
    fmt::print("  checkpoint {}: {}: {} then, {} now\n", mismatch.checkpoint, mismatch.column, mismatch.then,
               mismatch.now);
  }
  if (shown < replay.mismatches.size())
    fmt::print("  and {} more numbers\n", replay.mismatches.size() - shown);
  if (replay.missing > 0)
    fmt::print("  the method ended before the last {} of its checkpoints\n", replay.missing);
  if (replay.status_then != replay.status_now)
    fmt::print("  status: {} then, {} now\n", replay.status_then, replay.status_now);
  if (!replay.program.empty()) {
    fmt::print("not equal: {} alone can promise to repeat what it computes; same requests, {}\n",
               replay.program,
               replay.changes.empty() ? "and nothing that is known has changed"
                                      : "and what has changed is told above");
    return;
  }
  fmt::print("not equal, {}\n", replay.changes.empty() ? "though nothing that is known has changed: either "
                                                         "the file was changed since, or this is a bug that "
                                                         "we ask you to report"
                                                       : "and what has changed is told above");
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
  bool all_exact = true;
  std::vector<std::filesystem::path> files;
  std::list<UnpackedPackage> packages;
  const auto add_runs_of = [&](const std::string& name) {
    const auto found = find_runs(name, parsed.values["results"].as<std::string>());
    files.insert(files.end(), found.begin(), found.end());
  };
  for (const std::string& name : parsed.words) {
    if (!name.ends_with(package_ending)) {
      add_runs_of(name);
      continue;
    }
    for (const auto& folder : packages.emplace_back(name).results()) add_runs_of(folder.string());
  }
  for (const std::filesystem::path& file : files) {
    try {
      const ReplayedRun run = read_kept_run(file);
      // A package may come from anybody, and name any program of this machine.
      if (!packages.empty() && runs_a_program(run) && !parsed.values.contains("with-programs")) {
        fmt::print("{}: not replayed: {}; --with-programs runs it\n", file.string(),
                   run.rows.front().variant);
        continue;
      }
      const Replay again = replay(run, datasets);
      print(run, again);
      all_exact = all_exact && again.is_exact();
    } catch (const ResultFileError& damage) {
      if (files.size() == 1) throw;
      print_error("descent: {}\n", damage.what());
      all_exact = false;
    }
  }
  return all_exact ? 0 : 1;
}

}  // namespace descent
