// descent status DIR...: progress of results folders and of their Slurm jobs.

#include <fmt/ranges.h>

#include "experiments/commands/command_line.hpp"
#include "experiments/commands/commands.hpp"
#include "experiments/run/folder_of_experiment.hpp"
#include "experiments/slurm/folder_status.hpp"
#include "support/terminal/print_output.hpp"
#include "support/text/plural.hpp"

namespace descent {

int status_command(const std::vector<std::string>& arguments) {
  namespace po = boost::program_options;
  const po::options_description options("options");
  const ParsedArguments parsed =
      parse_arguments(arguments, "status DIR...", options, "folder", "results folder");
  if (parsed.helped) return 0;
  for (const std::string& folder : parsed.words) require_folder_of_runs(folder);
  bool is_sound = true;
  for (const std::string& folder : parsed.words) {
    const FolderStatus status = status_of_folder(folder);
    std::vector<std::string> counts;
    const auto add = [&](std::size_t count, const char* what) {
      if (count > 0) counts.push_back(fmt::format("{} {}", count, what));
    };
    add(status.done, "done");
    add(status.running, "running");
    add(status.failed.size(), "failed");
    add(status.damaged.size(), "damaged");
    add(status.waiting, "waiting");
    add(status.missing, "missing");
    print_output("{}: {}: {}\n", folder, plural(status.planned, "run"), fmt::join(counts, ", "));
    for (const std::string& dataset : status.left_out_datasets)
      print_output("  {}: left out, its files were not there\n", dataset);
    for (const std::string& job : status.jobs) print_output("  {}\n", job);
    for (const FailedRun& run : status.failed) print_output("  {}  {}: {}\n", run.id, run.what, run.status);
    for (const std::string& damage : status.damaged) print_output("  {}\n", damage);
    is_sound = is_sound && status.damaged.empty();
    if (status.missing + status.failed.size() + status.damaged.size() > 0 && !status.words.empty())
      print_output("  `descent {}` submits what is missing, is damaged or has failed, when no job is left\n",
                   status.words);
  }
  return is_sound ? 0 : 1;
}

}  // namespace descent
