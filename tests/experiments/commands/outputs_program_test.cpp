// Outputs of all commands: nothing of the user's is replaced without a word.

#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/faults/started_program.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"

using namespace descent;
using namespace descent::test;

namespace {

using Words = std::vector<std::string>;

/// Arguments in which "@" stands for the experiment's folder.
Words placed(Words words, const TinyExperiment& experiment) {
  for (std::string& word : words)
    for (std::size_t at; (at = word.find('@')) != std::string::npos;)
      word.replace(at, 1, experiment.folder().string());
  return words;
}

}  // namespace

TEST_CASE("program: in a folder, a file that descent did not write stops a command before any work") {
  struct Case {
    std::string file;  ///< of the user, in out/
    Words words;
  };
  const Words run{"run", "@/tiny.json", "--out", "@/out"};
  const Words tune{"tune", "@/tiny.json", "--out", "@/out"};
  std::vector<Case> cases{{"trials", tune}};
  for (const char* const file :
       {"runs.csv", "curves.csv", "manifest.json", "decision.json", "files.txt", "figures/gnuplot/tiny.svg",
        "figures/tiny.caption.txt", "tables/time_to_target.csv", "tables/notes"})
    cases.push_back({file, run});
  for (const auto& [file, words] : cases) {
    CAPTURE(file);
    TinyExperiment experiment;
    experiment.config["regularizer"] = "l1";  // so that there is a constant to tune
    experiment.config["methods"] = Json::parse(R"([{"name": "batch_comid"}])");
    experiment.write();
    const std::filesystem::path mine = experiment.path("out/" + file);
    std::filesystem::create_directories(mine.parent_path());
    std::ofstream(mine) << "mine";
    const ProgramRun refused = run_program(placed(words, experiment));
    check_refused(refused, mine.string() + ": ");
    CHECK(file_text(mine) == "mine");
    CHECK_FALSE(std::filesystem::exists(experiment.path("out/runs")));
  }
}

TEST_CASE("program: links, folders and pipes in a results folder are not followed or replaced") {
  for (const char* const name : {"figures", "tables", "runs", "provenance", "curves.csv", "manifest.json"}) {
    CAPTURE(name);
    const TinyExperiment experiment;
    std::filesystem::create_directories(experiment.path("elsewhere"));
    std::filesystem::create_directories(experiment.path("out"));
    std::filesystem::create_symlink(experiment.path("elsewhere"), experiment.path("out/") + name);
    check_refused(experiment.run({"--quiet"}), experiment.path("out/") + name + ": is ");
    CHECK(std::filesystem::is_empty(experiment.path("elsewhere")));
  }
}

TEST_CASE("program: two configurations of one name do not share a folder") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  experiment.write("other.json", file_text(experiment.path("tiny.json")));
  check_refused(run_program({"run", experiment.path("other.json"), "--out", experiment.path("out")}),
                experiment.path("out") + ": holds the results of " + experiment.path("tiny.json"));
  // A configuration that was moved goes on.
  std::filesystem::rename(experiment.path("tiny.json"), experiment.path("moved.json"));
  CHECK(run_program({"run", experiment.path("moved.json"), "--quiet", "--out", experiment.path("out"),
                     "--references", experiment.path("references")})
            .status == 0);
}

TEST_CASE("program: optima go into the folder that --out names, and its records are relative to it") {
  const TinyExperiment experiment;
  REQUIRE(run_program({"run", experiment.write(), "--quiet", "--out", experiment.path("out")}).status == 0);
  CHECK_FALSE(std::filesystem::exists(experiment.path("references")));
  const Json manifest = read_json(experiment.path("out/manifest.json"));
  for (const Json& optimum : manifest["references"])
    CHECK(std::filesystem::exists(experiment.path("out") / std::filesystem::path(optimum["file"])));
}

