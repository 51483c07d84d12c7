#include "experiments/process_pool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>

#include "datasets/errors.hpp"
#include "experiments/processor.hpp"

namespace descent {

namespace {

constexpr int exit_of_failed_job = 3;

struct Child {
  pid_t process = 0;
  int pipe = -1;
  int processor = 0;
  JobResult result;
};

void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written <= 0) return;  // the parent is gone, and with it whoever wanted the answer
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

[[noreturn]] void be_child(int pipe, int processor, std::size_t job,
                           const std::function<std::string(std::size_t)>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  pin_to_processor(processor);
  int code = 0;
  try {
    write_all(pipe, work(job));
  } catch (const std::exception& error) {
    write_all(pipe, error.what());
    code = exit_of_failed_job;
  }
  // Not exit(): what this process inherited (open files, static objects) is the parent's to finish.
  _exit(code);
}

Child start(std::size_t job, int processor, const std::function<std::string(std::size_t)>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw RunError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  std::fflush(nullptr);
  const pid_t process = fork();
  if (process < 0) throw RunError(fmt::format("cannot start a process: {}", std::strerror(errno)));
  if (process == 0) {
    close(ends[0]);
    be_child(ends[1], processor, job, work);
  }
  close(ends[1]);
  return {process, ends[0], processor, {job, "", ""}};
}

/// Takes in what the child has written. True when it has closed its end.
bool read_some(Child& child) {
  char buffer[4096];
  const ssize_t got = read(child.pipe, buffer, sizeof buffer);
  if (got > 0) child.result.answer.append(buffer, static_cast<std::size_t>(got));
  return got == 0 || (got < 0 && errno != EINTR);
}

void wait_for_end(Child& child) {
  close(child.pipe);
  int status = 0;
  while (waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    child.result.failure = fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  } else if (WEXITSTATUS(status) != 0) {
    child.result.failure = child.result.answer.empty() ? fmt::format("ended with exit status {}", WEXITSTATUS(status))
                                                       : child.result.answer;
  }
}

}  // namespace

void run_in_children(std::size_t count, int at_once, const std::function<void(std::size_t)>& prepare,
                     const std::function<std::string(std::size_t)>& work,
                     const std::function<void(const JobResult&)>& finished) {
  std::vector<int> free_processors = physical_cores();
  free_processors.resize(std::clamp<std::size_t>(static_cast<std::size_t>(at_once), 1, free_processors.size()));
  std::reverse(free_processors.begin(), free_processors.end());

  std::vector<Child> children;
  std::size_t next = 0;
  while (next < count || !children.empty()) {
    while (next < count && !free_processors.empty()) {
      prepare(next);
      children.push_back(start(next++, free_processors.back(), work));
      free_processors.pop_back();
    }
    std::vector<pollfd> pipes;
    for (const Child& child : children) pipes.push_back({child.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), -1) < 0) continue;
    for (std::size_t k = pipes.size(); k-- > 0;) {
      if (pipes[k].revents == 0 || !read_some(children[k])) continue;
      Child child = std::move(children[k]);
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(k));
      wait_for_end(child);
      free_processors.push_back(child.processor);
      finished(child.result);
    }
  }
}

}  // namespace descent
