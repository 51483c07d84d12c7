#include "experiments/process_pool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <new>
#include <string_view>
#include <utility>

#include "datasets/errors.hpp"
#include "experiments/processor.hpp"

namespace descent {

namespace {

// The last byte that a child hands back tells what is before it. Without one, be_child() has not come to its
// end: a method may have ended the process, with any exit status.
constexpr char end_of_answer = '+';
constexpr char end_of_reason = '-';
constexpr int exit_of_lost_answer = 113;  ///< what the child handed back is not whole
constexpr std::string_view out_of_memory = "out of memory";

[[noreturn]] void fail(const char* action) {
  throw RunError(fmt::format("{}: {}", action, std::strerror(errno)));
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// A running child and the end of the pipe that its answer comes from. One that is not waited for is killed.
class Child {
 public:
  Child(pid_t process, int pipe, int processor, std::size_t job, const JobLimits& limits)
      : process_(process),
        pipe_(pipe),
        processor_(processor),
        limits_(limits),
        deadline_(limits.wall_seconds ? wall_seconds() + *limits.wall_seconds
                                      : std::numeric_limits<double>::infinity()),
        result_{job, "", ""} {}
  Child(Child&& other) noexcept
      : process_(std::exchange(other.process_, 0)),
        pipe_(std::exchange(other.pipe_, -1)),
        processor_(other.processor_),
        limits_(other.limits_),
        deadline_(other.deadline_),
        is_late_(other.is_late_),
        result_(std::move(other.result_)) {}
  Child& operator=(Child&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(pipe_, other.pipe_);
    std::swap(processor_, other.processor_);
    std::swap(limits_, other.limits_);
    std::swap(deadline_, other.deadline_);
    std::swap(is_late_, other.is_late_);
    std::swap(result_, other.result_);
    return *this;
  }
  ~Child() {
    if (pipe_ >= 0) close(pipe_);
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    wait_for(process_);
  }

  int pipe() const { return pipe_; }
  int processor() const { return processor_; }

  /// When it is to be killed, on the clock of wall_seconds(); infinite without a limit, and once it was.
  double deadline() const { return deadline_; }

  void kill_if_late() {
    if (wall_seconds() < deadline_) return;
    kill(process_, SIGKILL);
    deadline_ = std::numeric_limits<double>::infinity();
    is_late_ = true;
  }

  /// Takes in what the child has written. True when it has closed its end.
  bool read_some() {
    char buffer[4096];
    const ssize_t got = read(pipe_, buffer, sizeof buffer);
    if (got < 0 && errno != EINTR) fail("cannot read the answer of a process");
    if (got > 0) result_.answer.append(buffer, static_cast<std::size_t>(got));
    return got == 0;
  }

  /// Waits for the child's end and tells what came of it.
  const JobResult& end() {
    const int status = wait_for(std::exchange(process_, 0));
    const char last = result_.answer.empty() ? '\0' : result_.answer.back();
    if (!result_.answer.empty()) result_.answer.pop_back();
    if (WIFSIGNALED(status) && is_late_) {
      result_.failure = fmt::format("killed at its time limit of {:g} s", *limits_.wall_seconds);
    } else if (WIFSIGNALED(status)) {
      result_.failure = fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
    } else if (last == end_of_answer) {
      return result_;
    } else if (last == end_of_reason) {
      result_.failure = result_.answer;
      if (result_.failure == out_of_memory && limits_.memory_bytes) {
        const double megabytes = static_cast<double>(*limits_.memory_bytes) / (1 << 20);
        result_.failure += fmt::format(" at its memory limit of {:.6g} MB", megabytes);
      }
    } else if (last != '\0' || WEXITSTATUS(status) == exit_of_lost_answer) {
      result_.failure = "its answer could not be handed back";
    } else {
      result_.failure = fmt::format("ended with exit status {}", WEXITSTATUS(status));
    }
    return result_;
  }

 private:
  pid_t process_;
  int pipe_;
  int processor_;
  JobLimits limits_;
  double deadline_;
  bool is_late_ = false;
  JobResult result_;
};

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) _exit(exit_of_lost_answer);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void limit_memory(std::uint64_t bytes) {
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

[[noreturn]] void be_child(pid_t parent, int pipe, int processor, std::size_t job,
                           const std::function<std::string(std::size_t)>& work, const JobLimits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A parent that ended before that call sends no signal any more.
  if (getppid() != parent) _exit(exit_of_lost_answer);
  pin_to_processor(processor);
  if (limits.memory_bytes) limit_memory(*limits.memory_bytes);
  char last = end_of_answer;
  try {
    write_all(pipe, work(job));
  } catch (const std::bad_alloc&) {
    write_all(pipe, out_of_memory);
    last = end_of_reason;
  } catch (const std::exception& error) {
    write_all(pipe, error.what());
    last = end_of_reason;
  }
  write_all(pipe, {&last, 1});
  // Not exit(): what this process inherited (open files, static objects) is the parent's to finish.
  _exit(0);
}

Child start(std::size_t job, int processor, const std::function<std::string(std::size_t)>& work,
            const JobLimits& limits) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot make a pipe");
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    close(ends[0]);
    be_child(parent, ends[1], processor, job, work, limits);
  }
  const int reason = errno;
  close(ends[1]);
  if (process < 0) {
    close(ends[0]);
    errno = reason;
    fail("cannot start a process");
  }
  return {process, ends[0], processor, job, limits};
}

/// Milliseconds until the first of the children is late, for poll(); −1 when none ever will be.
int time_to_wait(const std::vector<Child>& children) {
  double deadline = std::numeric_limits<double>::infinity();
  for (const Child& child : children) deadline = std::min(deadline, child.deadline());
  if (std::isinf(deadline)) return -1;
  constexpr double longest = 3'600;  // looked at again then
  return static_cast<int>(std::ceil(1e3 * std::clamp(deadline - wall_seconds(), 0.0, longest)));
}

}  // namespace

void run_in_children(std::size_t count, int at_once, const std::function<void(std::size_t)>& prepare,
                     const std::function<std::string(std::size_t)>& work,
                     const std::function<void(const JobResult&)>& finished, const JobLimits& limits) {
  std::vector<int> free_processors = physical_cores();
  if (free_processors.empty()) throw RunError("cannot tell which processors this process may use");
  free_processors.resize(
      std::clamp<std::size_t>(static_cast<std::size_t>(at_once), 1, free_processors.size()));
  std::reverse(free_processors.begin(), free_processors.end());

  std::vector<Child> children;
  std::size_t next = 0;
  while (next < count || !children.empty()) {
    while (next < count && !free_processors.empty()) {
      prepare(next);
      children.push_back(start(next++, free_processors.back(), work, limits));
      free_processors.pop_back();
    }
    std::vector<pollfd> pipes;
    for (const Child& child : children) pipes.push_back({child.pipe(), POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), time_to_wait(children)) < 0) {
      if (errno == EINTR) continue;
      fail("cannot wait for the answers of processes");
    }
    for (Child& child : children) child.kill_if_late();
    for (std::size_t k = pipes.size(); k-- > 0;) {
      if (pipes[k].revents == 0 || !children[k].read_some()) continue;
      Child child = std::move(children[k]);
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(k));
      free_processors.push_back(child.processor());
      finished(child.end());
    }
  }
}

}  // namespace descent
