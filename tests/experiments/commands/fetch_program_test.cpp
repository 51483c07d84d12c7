// descent data fetch: the whole program with a server on 127.0.0.1.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "tests/catch.hpp"
#include "tests/datasets/download/fetch_fixture.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const std::string published_rows = "+1 1:0.5 3:1\n-1 2:1\n";

ProgramRun fetch(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"data", "fetch", "--pause", "0"});
  return run_program(arguments);
}

/// A catalogue of "good" and "better", which exist, "bad", which does not, and "private", which has no
/// source.
void write_four(FetchFixture& fixture) {
  fixture.server.serve("/good", HttpReply{.body = published_rows});
  fixture.server.serve("/better", HttpReply{.body = published_rows + published_rows});
  fixture.write_catalog(
      {fixture.entry("good", {{"urls", {fixture.at_server("good", sha256_of_text(published_rows))}}}),
       fixture.entry("bad", {{"urls", {fixture.at_server("bad")}}}),
       fixture.entry("bad-twin", {{"train", "bad"}, {"urls", {fixture.at_server("bad")}}}),
       fixture.entry("better", {{"urls", {fixture.at_server("better")}}}),
       fixture.entry("private", nlohmann::json::object())});
}

long lines_in(const std::string& text) {
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

TEST_CASE("program: data fetch brings what is asked for and says what is there, twice the same") {
  FetchFixture fixture;
  write_four(fixture);
  const std::string good = fmt::format("{:14} {} (20 B; sha256 as in the catalogue)\n", "good",
                                       (fixture.folder.path() / "good").string());
  const ProgramRun run = fetch({"good", "better", "good"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(run.out == good + fmt::format("{:14} {} (40 B; sha256 as noted when it was fetched)\n", "better",
                                      (fixture.folder.path() / "better").string()));
  CHECK(run.err ==
        fmt::format("good: {}\nbetter: {}\n", fixture.server.url("/good"), fixture.server.url("/better")));
  CHECK(file_text(fixture.folder.path() / "good") == published_rows);

  const ProgramRun again = fetch({"good"});
  CHECK(again.status == 0);
  CHECK(again.out == good);
  CHECK(again.err.empty());
  CHECK(fixture.server.requests().size() == 2);
  const ProgramRun info = run_program({"data", "info", "good"});
  CHECK_THAT(info.out, ContainsSubstring("2 rows x 3 features"));
}

TEST_CASE("program: data fetch --all keeps what it got when another fails, and tells each failure once") {
  FetchFixture fixture;
  write_four(fixture);
  const ProgramRun run = fetch({"--all", "--quiet"});
  CHECK(run.status == 1);
  CHECK(run.out.empty());
  CHECK(run.err == fmt::format("descent: bad, bad-twin: {}: {} answers with HTTP status 404\n",
                               fixture.server.url("/bad"), fixture.server.host()));
  CHECK(file_text(fixture.folder.path() / "good") == published_rows);
  CHECK(file_text(fixture.folder.path() / "better") == published_rows + published_rows);
  const ProgramRun loud = fetch({"--all"});
  CHECK(loud.status == 1);
  CHECK(lines_in(loud.out) == 2);  // datasets that exist
  const ProgramRun source = fetch({"private"});
  CHECK(source.status == 1);
  CHECK(source.err == "descent: private: there is no public source of private; Ask the author.\n");
}

TEST_CASE("program: data fetch refuses wrong arguments before it does anything") {
  FetchFixture fixture;
  write_four(fixture);
  struct Mistake {
    std::vector<std::string> arguments;
    std::string message;
  };
  const std::vector<Mistake> mistakes{
      {{"good", "goood"},
       "descent: unknown dataset 'goood', did you mean 'good'? (known: good, bad, bad-twin, "},
      {{}, "descent: no dataset given\nusage: descent data fetch NAME... or --all"},
      {{"good", "--all"}, "descent: --all leaves no names to give"},
      {{"good", "--timeout", "0"}, "descent: --timeout must be from 0.001 to 86400 seconds, got 0"},
      {{"good", "--timeout", "nan"}, "descent: --timeout must be from 0.001 to 86400 seconds, got nan"},
      {{"good", "--stall", "0.5"}, "descent: --stall must be from 1 to 86400 seconds, got 0.5"},
      {{"good", "--attempts", "0"}, "descent: --attempts must be >= 1, got 0"},
      {{"good", "--pause", "-1"}, "descent: --pause must be from 0 to 86400 seconds, got -1"},
      {{"good", "--max-time", "0"}, "descent: --max-time must be from 1 to 86400 seconds, got 0"},
      {{"good", "--max-size", "much"}, "descent: --max-size must be bytes > 0, as in 512M or 2G, got 'much'"},
      {{"good", "--timeout", "soon"}, "descent: --timeout: must be a number, got \"soon\""},
      {{"good", "--fast"}, "descent: unrecognised option '--fast'"},
  };
  for (const Mistake& mistake : mistakes) {
    std::vector<std::string> arguments{"data", "fetch"};
    arguments.insert(arguments.end(), mistake.arguments.begin(), mistake.arguments.end());
    const ProgramRun run = run_program(arguments);
    CHECK(run.status == 2);
    CHECK_THAT(run.err, StartsWith(mistake.message));
  }
  CHECK(fixture.server.requests().size() == 0);
  const ProgramRun help = fetch({"--help"});
  CHECK(help.status == 0);
  CHECK_THAT(help.out, StartsWith("usage: descent data fetch NAME...|--all [OPTION...]\n"));
}

TEST_CASE("program: without a network data fetch says so in one line") {
  FetchFixture fixture;
  const SilentPort silent;
  const SilentPort silent_too;
  std::vector<nlohmann::json> entries;
  for (const int port : {silent.number(), silent_too.number(), silent.number()}) {
    const std::string name = fmt::format("set{}", entries.size());
    const std::string url = fmt::format("http://127.0.0.1:{}/{}", port, name);
    entries.push_back(fixture.entry(name, {{"urls", {{{"file", name}, {"url", url}}}}}));
  }
  fixture.write_catalog(entries);
  const ProgramRun run = fetch({"--all", "--timeout", "0.2"});
  CHECK(run.status == 1);
  CHECK(run.out.empty());
  CHECK(lines_in(run.err) == 1);
  CHECK_THAT(run.err, StartsWith("descent: set0, set1, set2: no network: 127.0.0.1:"));
  for (const SilentPort* const port : {&silent, &silent_too})
    CHECK_THAT(run.err, ContainsSubstring(fmt::format("127.0.0.1:{}", port->number())));
  CHECK_THAT(run.err, ContainsSubstring(" cannot be reached (no answer within 0.2 s)\n"));
}

TEST_CASE("program: a data fetch that is killed is continued by the next") {
  FetchFixture fixture;
  const std::string body = some_bytes(200'000);
  fixture.server.serve("/small", [&](const HttpRequest& request) {
    HttpReply reply{.body = body};
    if (request.number == 1) {
      reply.cut_after = 150'000;
      reply.trickle = true;
    }
    return reply;
  });
  fixture.write_catalog(
      {fixture.entry("small", {{"urls", {fixture.at_server("small", sha256_of_text(body))}}})});
  const std::string partial = shell_quoted((fixture.folder.path() / ".small.download").string());
  const std::string stop = GENERATE("-9 $program", "-INT $program");
  const ProgramRun killed = run_script(
      "env --default-signal=INT " + program_words({"data", "fetch", "small"}) + " & program=$!\n" +
      "until [ \"$(stat -c %s " + partial + " 2>/dev/null)\" -ge 150000 ] 2>/dev/null; do sleep 0.01; " +
      "kill -0 $program || exit 3; done\nkill " + stop + "; wait $program");
  CHECK(killed.status == (stop == "-9 $program" ? 137 : 130));
  CHECK_FALSE(std::filesystem::exists(fixture.folder.path() / "small"));
  const ProgramRun run = fetch({"small"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK((file_text(fixture.folder.path() / "small") == body));
  REQUIRE(fixture.server.requests("/small").size() == 2);
  CHECK_THAT(fixture.server.requests("/small")[1].range, StartsWith("bytes=150"));
  CHECK_THAT(run.err, ContainsSubstring("small: asks for the rest, from byte 150"));
  CHECK_THAT(run.out, ContainsSubstring(" (200.0 kB; sha256 as in the catalogue)\n"));
}

TEST_CASE("program: data fetch waits as long as --pause asks for, beyond its own longest pause") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.status = 503});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}})});
  const ProgramRun stopped =
      run_script(program_words({"data", "fetch", "small", "--pause", "600"}) + " 2>err & program=$!\n" +
                     "until grep -q 'next attempt' err; do sleep 0.01; kill -0 $program || exit 3; done\n" +
                     "kill -TERM $program; wait $program; cat err",
                 fixture.folder.path());
  CHECK_THAT(stopped.out, ContainsSubstring("answers with HTTP status 503; next attempt in 600.0 s\n"));
}

