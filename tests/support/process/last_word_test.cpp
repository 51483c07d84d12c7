#include "support/process/signal_watch.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

/// A process's status and its standard error.
struct End {
  int status;
  std::string err;
};

/// Runs `act` in a process whose signals have their default actions; it exits with 7 if `act` returns.
template <class Act>
End end_of_process(Act act) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "err";
  const pid_t process = fork();
  if (process == 0) {
    if (std::freopen(file.c_str(), "w", stderr) == nullptr) _exit(3);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, SIG_DFL);
    act();
    _exit(7);
  }
  int status = 0;
  waitpid(process, &status, 0);
  return {status, test::file_text(file)};
}

}  // namespace

TEST_CASE("a signal ends the process with one line of last words") {
  const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
  const End end = end_of_process([&] {
    give_last_word("all is kept");
    raise(signal);
  });
  REQUIRE(WIFSIGNALED(end.status));
  CHECK(WTERMSIG(end.status) == signal);
  CHECK(end.err == "descent: stopped by a signal (" + std::string(strsignal(signal)) + "); all is kept\n");
}

TEST_CASE("two signals at once end it with one line") {
  const End end = end_of_process([] {
    give_last_word("all is kept");
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGINT);
    sigaddset(&both, SIGTERM);
    sigprocmask(SIG_BLOCK, &both, nullptr);
    raise(SIGINT);
    raise(SIGTERM);
    sigprocmask(SIG_UNBLOCK, &both, nullptr);
  });
  CHECK(WIFSIGNALED(end.status));
  CHECK(std::count(end.err.begin(), end.err.end(), '\n') == 1);
}

TEST_CASE("a child says nothing, and an ignored signal stays ignored") {
  const End end = end_of_process([] {
    std::signal(SIGHUP, SIG_IGN);
    give_last_word("all is kept");
    raise(SIGHUP);
    const pid_t child = fork();
    if (child == 0) {
      raise(SIGTERM);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    _exit(WIFSIGNALED(status) ? 7 : 1);
  });
  CHECK(WIFEXITED(end.status));
  CHECK(WEXITSTATUS(end.status) == 7);
  CHECK(end.err.empty());
}
