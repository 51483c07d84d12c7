#include "solvers/distributed/mpi_job.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <sstream>
#include <system_error>
#include <vector>

#include "support/errors.hpp"
#include "support/files/file_state.hpp"
#include "support/process/processor.hpp"
#include "support/text/printable.hpp"

namespace descent {
namespace {

constexpr std::size_t longest_quote = 300;
constexpr std::size_t most_text = 1 << 20;
constexpr double longest_greeting = 60;  // seconds of wall time
constexpr std::string_view own_name = "descent_ranks: ";

std::string value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

std::filesystem::path path_of_ranks() {
  std::error_code ignored;
  std::filesystem::path path = value_of("DESCENT_RANKS");
  if (path.empty())
    path = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path() / "descent_ranks";
  if (is_file(path)) return path;
  throw RunError(
      fmt::format("{}: there is no such program, which runs in several processes need: install MPI "
                  "(Debian: openmpi-bin libopenmpi-dev), and build with -DDESCENT_MPI=ON",
                  path.string()));
}

ChildProgram mpiexec(int processes, const std::filesystem::path& request) {
  ChildProgram program;
  std::istringstream words(value_of("DESCENT_MPIEXEC"));
  for (std::string word; words >> word;) program.words.push_back(word);
  if (program.words.empty()) program.words = {"mpiexec"};
  program.words.insert(program.words.end(),
                       {"-n", std::to_string(processes), path_of_ranks().string(), request.string()});
  program.folder = request.parent_path().string();
  return program;
}

/// The launcher's message, without its frames of dashes: the line of descent_ranks if any, else the first
/// paragraph about a process by its rank, else the first paragraph.
std::string words_of(const std::string& errors) {
  std::istringstream lines(errors);
  std::vector<std::string> paragraphs{""};
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(own_name)) return printable(line.substr(own_name.size()), longest_quote);
    const bool has_words = line.find_first_not_of(" \t\r-") != std::string::npos;
    if (has_words)
      paragraphs.back() += (paragraphs.back().empty() ? "" : " ") + line;
    else if (!paragraphs.back().empty())
      paragraphs.emplace_back();
  }
  const auto with_rank = std::ranges::find_if(
      paragraphs, [](const std::string& paragraph) { return paragraph.find(" rank ") != std::string::npos; });
  return printable(with_rank == paragraphs.end() ? paragraphs.front() : *with_rank, longest_quote);
}

}  // namespace

MpiJob::MpiJob(int processes, const std::filesystem::path& request, double most_wall_seconds)
    : processes_(processes) {
  ChildProgram program = mpiexec(processes, request);
  program.most_wall_seconds = most_wall_seconds;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw_system_error();
  program.input_file = ends[0];
  questions_ = FileDescriptor(ends[1]);
  thread_ = std::thread([this, program = std::move(program), there = FileDescriptor(ends[0])]() mutable {
    unpin_from_processor();  // the processes that it starts may use all processors
    const auto take_into = [this](std::string& text) {
      return [this, &text](std::string_view piece) {
        const std::lock_guard lock(mutex_);
        text += piece;
        news_.notify_one();
        return text.size() <= most_text;
      };
    };
    ProgramEnd end;
    std::string trouble;
    try {
      end = run_measured(std::move(program), take_into(output_), take_into(errors_));
    } catch (const std::exception& error) {  // escaping from a thread, it would end the program
      trouble = error.what();
    }
    const std::lock_guard lock(mutex_);
    errors_ += trouble;
    end_ = end;
    has_ended_ = true;
    news_.notify_one();
  });
}

MpiJob::~MpiJob() {
  questions_.reset();
  thread_.join();
}

Json MpiJob::ask(const std::string& line) {
  try {
    questions_.write_all(line + '\n');
  } catch (const std::system_error&) {  // the processes have ended: reported below
  }
  std::unique_lock lock(mutex_);
  std::size_t length = 0;
  news_.wait(lock, [&] {
    length = output_.find('\n');
    return length != std::string::npos || has_ended_;
  });
  if (length == std::string::npos) throw RunError(failure());
  const std::string answer = output_.substr(0, length);
  output_.erase(0, length + 1);
  try {
    return Json::parse(answer);
  } catch (const Json::exception&) {
    throw RunError(fmt::format("{} processes of MPI: expected an answer in JSON, got \"{}\"", processes_,
                               printable(answer, longest_quote)));
  }
}

std::string MpiJob::failure() const {
  const std::string words = words_of(errors_);
  const std::string what = fmt::format("{} processes of MPI", processes_);
  if (end_.was_late) return fmt::format("{}: no answer in time{}{}", what, words.empty() ? "" : ": ", words);
  if (end_.status == not_started)
    return fmt::format("{}: mpiexec cannot be started: is MPI installed?", what);
  return fmt::format("{}: {}{}{}", what, end_.text, words.empty() ? "" : ": ", words);
}

void require_processes(int processes) {
  static std::set<int> that_have_greeted;
  if (processes == 1 || that_have_greeted.contains(processes)) return;
  try {
    MpiJob(processes, "/", longest_greeting).ask("greet");
    that_have_greeted.insert(processes);
  } catch (const RunError& error) {
    throw ConfigError(fmt::format("\"processes\": {} cannot be had here: {}", processes, error.what()));
  }
}

}  // namespace descent
