#include "support/process/child_program.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include "support/files/file_descriptor.hpp"

namespace descent {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Turns this new process into the program. Allocates nothing. Comes back when that fails.
void become(const ChildProgram& program, char* const* words, char* const* environment, int input, int output,
            pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);  // the program's own affair
  if (getppid() != parent) return;  // a parent that ended before that call sends no signal any more
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, program.largest_file);
  setrlimit(RLIMIT_FSIZE, &limit);
  if (chdir(program.folder.c_str()) != 0) return;
  if (program.file >= 0) fcntl(program.file, F_SETFD, 0);
  if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0)
    return;
  execvpe(words[0], words, environment);
}

}  // namespace

int run_to_end(ChildProgram program, const std::function<void(std::string_view)>& output) {
  const std::vector<char*> words = pointers_to(program.words);
  const std::vector<char*> environment = pointers_to(program.environment);
  const FileDescriptor input(memfd_create("input", MFD_CLOEXEC));
  int ends[2];
  if (!input.is_open() || pipe2(ends, O_CLOEXEC) != 0) throw_system_error();
  const FileDescriptor pipe(ends[0]);
  FileDescriptor pipe_end(ends[1]);
  input.write_all(program.input);
  lseek(input.get(), 0, SEEK_SET);

  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process < 0) throw_system_error();
  if (process == 0) {
    become(program, words.data(), environment.data(), input.get(), pipe_end.get(), parent);
    _exit(not_started);
  }
  pipe_end.reset();
  std::array<char, 4096> buffer{};
  for (ssize_t count = 1; count != 0;) {
    count = read(pipe.get(), buffer.data(), buffer.size());
    if (count > 0) output({buffer.data(), static_cast<std::size_t>(count)});
    if (count < 0 && errno != EINTR) break;
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace descent
