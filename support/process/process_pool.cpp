#include "support/process/process_pool.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <iterator>
#include <list>
#include <vector>

#include "support/errors.hpp"
#include "support/numbers/infinity.hpp"
#include "support/process/adoption.hpp"
#include "support/process/processor.hpp"
#include "support/process/signal_watch.hpp"

namespace descent {

namespace {

/// Milliseconds until the first deadline of the children, for poll(); −1 without deadlines.
int time_to_wait(const std::list<ChildProcess>& children) {
  double deadline = infinity;
  for (const ChildProcess& child : children) deadline = std::min(deadline, child.deadline());
  if (std::isinf(deadline)) return -1;
  constexpr double longest = 3'600;  // then checked again
  return static_cast<int>(std::ceil(1e3 * std::clamp(deadline - wall_seconds(), 0.0, longest)));
}

std::vector<pid_t> ids_of(const std::list<ChildProcess>& children) {
  std::vector<pid_t> ids;
  for (const ChildProcess& child : children) ids.push_back(child.id());
  return ids;
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
      throw Interruption(
          signal,
          fmt::format("stopped by a signal ({}) when {} of {} were done; what is complete is kept",
                      strsignal(signal), done, count),
          ", and the same command goes on from there");
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
