#include "experiments/slurm/slurm.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <boost/algorithm/string.hpp>
#include <cstdlib>
#include <set>
#include <sstream>
#include <system_error>

#include "support/files/atomic_file.hpp"
#include "support/files/file_state.hpp"
#include "support/json/seal.hpp"
#include "support/process/child_program.hpp"
#include "support/ranges.hpp"
#include "support/text/foreign_text.hpp"

namespace descent {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SlurmJob, kind, command, tasks, first_task, processes, number)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Submission, submitted, command, exclusive, longest_task, jobs, optima,
                                   runs, ids)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TaskNote, at_once, ids)

namespace {

/// Output of a program of Slurm, and how it ended.
struct SlurmAnswer : ProgramEnd {
  std::string out = {};
  std::string err = {};
};

SlurmAnswer ask_slurm(const std::vector<std::string>& words) {
  constexpr double patience = 120;  // seconds, if the controller does not answer
  SlurmAnswer answer;
  const auto append_to = [](std::string& text) {
    return [&text](std::string_view more) { return text.append(more), true; };
  };
  try {
    static_cast<ProgramEnd&>(answer) = run_measured({.words = words, .most_wall_seconds = patience},
                                                    append_to(answer.out), append_to(answer.err));
  } catch (const std::system_error& error) {
    answer.status = not_started;
    answer.err = error.code().message();
  }
  return answer;
}

template <class Record>
std::optional<Record> read_sealed(const std::filesystem::path& file) {
  if (!is_file(file)) return std::nullopt;
  try {
    return read_sealed_json(file).get<Record>();
  } catch (const DamagedJson& damage) {
    throw ConfigError("{}; remove it when no job of the folder is left", damage.what());
  } catch (const Json::exception&) {
    throw ConfigError(
        "{}: is not what `descent run --slurm` writes; remove it when no job of the folder is left",
        file.string());
  }
}

}  // namespace

std::string SlurmJob::script(const std::string& experiment, const std::filesystem::path& results,
                             const SlurmOptions& asked) const {
  const std::string folder = std::filesystem::absolute(results / "slurm").lexically_normal().string();
  std::vector<std::string> options{
      fmt::format("--job-name={}-{}", file_name_text(experiment), kind),
      "--chdir=" + std::filesystem::current_path().string(),
      fmt::format("--output={}/{}-{}.log", boost::replace_all_copy(folder, "%", "%%"), kind,
                  tasks > 0 ? "%A-%a" : "%j")};
  if (tasks > 0) options.push_back(fmt::format("--array={}-{}", first_task, first_task + tasks - 1));
  const bool has_nodes = asked.exclusive && kind != "end";
  if (has_nodes) options.emplace_back("--exclusive");
  if (has_nodes && processes == 1) {
    options.emplace_back("--nodes=1");
  } else {
    const int cores = processes > 1 || kind == "end" ? 1 : asked.cores;
    options.push_back(fmt::format("--ntasks={}", processes));
    options.push_back(fmt::format("--cpus-per-task={}", cores));
    options.emplace_back("--hint=nomultithread");
  }
  options.insert(options.end(), asked.words.begin(), asked.words.end());
  std::string text = "#!/bin/bash\n";
  for (const std::string& option : options) {
    if (option.empty() || option.find_first_of("\n\r") != std::string::npos)
      throw ConfigError("\"{}\" must be an option of sbatch, in one line", option);
    text += fmt::format("#SBATCH {}\n", shell_word(option));
  }
  for (const char* const variable : {"DESCENT_DATA", "DESCENT_CACHE"})
    if (const char* value = std::getenv(variable))
      text += fmt::format("export {}={}\n", variable, shell_word(value));
  // All nodes of a run in several processes must see its files.
  if (processes > 1)
    text += fmt::format("export TMPDIR={}/exchange-\"$SLURM_ARRAY_TASK_ID\"\nmkdir -p \"$TMPDIR\"\n",
                        shell_word(folder));
  return text + "exec " + command + '\n';  // so that the program gets the signals of Slurm
}

std::filesystem::path slurm_file(const std::filesystem::path& results, const std::string& name) {
  return results / "slurm" / name;
}

