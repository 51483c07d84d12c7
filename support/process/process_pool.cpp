#include "support/process/process_pool.hpp"

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
#include <iterator>
#include <list>
#include <new>
#include <string_view>
#include <utility>
#include <vector>

#include "support/errors.hpp"
#include "support/files/file_descriptor.hpp"
#include "support/memory/available_memory.hpp"
#include "support/memory/huge_pages.hpp"
#include "support/numbers/infinity.hpp"
#include "support/process/adoption.hpp"
#include "support/process/processor.hpp"
#include "support/process/signal_watch.hpp"
#include "support/ranges.hpp"

namespace descent {

namespace {

// The last byte of the child's text gives its kind. Without it, be_child() did not finish: a method may have
// ended the process, with any exit status.
constexpr char end_of_answer = '+';
constexpr char end_of_reason = '-';
constexpr int exit_of_lost_answer = 113;  ///< the child's answer is incomplete
constexpr std::string_view out_of_memory = "out of memory";

[[noreturn]] void fail(const char* action) {
  throw RunError("{}: {}", action, system_reason());
}

/// Ends this process unless the whole text can be written.
void hand_back(const FileDescriptor& pipe, std::string_view text) {
  try {
    pipe.write_all(text);
  } catch (...) {  // there may be no memory for a reason
    _exit(exit_of_lost_answer);
  }
}

std::string megabytes(std::uint64_t bytes) {
  return fmt::format("{:.4g} MB", static_cast<double>(bytes) / (1 << 20));
}

/// Throws RunError if the limit is already reached.
void limit_memory(std::uint64_t bytes) {
  // VmData counts writable private memory without the stack.
  if (const std::uint64_t held = 1024 * number_after("/proc/self/status", "VmData:"); held > bytes) {
    throw RunError(
        "out of memory at its memory limit of {}: the program and the data take {} before it begins",
        megabytes(bytes), megabytes(held));
  }
  rlimit limit{};
  getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min<rlim_t>(bytes, limit.rlim_max);
  setrlimit(RLIMIT_DATA, &limit);
}

/// Nothing may be thrown out of it: the destructors further up belong to the parent.
[[noreturn]] void be_child(pid_t parent, const FileDescriptor& pipe, std::span<const int> processors,
                           std::size_t job, const std::function<std::string(std::size_t)>& work,
                           const JobLimits& limits) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  SignalWatch::end_in_child();
  // A parent that ended before prctl() sends no signal any more.
  if (getppid() != parent) _exit(exit_of_lost_answer);
  pin_to_processors(processors);
  begin_on_huge_pages();
  char last = end_of_answer;
  try {
    if (limits.memory_bytes) limit_memory(*limits.memory_bytes);
    hand_back(pipe, work(job));
  } catch (const std::bad_alloc&) {
    hand_back(pipe, out_of_memory);
    last = end_of_reason;
  } catch (const std::exception& error) {
    hand_back(pipe, error.what());
    last = end_of_reason;
  }
  hand_back(pipe, {&last, 1});
  // Not exit(): inherited open files and static objects are the parent's to finish.
  _exit(0);
}

/// A process that does one job, and the pipe for its answer. It dies with this process, or with this object
/// unless waited for.
class ChildProcess {
 public:
  /// Starts it on these logical processors; `work` runs there. Throws RunError if the system refuses.
  ChildProcess(std::size_t job, std::vector<int> processors,
               const std::function<std::string(std::size_t)>& work, const JobLimits& limits)
      : processors_(std::move(processors)),
        limits_(limits),
        deadline_(limits.wall_seconds ? wall_seconds() + *limits.wall_seconds : infinity),
        result_{job, "", ""} {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("cannot make a pipe");
    pipe_ = FileDescriptor(ends[0]);
    const FileDescriptor child_end(ends[1]);
    std::fflush(nullptr);
    const pid_t parent = getpid();
    process_ = fork();
    if (process_ < 0) fail("cannot start a process");
    if (process_ > 0) return;
    pipe_.reset();
    be_child(parent, child_end, processors_, job, work, limits);
  }
  ~ChildProcess() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    wait_for(process_);
  }

  /// For poll(): readable if the child has written something or has ended.
  int pipe() const { return pipe_.get(); }
  const std::vector<int>& processors() const { return processors_; }
  pid_t id() const { return process_; }

  /// Time to kill it, on the clock of wall_seconds(); infinite without a limit, and after the kill.
  double deadline() const { return deadline_; }
  void kill_if_late() {
    if (wall_seconds() < deadline_) return;
    kill(process_, SIGKILL);
    deadline_ = infinity;
    is_late_ = true;
  }

