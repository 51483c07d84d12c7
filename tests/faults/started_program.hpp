#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/experiments/program_run.hpp"

namespace descent::test {

/// A file that the build puts beside the test program: descent_with_faults, failing_disk.so, ….
inline std::string built_beside_tests(const std::string& name) {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / name).string();
}

/// Environment variables that preload a library, also with sanitizers.
inline std::vector<std::string> preloading(const std::string& library) {
  return {"LD_PRELOAD=" + built_beside_tests(library), "ASAN_OPTIONS=verify_asan_link_order=0"};
}

/// True if the condition becomes true within ten minutes, longer than any trial needs beside a full load.
template <class Condition>
bool comes_true(Condition condition) {
  const auto patience = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > patience) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// A program running in a folder. It is killed with the object.
class StartedProgram {
 public:
  /// `more` are variables "NAME=value" added to this process's environment.
  StartedProgram(const std::string& program, const std::vector<std::string>& arguments,
                 const std::filesystem::path& folder, const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<std::string> variables = more;
    for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);

    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, path_of("out").c_str(), new_file, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, path_of("err").c_str(), new_file, 0600);
    const int error = posix_spawn(&process_, program.c_str(), &actions, nullptr, pointers(words).data(),
                                  pointers(variables).data());
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) throw std::runtime_error(program + ": cannot be started");
  }
  ~StartedProgram() {
    if (!has_ended_) end_by(SIGKILL);
  }
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;

  pid_t process() const { return process_; }

  /// True if it has ended.
  bool has_ended() {
    if (has_ended_) return true;
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) == process_) take(status);
    return has_ended_;
  }

  /// Waits for its end and returns its output; kills it if it does not end.
  ProgramRun wait() {
    return comes_true([&] { return has_ended(); }) ? result() : end_by(SIGKILL);
  }

  /// Sends a signal that ends it, and waits.
  ProgramRun end_by(int signal) {
    if (!has_ended()) {
      kill(process_, signal);
      int status = 0;
      while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
      }
      take(status);
    }
    return result();
  }

 private:
  static constexpr int new_file = O_WRONLY | O_CREAT | O_TRUNC;

  static std::vector<char*> pointers(std::vector<std::string>& words) {
    std::vector<char*> all;
    for (std::string& word : words) all.push_back(word.data());
    all.push_back(nullptr);
    return all;
  }

  std::string path_of(const char* stream) const { return (output_.path() / stream).string(); }

  void take(int status) {
    has_ended_ = true;
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

  ProgramRun result() const { return {status_, file_text(path_of("out")), file_text(path_of("err"))}; }

  TemporaryFolder output_;
  pid_t process_ = 0;
  bool has_ended_ = false;
  int status_ = -1;
};

/// Runs the built program to its end.
inline ProgramRun run_to_end(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                             const std::vector<std::string>& more = {}) {
  return StartedProgram(built_program(), arguments, folder, more).wait();
}

}  // namespace descent::test
