#include "experiments/slurm/slurm_programs.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <boost/algorithm/string.hpp>
#include <system_error>

#include "support/errors.hpp"
#include "support/process/child_program.hpp"

namespace descent {

namespace {

/// What a program of Slurm has answered.
struct Answer {
  int status = not_started;
  std::string end;  ///< how it ended, in words
  std::string out;
  std::string err;
};

Answer answer_of_program(const std::vector<std::string>& words) {
  constexpr double patience = 120;  // of programs that wait for a controller which does not answer
  ChildProgram program;
  program.words = words;
  program.most_wall_seconds = patience;
  Answer answer;
  const auto into = [](std::string& text) {
    return [&text](std::string_view more) {
      text += more;
      return true;
    };
  };
  try {
    const ProgramEnd end = run_measured(std::move(program), into(answer.out), into(answer.err));
    answer.status = end.status;
    answer.end = end.text;
  } catch (const std::system_error& error) {
    answer.err = error.code().message();
  }
  return answer;
}

/// "sbatch: error: A\nsbatch: error: B\n" → "A; B"
std::string complaint_of(const Answer& answer) {
  std::vector<std::string> lines;
  boost::split(lines, answer.err, boost::is_any_of("\n"));
  std::erase(lines, "");
  for (std::string& line : lines) boost::erase_first(line, "sbatch: error: ");
  return lines.empty() ? answer.end : fmt::format("{}", fmt::join(lines, "; "));
}

}  // namespace

void require_sbatch() {
  if (answer_of_program({"sbatch", "--version"}).status == not_started) {
    throw ConfigError(
        "--slurm: there is no sbatch on the PATH; submit from a machine of the cluster on which sbatch "
        "works");
  }
}

std::string submit_script(const std::filesystem::path& script, const std::vector<std::string>& options) {
  std::vector<std::string> words{"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script.string());
  const Answer answer = answer_of_program(words);
  // "41", or "41;cluster"
  const std::string job = answer.out.substr(0, answer.out.find_first_not_of("0123456789"));
  if (answer.status != 0 || job.empty())
    throw ConfigError(fmt::format("sbatch refuses {}: {}", script.string(), complaint_of(answer)));
  return job;
}

void cancel_jobs(const std::vector<std::string>& jobs) {
  std::vector<std::string> words{"scancel"};
  words.insert(words.end(), jobs.begin(), jobs.end());
  if (!jobs.empty()) answer_of_program(words);
}

std::optional<JobQueue> jobs_of_user() {
  const Answer answer = answer_of_program(
      {"squeue", "--noheader", "--array", fmt::format("--user={}", getuid()), "--format=%i %T"});
  if (answer.status != 0) return std::nullopt;
  JobQueue queue;
  std::vector<std::string> lines;
  boost::split(lines, answer.out, boost::is_any_of("\n"));
  for (const std::string& line : lines) {
    const std::size_t blank = line.find(' ');
    if (blank != std::string::npos) queue[line.substr(0, blank)] = boost::trim_copy(line.substr(blank + 1));
  }
  return queue;
}

bool belongs_to(const std::string& queued, const std::string& job) {
  return queued.substr(0, queued.find('_')) == job;
}

}  // namespace descent
