#include "support/process/adoption.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>

namespace descent {

namespace {

double seconds_of(const rusage& usage) {
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The children of this process's first thread, which adopts; empty if unknown.
std::vector<pid_t> children() {
  std::ifstream file(fmt::format("/proc/self/task/{}/children", getpid()));
  std::vector<pid_t> all;
  for (pid_t child = 0; file >> child;) all.push_back(child);
  return all;
}

}  // namespace

std::string EndOfProcess::text() const {
  if (!WIFSIGNALED(status)) return fmt::format("ended with exit status {}", WEXITSTATUS(status));
  return fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
}

EndOfProcess wait_for(pid_t process) {
  EndOfProcess end;
  rusage usage{};
  while (wait4(process, &end.status, 0, &usage) < 0 && errno == EINTR) {
  }
  end.cpu_seconds = seconds_of(usage);
  return end;
}

Adoption::Adoption() : before_(children()) {
  prctl(PR_GET_CHILD_SUBREAPER, &adopted_before_);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

Adoption::~Adoption() {
  end_all();
  prctl(PR_SET_CHILD_SUBREAPER, adopted_before_);
}

double Adoption::end_all(std::span<const pid_t> own) const {
  double cpu_seconds = 0;
  for (bool any = true; any;) {
    any = false;
    for (const pid_t child : children()) {
      const auto is_child = [&](pid_t other) { return other == child; };
      if (std::ranges::any_of(before_, is_child) || std::ranges::any_of(own, is_child)) continue;
      if (kill(child, SIGKILL) != 0) continue;  // another user's process
      cpu_seconds += wait_for(child).cpu_seconds;
      any = true;
    }
  }
  return cpu_seconds;
}

}  // namespace descent
