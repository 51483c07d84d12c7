#include "support/process/child_program.hpp"

#include <string>
#include <thread>

#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {
namespace {

/// A script for /bin/sh, in a folder of its own.
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

TEST_CASE("a program without an interpreter is not read by a shell") {
  Script script("printf 'touch made\\n' >text; chmod +x text");
  REQUIRE(script.run().status == 0);
  script.program.words = {"./text"};
  CHECK(script.run().status == not_started);
  CHECK_FALSE(std::filesystem::exists(script.folder.path() / "made"));
}

TEST_CASE("a program ends where nobody wants to hear more, and at its time, with what it has started") {
  CHECK(Script("yes").run().status == 128 + 9);
  Script late("echo first; (sleep 4324 &); sleep 4324");
  late.program.most_wall_seconds = 0.3;
  const ProgramEnd end = late.run();
  CHECK(end.was_late);
  CHECK(late.out == "first\n");
  Script left("(sleep 4324 &)");
  CHECK(left.run().status == 0);
  Script search("grep -lasE 'sleep.[4]324' /proc/[0-9]*/cmdline");
  CHECK(search.run().status != 0);
  CHECK(search.out.empty());
}

TEST_CASE("what a program leaves behind ends with it, whichever thread has started that") {
  std::thread([] { Script("(sleep 4325 &)").run(); }).join();
  Script search("grep -lasE 'sleep.[4]325' /proc/[0-9]*/cmdline");
  CHECK(search.run().status != 0);
  CHECK(search.out.empty());
}

TEST_CASE("the time of processes that a program does not wait for is counted") {
  Script script(
      "((i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; touch done) &)\n"
      "while [ ! -e done ]; do sleep 0.1; done");
  CHECK(script.run().cpu_seconds > 0.1);
}

}  // namespace descent::test
