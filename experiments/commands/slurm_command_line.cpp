#include "experiments/commands/slurm_command_line.hpp"

#include <fmt/format.h>

#include <vector>

#include "support/errors.hpp"
#include "support/text/printable.hpp"

namespace descent {

void add_slurm_options(po::options_description& options) {
  options.add_options()("slurm", "plan here, submit the work to Slurm, and stop; see docs/cluster.md")(
      "partition", po::value<std::string>()->value_name("P"), "with --slurm: partition of its jobs")(
      "constraint", po::value<std::string>()->value_name("C"),
      "with --slurm: which nodes will do, as for sbatch")("time", po::value<std::string>()->value_name("T"),
                                                          "with --slurm: limit of each job, as for sbatch")(
      "array-tasks", po::value<int>()->value_name("N")->default_value(10),
      "with --slurm: tasks that the missing runs are dealt out to, at most")(
      "exclusive", "with --slurm: a task has a node to itself, not --jobs cores (default: one)")(
      "sbatch", po::value<std::vector<std::string>>()->value_name("OPTION"),
      "with --slurm: one more option, as in --sbatch=--account=me; may be repeated")(
      "untuned", "with --slurm: no job that tunes; constants that nobody has tuned stay at their defaults")(
      "processor", po::value<std::string>()->value_name("MODEL"),
      "only runs on this model (as in /proc/cpuinfo) count as done, and only there are runs carried out")(
      "task", po::value<std::string>()->value_name("WHAT"),
      "what a job of --slurm does: optima/N, runs/N or end");
}

bool goes_with_slurm(const std::string& option) {
  po::options_description all;
  add_slurm_options(all);
  return option != "processor" && option != "task" && all.find_nothrow(option, false) != nullptr;
}

bool is_for_slurm(const ParsedArguments& parsed) {
  if (parsed.values.contains("slurm")) {
    if (parsed.values.contains("task"))
      throw ConfigError("--task: is what a job does, and cannot be submitted");
    return true;
  }
  for (const po::option& option : parsed.given) {
    if (goes_with_slurm(option.string_key)) throw ConfigError("--{}: goes with --slurm", option.string_key);
  }
  return false;
}

SlurmOptions slurm_options_of(const po::variables_map& values) {
  const int tasks = values["array-tasks"].as<int>();
  if (tasks < 1) throw ConfigError("--array-tasks: must be >= 1, got {}", tasks);
  SlurmOptions options{.words = {},
                       .array_tasks = static_cast<std::size_t>(tasks),
                       .exclusive = values.contains("exclusive"),
                       .cores = values.contains("jobs") ? jobs_of(values) : 1,
                       .tunes = !values.contains("untuned")};
  for (const char* name : {"partition", "constraint", "time"}) {
    if (const auto text = text_of(values, name)) options.words.push_back(fmt::format("--{}={}", name, *text));
  }
  if (!values.contains("sbatch")) return options;
  for (const std::string& word : values["sbatch"].as<std::vector<std::string>>()) {
    if (!word.starts_with('-'))
      throw ConfigError("--sbatch: must be an option, as in --sbatch=--account=me, got \"{}\"", shown(word));
    options.words.push_back(word);
  }
  return options;
}

}  // namespace descent
