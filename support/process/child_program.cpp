#include "support/process/child_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <utility>

#include "support/files/file_descriptor.hpp"
#include "support/process/adoption.hpp"
#include "support/process/processor.hpp"

namespace descent {

std::vector<std::string> own_environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  return variables;
}

namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Turns this new process into the program. Allocates nothing. Returns if that fails.
void become(const ChildProgram& program, char* const* words, char* const* environment, int input, int output,
            int errors, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpgid(0, 0);  // its signals to its process group reach nobody else
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);  // left to the program
  if (getppid() != parent) return;  // a parent that ended before prctl() sends no signal any more
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, program.largest_file);
  setrlimit(RLIMIT_FSIZE, &limit);
  if (chdir(program.folder.c_str()) != 0) return;
  if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(errors, STDERR_FILENO) < 0)
    return;
  // execvpe() would run a file that is not a program with /bin/sh.
  if (program.words.front().find('/') != std::string::npos)
    execve(words[0], words, environment);
  else
    execvpe(words[0], words, environment);
}

/// A pipe that a program writes into.
class Listener {
 public:
  explicit Listener(const OutputSink& sink) : sink_(&sink) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw_system_error();
    here_ = FileDescriptor(ends[0]);
    there_ = FileDescriptor(ends[1]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
  }

  int end_of_program() const { return there_.get(); }
  void close_end_of_program() { there_.reset(); }
  /// For poll(), which ignores a pipe that has ended.
  int descriptor() const { return here_.get(); }

  /// Reads one buffer. False if there was nothing.
  bool read_some() {
    std::array<char, 1 << 14> buffer;  // not initialised
    const ssize_t count = read(here_.get(), buffer.data(), buffer.size());
    if (count > 0 && !(*sink_)({buffer.data(), static_cast<std::size_t>(count)})) is_refused_ = true;
    if (count == 0) here_.reset();
    return count > 0;
  }

  /// True if the sink wants no more.
  bool is_refused() const { return is_refused_; }

 private:
  const OutputSink* sink_;
  FileDescriptor here_;
  FileDescriptor there_;
  bool is_refused_ = false;
};

/// A process that is killed and waited for, unless someone has waited for it.
class OwnChild {
 public:
  explicit OwnChild(pid_t process) : process_(process) {}
  ~OwnChild() {
    if (process_ > 0) end();
  }
  OwnChild(const OwnChild&) = delete;
  OwnChild& operator=(const OwnChild&) = delete;

  EndOfProcess wait() { return wait_for(std::exchange(process_, 0)); }
  EndOfProcess end() {
    kill(process_, SIGKILL);
    return wait();
  }

 private:
  pid_t process_;
};

/// Milliseconds until the deadline for poll(), at most an hour.
int time_until(double deadline) {
  return static_cast<int>(std::ceil(1e3 * std::clamp(deadline - wall_seconds(), 0.0, 3'600.0)));
}

}  // namespace

ProgramEnd run_measured(ChildProgram program, const OutputSink& output, const OutputSink& errors) {
  const std::vector<char*> words = pointers_to(program.words);
  const std::vector<char*> environment = pointers_to(program.environment);
  const FileDescriptor input(memfd_create("input", MFD_CLOEXEC));
  if (!input.is_open()) throw_system_error();
  input.write_all(program.input);
  lseek(input.get(), 0, SEEK_SET);
  std::vector<Listener> listeners;  // one for both outputs, or one for each
  listeners.emplace_back(output);
  if (errors) listeners.emplace_back(errors);
  const Adoption adoption;

  const double start = wall_seconds();
  const double deadline = start + program.most_wall_seconds;
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) throw_system_error();
  if (process == 0) {
    become(program, words.data(), environment.data(),
           program.input_file >= 0 ? program.input_file : input.get(), listeners.front().end_of_program(),
           listeners.back().end_of_program(), parent);
    _exit(not_started);
  }
  OwnChild child(process);
  for (Listener& each : listeners) each.close_end_of_program();
  const FileDescriptor end_of_process(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
  if (!end_of_process.is_open()) throw_system_error();

  ProgramEnd end;
  const auto is_refused = [&] { return std::ranges::any_of(listeners, &Listener::is_refused); };
  while (!is_refused() && !end.was_late) {
    std::vector<pollfd> watched{{end_of_process.get(), POLLIN, 0}};
    for (const Listener& each : listeners) watched.push_back({each.descriptor(), POLLIN, 0});
    if (poll(watched.data(), watched.size(), time_until(deadline)) < 0 && errno != EINTR)
      throw_system_error();
    for (std::size_t k = 0; k < listeners.size(); ++k) {
      if (watched[k + 1].revents != 0) listeners[k].read_some();
    }
    if (watched.front().revents != 0) break;
    end.was_late = wall_seconds() >= deadline;
  }
  const bool is_to_die = is_refused() || end.was_late;
  const EndOfProcess last = is_to_die ? child.end() : child.wait();
  end.wall_seconds = wall_seconds() - start;
  end.cpu_seconds = last.cpu_seconds + adoption.end_all();
  for (Listener& each : listeners) {
    while (!is_refused() && each.read_some()) {
    }
  }
  end.status = WIFSIGNALED(last.status) ? 128 + WTERMSIG(last.status) : WEXITSTATUS(last.status);
  end.text = last.text();
  return end;
}

ProgramEnd run_to_end(ChildProgram program, const std::function<void(std::string_view)>& output) {
  const OutputSink sink = [&](std::string_view text) {
    output(text);
    return true;
  };
  return run_measured(std::move(program), sink, {});
}

}  // namespace descent
