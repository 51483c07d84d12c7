#include "plots/gnuplot/gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "support/errors.hpp"
#include "support/files/file_descriptor.hpp"

namespace descent {
namespace {

struct Outcome {
  int spawn_error = 0;  ///< of the system, when the program could not be started
  int wait_status = 0;
  std::string words;  ///< what it wrote to standard output and standard error
};

/// Two connected descriptors: what is written to `in` comes out of `out`.
class Pipe {
 public:
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      error_ = errno;
      return;
    }
    out_ = FileDescriptor(ends[0]);
    in_ = FileDescriptor(ends[1]);
  }

  int error() const { return error_; }
  int in() const { return in_.get(); }
  void close_in() { in_.reset(); }

  /// Everything until the last process that could write has ended.
  std::string read_all() {
    close_in();
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {
      const ssize_t count = read(out_.get(), buffer.data(), buffer.size());
      if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EINTR)) return text;
    }
  }

 private:
  FileDescriptor out_;
  FileDescriptor in_;
  int error_ = 0;
};

/// Turns this new process into the program, in the folder, with its words going to `words_end`. It dies with
/// its parent: gnuplot would go on with pictures that nobody gives their names. Comes back when that fails.
void become(const std::filesystem::path& folder, char* const* pointers, int words_end, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A parent that ended before that call sends no signal any more.
  if (getppid() != parent) return;
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) return;
  if (dup2(words_end, STDOUT_FILENO) < 0 || dup2(words_end, STDERR_FILENO) < 0) return;
  if (chdir(folder.c_str()) == 0) execvp(pointers[0], pointers);
}

/// Runs a program from PATH in a folder and waits for it.
Outcome run(const std::filesystem::path& folder, std::array<std::string, 4> words) {
  std::array<char*, 5> pointers{};
  for (std::size_t i = 0; i < words.size(); ++i) pointers[i] = words[i].data();
  Pipe output;
  Pipe error_number;  // closed by a program that has started
  for (const Pipe* pipe : {&output, &error_number}) {
    if (pipe->error() != 0) return {pipe->error(), 0, {}};
  }
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child < 0) return {errno, 0, {}};
  if (child == 0) {
    become(folder, pointers.data(), output.in(), parent);
    const int reason = errno;
    _exit(write(error_number.in(), &reason, sizeof reason) == sizeof reason ? 127 : 126);
  }
  output.close_in();
  Outcome outcome;
  const std::string reason = error_number.read_all();
  if (reason.size() == sizeof outcome.spawn_error)
    std::memcpy(&outcome.spawn_error, reason.data(), reason.size());
  outcome.words = output.read_all();
  while (waitpid(child, &outcome.wait_status, 0) < 0 && errno == EINTR) {
  }
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