  /// Reads what the child has written. True if it has closed its end.
  bool read_some() {
    char buffer[4096];
    const ssize_t got = read(pipe_.get(), buffer, sizeof buffer);
    if (got < 0 && errno != EINTR) fail("cannot read the answer of a process");
    if (got > 0) result_.answer.append(buffer, static_cast<std::size_t>(got));
    return got == 0;
  }

  /// Waits for the child's end and returns the result.
  const JobResult& end() {
    const EndOfProcess end = wait_for(std::exchange(process_, 0));
    const int status = end.status;
    const char last = result_.answer.empty() ? '\0' : result_.answer.back();
    if (!result_.answer.empty()) result_.answer.pop_back();
    if (WIFSIGNALED(status) && is_late_) {
      result_.failure = fmt::format("killed at its time limit of {:g} s", *limits_.wall_seconds);
    } else if (WIFSIGNALED(status)) {
      result_.failure = end.text();
    } else if (last == end_of_answer) {
      return result_;
    } else if (last == end_of_reason) {
      result_.failure = result_.answer;
      if (result_.failure == out_of_memory && limits_.memory_bytes) {
        result_.failure += " at its memory limit of " + megabytes(*limits_.memory_bytes);
      }
    } else if (last != '\0' || WEXITSTATUS(status) == exit_of_lost_answer) {
      result_.failure = "its answer could not be handed back";
    } else {
      result_.failure = end.text();
    }
    return result_;
  }

 private:
  pid_t process_ = 0;
  FileDescriptor pipe_;
  std::vector<int> processors_;
  JobLimits limits_;
  double deadline_;
  bool is_late_ = false;
  JobResult result_;
};

/// Milliseconds until the first deadline of the children, for poll(); −1 without deadlines.
int time_to_wait(const std::list<ChildProcess>& children) {
  double deadline = infinity;
  for (const ChildProcess& child : children) deadline = std::min(deadline, child.deadline());
  if (std::isinf(deadline)) return -1;
  constexpr double longest = 3'600;  // then checked again
  return static_cast<int>(std::ceil(1e3 * std::clamp(deadline - wall_seconds(), 0.0, longest)));
}

std::vector<pid_t> ids_of(const std::list<ChildProcess>& children) {
  return mapped(children, &ChildProcess::id);
}

}  // namespace

void run_in_children(std::size_t count, int at_once, const std::function<void(std::size_t)>& prepare,
                     const std::function<std::string(std::size_t)>& work,
                     const std::function<void(const JobResult&)>& finished, const JobLimits& limits,
                     const std::function<std::size_t(std::size_t)>& cores) {
  std::vector<int> free_processors = physical_cores();
  if (free_processors.empty()) throw RunError("cannot tell which processors this process may use");
  free_processors.resize(
      std::clamp<std::size_t>(static_cast<std::size_t>(at_once), 1, free_processors.size()));
  std::ranges::reverse(free_processors);
  const std::size_t all = free_processors.size();
  const auto cores_of = [&](std::size_t job) { return cores ? std::min(cores(job), all) : 1; };

  const SignalWatch signals;
  // Otherwise the processes started by a killed child would keep running.
  const Adoption adoption;
  std::list<ChildProcess> children;
  std::size_t next = 0;
  std::size_t done = 0;
  const auto stop_if_told = [&] {
    if (const int signal = signals.take()) {
      throw Interruption(signal, fmt::format("stopped by a signal ({}) when {} of {} were done",
                                             strsignal(signal), done, count));
    }
  };
  while (next < count || !children.empty()) {
    while (next < count && cores_of(next) <= free_processors.size()) {
      stop_if_told();
      prepare(next);
      const auto first = free_processors.end() - static_cast<std::ptrdiff_t>(cores_of(next));
      children.emplace_back(next++, std::vector<int>(first, free_processors.end()), work, limits);
      free_processors.erase(first, free_processors.end());
    }
    std::vector<pollfd> pipes;
    for (const ChildProcess& child : children) pipes.push_back({child.pipe(), POLLIN, 0});
    pipes.push_back({signals.descriptor(), POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), time_to_wait(children)) < 0) {
      if (errno == EINTR) continue;
      throw RunError("cannot wait for the answers of processes: {}", system_reason());
    }
    for (ChildProcess& child : children) child.kill_if_late();
    auto pipe = pipes.begin();
    for (auto child = children.begin(); child != children.end(); ++pipe) {
      const auto next_child = std::next(child);
      if (pipe->revents != 0 && child->read_some()) {
        free_processors.insert(free_processors.end(), child->processors().begin(), child->processors().end());
        const JobResult result = child->end();
        children.erase(child);
        adoption.end_all(ids_of(children));
        // A signal to all processes at once may have ended the child before it is seen here.
        if (!result.failure.empty()) stop_if_told();
        finished(result);
        ++done;
      }
      child = next_child;
    }
    stop_if_told();
  }
}

}  // namespace descent
