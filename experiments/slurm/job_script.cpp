#include "experiments/slurm/job_script.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string/replace.hpp>
#include <cstdlib>

#include "support/errors.hpp"
#include "support/text/safe_names.hpp"

namespace descent {

namespace {

/// A line that sbatch reads. It understands quotes as a shell does.
std::string directive(const std::string& option) {
  if (option.empty() || option.find_first_of("\n\r") != std::string::npos)
    throw ConfigError(fmt::format("\"{}\" is to be an option of sbatch, in one line", option));
  return fmt::format("#SBATCH {}\n", shell_word(option));
}

/// What the task has for itself.
std::string cores_text(const JobScript& job, const SlurmOptions& options) {
  if (job.processes > 1) {
    return (options.exclusive ? directive("--exclusive") : "") +
           directive(fmt::format("--ntasks={}", job.processes)) + directive("--cpus-per-task=1") +
           directive("--hint=nomultithread");
  }
  if (options.exclusive && job.has_cores) return directive("--exclusive") + directive("--nodes=1");
  return directive("--ntasks=1") +
         directive(fmt::format("--cpus-per-task={}", job.has_cores ? options.cores : 1)) +
         directive("--hint=nomultithread");
}

}  // namespace

std::filesystem::path slurm_folder(const std::filesystem::path& results) {
  return results / "slurm";
}

std::filesystem::path exchange_folder(const std::filesystem::path& results, std::size_t task) {
  return slurm_folder(results) / fmt::format("exchange-{}", task);
}

std::filesystem::path script_path(const std::filesystem::path& results, const std::string& kind) {
  return slurm_folder(results) / (kind + ".sh");
}

std::string script_text(const JobScript& job, const std::string& experiment,
                        const std::filesystem::path& results, const SlurmOptions& options) {
  const std::string log = std::filesystem::absolute(slurm_folder(results)).lexically_normal().string();
  std::string text = "#!/bin/bash\n";
  text += directive(fmt::format("--job-name={}-{}", file_name_text(experiment), job.kind));
  text += directive("--chdir=" + std::filesystem::current_path().string());
  text += directive(fmt::format("--output={}/{}-{}.log", boost::replace_all_copy(log, "%", "%%"), job.kind,
                                job.tasks > 0 ? "%A-%a" : "%j"));
  if (job.tasks > 0)
    text += directive(fmt::format("--array={}-{}", job.first_task, job.first_task + job.tasks - 1));
  text += cores_text(job, options);
  if (!options.partition.empty()) text += directive("--partition=" + options.partition);
  if (!options.constraint.empty()) text += directive("--constraint=" + options.constraint);
  if (!options.time.empty()) text += directive("--time=" + options.time);
  for (const std::string& word : options.further) text += directive(word);
  if (const char* data = std::getenv("DESCENT_DATA"))
    text += fmt::format("export DESCENT_DATA={}\n", shell_word(data));
  // Rows and iterates of a run in several processes are for all its nodes, and for no other task.
  if (job.processes > 1)
    text += fmt::format("export TMPDIR={}/exchange-\"$SLURM_ARRAY_TASK_ID\"\nmkdir -p \"$TMPDIR\"\n",
                        shell_word(log));
  for (const std::string& command : job.commands) text += command + '\n';
  return text;
}

}  // namespace descent