TEST_CASE("program: data fetch shows curl's meter on a terminal, and none in a log") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = published_rows});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}}),
                         fixture.entry("bad", {{"urls", {fixture.at_server("bad")}}})});
  const ProgramRun log = fetch({"small"});
  CHECK(log.err == fmt::format("small: {}\n", fixture.server.url("/small")));
  std::filesystem::remove(fixture.folder.path() / "small");
  const ProgramRun terminal =
      run_script("script -qec " + shell_quoted(program_words({"data", "fetch", "--all"})) + " /dev/null");
  CHECK(terminal.status == 1);
  CHECK_THAT(terminal.out, ContainsSubstring("% Total"));
  CHECK_THAT(terminal.out, ContainsSubstring("\r100    20  100    20"));
  CHECK_THAT(terminal.out, ContainsSubstring("descent: bad: "));
  CHECK(terminal.out.find("curl: (") == std::string::npos);  // our message suffices
}

TEST_CASE("program: data fetch is not done where the name is no file, and sends no control characters") {
  FetchFixture fixture;
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}}),
                         fixture.entry("odd", {{"description", "a\x1b[31mb\nc"}})});
  std::filesystem::create_directory(fixture.folder.path() / "small");
  const ProgramRun run = fetch({"--quiet", "small", "odd"});
  CHECK(run.status == 1);
  CHECK(run.err == fmt::format("descent: small: {}: is there, but is no file; remove it\n"
                               "descent: odd: there is no public source of odd; a\\x1b[31mb\\x0ac\n",
                               (fixture.folder.path() / "small").string()));
}
