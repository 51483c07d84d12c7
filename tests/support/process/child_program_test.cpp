#include "support/process/child_program.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <thread>

#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {
namespace {

/// A script for /bin/sh in its own folder.
struct Script {
  explicit Script(const std::string& text) {
    program.words = {"sh", "-c", text};
    program.environment = {"PATH=/usr/bin:/bin"};
    program.folder = folder.path();
  }

  ProgramEnd run() {
    return run_measured(
        program, [&](std::string_view text) { return out += text, out.size() < 1000; },
        [&](std::string_view text) { return err += text, true; });
  }

  TemporaryFolder folder;
  ChildProgram program;
  std::string out;
  std::string err;
};

/// A command that lasts for hours, unique on the machine.
std::string long_sleep() {
  return fmt::format("sleep 4324.{}", getpid());
}

/// True if the command is still running.
bool is_there(const std::string& command) {
  std::string pattern = command;
  pattern.replace(pattern.find(' '), 1, ".[");
  pattern.insert(pattern.find('[') + 2, "]");  // else the search would find itself
  Script search(fmt::format("grep -lasE '{}' /proc/[0-9]*/cmdline", pattern));
  return search.run().status == 0 || !search.out.empty();
}

}  // namespace

TEST_CASE("a program's outputs are told apart, and its end is told") {
  Script script("echo one; echo two >&2; cat; exit 3");
  script.program.input = "three\n";
  const ProgramEnd end = script.run();
  CHECK(end.status == 3);
  CHECK_FALSE(end.was_late);
  CHECK(script.out == "one\nthree\n");
  CHECK(script.err == "two\n");
  CHECK(Script("kill -TERM $$").run().status == 128 + 15);
  Script nobody("");
  nobody.program.words = {"/nobody/there"};
  CHECK(nobody.run().status == not_started);
}

TEST_CASE("a program may be ended by a pipe that nobody reads, though its parent is not") {
  const auto before = std::signal(SIGPIPE, SIG_IGN);
  CHECK(Script("kill -PIPE $$; exit 0").run().status == 128 + SIGPIPE);
  std::signal(SIGPIPE, before);
}

TEST_CASE("a program without an interpreter is not read by a shell") {
  Script script("printf 'touch made\\n' >text; chmod +x text");
  REQUIRE(script.run().status == 0);
  script.program.words = {"./text"};
  CHECK(script.run().status == not_started);
  CHECK_FALSE(std::filesystem::exists(script.folder.path() / "made"));
}

TEST_CASE("a program ends where nobody wants to hear more, and at its time, with what it has started") {
  CHECK(Script("yes").run().status == 128 + 9);
  Script late(fmt::format("echo first; ({0} &); {0}", long_sleep()));
  late.program.most_wall_seconds = 0.3;
  const ProgramEnd end = late.run();
  CHECK(end.was_late);
  CHECK(late.out == "first\n");
  Script left(fmt::format("({} &)", long_sleep()));
  CHECK(left.run().status == 0);
  CHECK_FALSE(is_there(long_sleep()));
}

TEST_CASE("what a program leaves behind ends with it, whichever thread has started that") {
  std::thread([] { Script(fmt::format("({} &)", long_sleep())).run(); }).join();
  CHECK_FALSE(is_there(long_sleep()));
}

TEST_CASE("the time of processes that a program does not wait for is counted") {
  Script script(
      "((i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; touch done) &)\n"
      "while [ ! -e done ]; do sleep 0.1; done");
  CHECK(script.run().cpu_seconds > 0.1);
}

TEST_CASE("the time that the system works for a program is counted as well") {
  // Not piped into tail: that would print the times of another shell.
  Script script("dd if=/dev/zero of=/dev/null bs=1 count=200000 2>/dev/null; times >times; tail -n 1 times");
  const double counted = script.run().cpu_seconds;
  // "0m0.050000s 0m0.150000s": user and system time
  const auto seconds_behind = [&](std::size_t from) {
    return std::stod(script.out.substr(script.out.find('m', from) + 1));
  };
  const double of_system = seconds_behind(script.out.find(' '));
  CHECK(of_system > 0);
  CHECK(counted >= seconds_behind(0) + of_system);
}

TEST_CASE("a program that writes a larger file than it may is ended") {
  Script script("exec head -c 3000 /dev/zero >large");
  script.program.largest_file = 2000;
  const ProgramEnd end = script.run();
  CHECK(end.text == "ended by signal 25 (File size limit exceeded)");
  CHECK(std::filesystem::file_size(script.folder.path() / "large") == 2000);
}

TEST_CASE("all that a program has written is read, though it has ended before") {
  std::size_t bytes = 0;
  ChildProgram program;
  program.words = {"sh", "-c", "head -c 60000 /dev/zero"};  // less than a pipe holds
  const ProgramEnd end = run_to_end(program, [&](std::string_view text) {
    if (bytes == 0) usleep(50'000);  // the program ends meanwhile
    bytes += text.size();
  });
  CHECK(end.status == 0);
  CHECK(bytes == 60'000);
}

TEST_CASE("what others start is adopted only while a program is at work") {
  Script("true").run();
  int adopts = 1;
  prctl(PR_GET_CHILD_SUBREAPER, &adopts);
  CHECK(adopts == 0);
}

}  // namespace descent::test