std::optional<Submission> read_submission(const std::filesystem::path& results) {
  return read_sealed<Submission>(slurm_file(results, "submission.json"));
}

std::optional<TaskNote> read_task_note(const std::filesystem::path& results, std::size_t task) {
  return read_sealed<TaskNote>(slurm_file(results, fmt::format("task-{}.json", task)));
}

void write_submission(const std::filesystem::path& results, const Submission& submission) {
  write_sealed_json(slurm_file(results, "submission.json"), submission);
}

void write_task_note(const std::filesystem::path& results, std::size_t task, const TaskNote& note) {
  write_sealed_json(slurm_file(results, fmt::format("task-{}.json", task)), note);
}

std::vector<std::string> sbatch_words(const SlurmJob& job, const std::filesystem::path& results,
                                      const std::vector<SlurmJob>& jobs) {
  const bool is_last = job.kind == "end";
  std::vector<std::string> awaited;
  for (const SlurmJob& before : jobs) {
    // Without a constant of one method, whose trials all failed, the other runs are still wanted.
    const bool may_fail = is_last || before.kind == "tuning";
    if (!before.number.empty() && before.has_runs() == is_last)
      awaited.push_back((may_fail ? "afterany:" : "afterok:") + before.number);
  }
  std::vector<std::string> words{"sbatch", "--parsable"};
  if (!awaited.empty()) words.push_back(fmt::format("--dependency={}", fmt::join(awaited, ",")));
  if (!awaited.empty() && !is_last) words.emplace_back("--kill-on-invalid-dep=yes");
  words.push_back(slurm_file(results, job.kind + ".sh").string());
  return words;
}

std::string submit_job(const std::vector<std::string>& words) {
  const SlurmAnswer answer = ask_slurm(words);
  std::string number = answer.out.substr(0, answer.out.find_first_not_of("0123456789"));
  if (answer.status == 0 && !number.empty()) return number;
  std::string complaint = boost::trim_copy(boost::erase_all_copy(answer.err, "sbatch: error: "));
  boost::replace_all(complaint, "\n", "; ");
  throw ConfigError("sbatch refuses {}: {}", words.back(), complaint.empty() ? answer.text : complaint);
}

bool cancel_jobs(const std::vector<SlurmJob>& jobs) {
  std::vector<std::string> words{"scancel"};
  for (const SlurmJob& job : jobs)
    if (!job.number.empty()) words.push_back(job.number);
  return words.size() == 1 || ask_slurm(words).status == 0;
}

void require_sbatch() {
  if (ask_slurm({"sbatch", "--version"}).status == not_started)
    throw ConfigError(
        "--slurm: there is no sbatch on the PATH; submit from a machine of the cluster on which sbatch "
        "works");
}

std::optional<JobQueue> queued_jobs() {
  const SlurmAnswer answer =
      ask_slurm({"squeue", "--noheader", "--array", fmt::format("--user={}", getuid()), "--format=%i %T"});
  if (answer.status != 0) return std::nullopt;
  JobQueue states;
  std::istringstream lines(answer.out);
  for (std::string number, state; lines >> number >> state;) states[number] = state;
  return states;
}

void require_no_jobs(const std::filesystem::path& results) {
  const std::optional<Submission> submission = read_submission(results);
  const auto queue = submission ? queued_jobs() : std::nullopt;
  if (submission && !queue && ask_slurm({"squeue", "--version"}).status == 0)
    throw ConfigError("{}: squeue does not answer, and jobs of the folder may be at work; try again later",
                      results.string());
  std::set<std::string> open;
  for (const auto& [queued, state] : queue.value_or(JobQueue())) {
    if (contains(mapped(submission->jobs, &SlurmJob::number), job_of(queued))) open.insert(job_of(queued));
  }
  if (open.empty()) return;
  throw ConfigError(
      "{}: its jobs {} have not ended; `descent status {}` shows how far they are, and `scancel "
      "{}` ends them",
      results.string(), fmt::join(open, ", "), results.string(), fmt::join(open, " "));
}

}  // namespace descent
