// descent data fetch: the whole program with a server on 127.0.0.1.

#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/datasets/download/fetch_fixture.hpp"
#include "tests/experiments/program_run.hpp"

using namespace descent;
using namespace descent::test;

namespace {

const std::string rows = "+1 1:0.5 3:1\n-1 2:1\n";

/// A catalogue of "good", which exists, "bad", which does not, "wrong", with another checksum, and "private",
/// which has no source.
void write_four(FetchFixture& fixture) {
  fixture.server.serve("/good", {.body = rows});
  fixture.server.serve("/wrong", {.body = rows});
  fixture.write_catalog(
      {fixture.entry("wrong", {{"urls", {fixture.at_server("wrong", std::string(64, '0'))}}}),
       fixture.entry("bad", {{"urls", {fixture.at_server("bad")}}}),
       fixture.entry("good", {{"urls", {fixture.at_server("good", sha256_of(rows))}}}),
       fixture.entry("private", nlohmann::json::object())});
}

}  // namespace

TEST_CASE("program: data fetch brings what is asked for and prints where it is, twice the same") {
  FetchFixture fixture;
  write_four(fixture);
  for (int time = 0; time < 2; ++time) {
    const ProgramRun run = run_program({"data", "fetch", "good"});
    CHECK(run.status == 0);
    CHECK(run.out == fmt::format("{:14} {} (0.0 MB)\n", "good", (fixture.folder.path() / "good").string()));
    CHECK(run.err == (time == 0 ? fmt::format("good: {}\n", fixture.server.url("/good")) : ""));
  }
  CHECK(fixture.server.requests("/good").size() == 1);
}

TEST_CASE("program: data fetch --all keeps what it got when others fail, and its status says how") {
  FetchFixture fixture;
  write_four(fixture);
  const ProgramRun all = run_program({"data", "fetch", "--all"});
  CHECK(all.status == 2);
  CHECK_THAT(all.err, ContainsSubstring(fmt::format("descent: wrong: {}: expected SHA256 {}, got {}; nothing "
                                                    "of it is kept\n",
                                                    fixture.server.url("/wrong"), std::string(64, '0'),
                                                    sha256_of(rows))) &&
                          ContainsSubstring("descent: bad: bad could not be downloaded; "));
  CHECK(fixture.names() == std::vector<std::string>{"good"});
  CHECK(run_program({"data", "fetch", "bad"}).status == 1);
  const ProgramRun source = run_program({"data", "fetch", "private"});
  CHECK(source.status == 1);
  CHECK(source.err == "descent: private: there is no public source of private; Ask the author.\n");
}

TEST_CASE("program: data fetch refuses wrong arguments before it does anything") {
  FetchFixture fixture;
  write_four(fixture);
  for (const auto& [argument, message] : std::vector<std::pair<std::string, std::string>>{
           {"goood", "'goood': no such file or dataset, did you mean 'good'? (datasets: wrong, bad, good, "},
           {"--all", "give names or --all\nusage: descent data fetch NAME... or --all"},
           {"--fast", "unrecognised option '--fast'"}}) {
    const ProgramRun run = run_program({"data", "fetch", "good", argument});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, StartsWith("descent: " + message));
  }
  CHECK(run_program({"data", "fetch"}).status == 2);
  CHECK(fixture.server.requests("/good").empty());
  CHECK_THAT(run_program({"data", "fetch", "--help"}).out,
             StartsWith("usage: descent data fetch NAME...|--all"));
}

TEST_CASE("program: without curl data fetch says what to install") {
  FetchFixture fixture;
  write_four(fixture);
  const ProgramRun run = run_script("PATH=/nowhere " + program_words({"data", "fetch", "good"}));
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("curl cannot be started; install the package curl"));
}
