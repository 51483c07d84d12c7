#pragma once

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/faults/started_program.hpp"
#include "tests/support/file_text.hpp"

namespace descent::test {

/// The system's data on a process.
struct ProcessState {
  pid_t process = 0;
  pid_t parent = 0;
  char state = 'X';         ///< R running, S waiting, T stopped, Z ended and not waited for, X gone
  bool is_killed = false;   ///< a SIGKILL is pending
  std::string environment;  ///< variables, each followed by a zero byte

  bool is_over() const { return state == 'Z' || state == 'X' || is_killed; }
};

inline ProcessState state_of(pid_t process) {
  ProcessState about;
  about.process = process;
  const std::filesystem::path folder = "/proc/" + std::to_string(process);
  std::istringstream lines(file_text(folder / "status"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (key == "State:") words >> about.state;
    if (key == "PPid:") words >> about.parent;
    if (key == "SigPnd:" || key == "ShdPnd:") {
      unsigned long long signals = 0;
      words >> std::hex >> signals;
      about.is_killed = about.is_killed || (signals >> (SIGKILL - 1) & 1) != 0;
    }
  }
  about.environment = file_text(folder / "environ");
  return about;
}

inline std::vector<ProcessState> all_processes() {
  std::vector<ProcessState> processes;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    pid_t process = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), process);
    if (error == std::errc() && end == name.data() + name.size()) processes.push_back(state_of(process));
  }
  return processes;
}

/// For a process with one thread.
inline std::vector<pid_t> children_of(pid_t parent) {
  const std::string number = std::to_string(parent);
  std::istringstream words(file_text("/proc/" + number + "/task/" + number + "/children"));
  std::vector<pid_t> children;
  for (pid_t child = 0; words >> child;) {
    if (state_of(child).state != 'Z') children.push_back(child);
  }
  return children;
}

/// Follows the processes that a program starts, beyond the program's end. They have the program's mark in
/// their environment, and become children of this process when their parent ends.
class Descendants {
 public:
  Descendants() { prctl(PR_SET_CHILD_SUBREAPER, 1); }
  ~Descendants() { prctl(PR_SET_CHILD_SUBREAPER, 0); }
  Descendants(const Descendants&) = delete;
  Descendants& operator=(const Descendants&) = delete;

  /// Variable for the program's environment.
  std::string mark() const { return "DESCENT_TRIAL=" + std::to_string(getpid()); }

  /// Waits for the remaining processes of a killed program. Returns the number of survivors: processes that
  /// had not ended, were not killed, and did not end because their parent was gone.
  int survivors() const {
    int survivors = 0;
    for (const ProcessState& orphan : all_processes()) {
      if (orphan.process == getpid() || orphan.environment.find(mark() + '\0') == std::string::npos) continue;
      int status = 0;
      const bool has_ended = end_of(orphan.process, status);
      const bool was_killed = has_ended && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
      const bool gave_up = has_ended && WIFEXITED(status) && WEXITSTATUS(status) != 0;
      if (!orphan.is_over() && !was_killed && !gave_up) ++survivors;
    }
    return survivors;
  }

 private:
  /// False if it does not end; it is then killed.
  static bool end_of(pid_t process, int& status) {
    const auto is_over = [&] {
      const pid_t ended = waitpid(process, &status, WNOHANG);
      return ended == process || (ended < 0 && state_of(process).state == 'X');
    };
    if (comes_true(is_over)) return true;
    kill(process, SIGKILL);
    return false;
  }
};

}  // namespace descent::test
