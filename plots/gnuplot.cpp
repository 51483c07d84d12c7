#include "plots/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "plots/errors.hpp"

namespace descent {
namespace {

struct Outcome {
  int spawn_error = 0;  ///< of the system, when the program could not be started
  int wait_status = 0;
  std::string words;  ///< what it wrote to standard output and standard error
};

/// Runs a program from PATH in a folder and waits for it.
Outcome run(const std::filesystem::path& folder, const std::array<std::string, 4>& words) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return {errno, 0, {}};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDERR_FILENO);

  auto arguments = words;
  std::array<char*, 5> pointers{};
  for (std::size_t i = 0; i < arguments.size(); ++i) pointers[i] = arguments[i].data();
  pid_t child = 0;
  Outcome outcome;
  outcome.spawn_error = posix_spawnp(&child, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  if (outcome.spawn_error == 0) {
    std::array<char, 4096> buffer{};
    for (;;) {
      const ssize_t count = read(pipe_ends[0], buffer.data(), buffer.size());
      if (count > 0) outcome.words.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) break;
    }
    while (waitpid(child, &outcome.wait_status, 0) < 0 && errno == EINTR) {
    }
  }
  close(pipe_ends[0]);
  return outcome;
}

}  // namespace

bool gnuplot_is_installed() {
  return run(".", {"gnuplot", "--version", "", ""}).spawn_error == 0;
}

void run_gnuplot(const std::filesystem::path& script, const std::string& before) {
  const auto folder = script.has_parent_path() ? script.parent_path() : std::filesystem::path(".");
  const auto outcome = run(folder, {"gnuplot", "-e", before, script.filename().string()});
  // The system reports a missing folder and a missing program by the same number.
  std::error_code ignored;
  if (outcome.spawn_error != 0 && !std::filesystem::is_directory(folder, ignored)) {
    throw ResultFileError(
        fmt::format("{}: cannot be drawn: there is no folder {}", script.string(), folder.string()));
  }
  if (outcome.spawn_error == ENOENT) {
    throw ResultFileError(fmt::format(
        "{}: gnuplot is not installed; install the package gnuplot-nox (apt-get install gnuplot-nox)",
        script.string()));
  }
  if (outcome.spawn_error != 0) {
    throw ResultFileError(fmt::format("{}: gnuplot cannot be started: {}", script.string(),
                                      std::strerror(outcome.spawn_error)));
  }
  if (!WIFEXITED(outcome.wait_status) || WEXITSTATUS(outcome.wait_status) != 0) {
    throw ResultFileError(fmt::format("{}: gnuplot failed: {}", script.string(), outcome.words));
  }
}

}  // namespace descent