TEST_CASE("program: a file that the user names is never an input, a record, data or read-only") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  experiment.write("program", R"(#!/bin/sh
echo '{"protocol": 1, "name": "p", "version": "1", "solves": [{"loss": "hinge", "regularizer": "l2"}]}'
)");
  std::filesystem::permissions(experiment.path("program"), std::filesystem::perms(0755));
  experiment.write("labels", "1\n-1\n");
  experiment.write("table.csv", "a,b\n1,2\n3,4\n");
  experiment.write("claims.json", "{}");
  experiment.write("page.html", "mine");
  experiment.write("locked", "mine");
  std::filesystem::permissions(experiment.path("locked"), std::filesystem::perms(0444));
  std::filesystem::create_directory(experiment.path("data"));
  experiment.write("data/a9a", file_text(experiment.data()));
  std::filesystem::create_symlink(experiment.data(), experiment.path("link"));
  std::filesystem::create_hard_link(experiment.data(), experiment.path("second"));
  const std::string run = "out/runs/" + versions_in(experiment.path("out/runs")).begin()->first;
  const std::string optimum = "references/" + versions_in(experiment.path("references")).begin()->first;
  const Words solve{"solve",         "--dataset", "@/tiny",   "--loss", "hinge",
                    "--regularizer", "l2",        "--lambda", "0.1"};
  struct Case {
    Words words;
    std::string kept;  ///< by the command that is refused
  };
  std::vector<Case> cases{
      {joined(solve, {"--out", "@/tiny"}), "tiny"},
      {joined(solve, {"--out", "@/./tiny"}), "tiny"},
      {joined(solve, {"--out", "@/link"}), "tiny"},
      {joined(solve, {"--out", "@/second"}), "tiny"},
      {joined(solve, {"--out", "@/data/a9a"}), "data/a9a"},
      {joined(solve, {"--out", "@/tiny.json"}), "tiny.json"},
      {joined(solve, {"--read", "labels=@/labels", "--out", "@/labels"}), "labels"},
      {{"solve", "--dataset", "@/table.csv", "--read", "labels=labels", "--loss", "hinge", "--regularizer",
        "l2", "--lambda", "0.1", "--out", "@/labels"},
       "labels"},
      {joined(solve, {"--method", "program", "--set", "program=@/program", "--out", "@/program"}), "program"},
      {{"verify", "@/out", "--claims", "@/claims.json", "--json", "@/claims.json"}, "claims.json"},
      {{"report", "@/out", "--claims", "@/page.html", "--out", "@/page.html"}, "page.html"}};
  for (const std::string& record : {std::string("out/manifest.json"), std::string("out/curves.csv"),
                                    std::string("out/runs.csv"), run, optimum, std::string("locked")}) {
    cases.push_back({{"verify", "@/out", "--json", "@/" + record}, record});
    cases.push_back({joined(solve, {"--out", "@/" + record}), record});
  }
  for (const auto& [words, kept] : cases) {
    CAPTURE(words, kept);
    const std::string before = file_text(experiment.path(kept));
    REQUIRE(!before.empty());
    const ProgramRun refused = run_script("DESCENT_DATA=" + shell_quoted(experiment.path("data")) + ' ' +
                                          program_words(placed(words, experiment)));
    CAPTURE(refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err,
               ContainsSubstring("write to another file") || ContainsSubstring("has no write permission"));
    CHECK(file_text(experiment.path(kept)) == before);
  }
}

TEST_CASE("program: output goes into devices, pipes and where links lead, and /dev/stdout stays a device") {
  const TinyExperiment experiment;
  const std::string solve = program_words(
      {"solve", "--dataset", experiment.data(), "--regularizer", "l2", "--lambda", "0.1", "--out"});
  const auto weights = [&](const std::string& script) {
    const ProgramRun run = run_script("cd " + shell_quoted(experiment.folder().string()) + " && " + script);
    CAPTURE(run.err);
    CHECK(run.status == 0);
    return run.out;
  };
  weights(solve + " w");
  const std::string expected = file_text(experiment.path("w"));
  CHECK(!expected.empty());
  CHECK_THAT(weights(solve + " /dev/stdout > f; cat f"), ContainsSubstring(expected));
  CHECK_THAT(weights(solve + " /dev/stdout | cat"), ContainsSubstring(expected));
  CHECK_THAT(weights("mkfifo p; cat p & " + solve + " p >/dev/null; wait"), ContainsSubstring(expected));
  weights(solve + " /dev/null");
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK(std::filesystem::is_symlink("/dev/stdout"));
  std::filesystem::create_symlink("w2", experiment.path("l"));
  weights(solve + " l");
  CHECK(std::filesystem::is_symlink(experiment.path("l")));
  CHECK(file_text(experiment.path("w2")) == expected);
}

TEST_CASE("program: a signal leaves no unfinished file behind") {
  for (const int signal : {SIGTERM, SIGINT}) {
    const TinyExperiment experiment;
    StartedProgram program(
        built_program(),
        {"solve", "--dataset", experiment.data(), "--lambda", "1e-9", "--method", "nonsmooth_scd",
         "--regularizer", "l2", "--cpu-seconds", "60", "--out", experiment.path("w")},
        experiment.folder());
    const auto is_writing = [&] { return files_in(experiment.folder()) > 1; };
    REQUIRE(comes_true([&] { return is_writing() || program.has_ended(); }));
    program.end_by(signal);
    CHECK(files_in(experiment.folder()) == 1);
  }
}
