// Checks of a results folder: whose it is, what a drawing replaces, damaged runs.

#include <sys/stat.h>

#include <fstream>

#include "experiments/run/folder_check.hpp"
#include "support/files/own_files.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/error_of.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: what is not drawn any more is removed, selections and files of the user stay") {
  TinyExperiment experiment;
  experiment.config["lambdas"] = {"1/m", "0.1/m", "0.01/m"};
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path out = experiment.path("out");
  REQUIRE(run_program({"plot", out.string(), "--only", "method=batch_comid"}).status == 0);
  REQUIRE(run_program({"report", out.string(), "--quiet"}).status == 0);
  experiment.write("out/figures/own.pdf", "my own");
  experiment.write("out/tables/.time_to_target.md.partial-6b543679", "of a killed drawing");
  experiment.config["lambdas"] = {"1/m"};
  REQUIRE(experiment.run().status == 0);
  const std::string stale = (out / "figures/gnuplot/tiny-lambda-path.svg").string();
  for (const std::string& gone : {stale, (out / "tables/.time_to_target.md.partial-6b543679").string()})
    CHECK_FALSE(std::filesystem::exists(gone));
  for (const char* const name :
       {"figures/own.pdf", "selections/method_batch_comid/gnuplot/tiny.svg", "report.html"})
    CHECK(std::filesystem::exists(out / name));
  CHECK_THAT(run_program({"plot", out.string()}).err, ContainsSubstring("of other settings, data or code"));
}

TEST_CASE("program: every command names a damaged run, and `run` runs it again") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::filesystem::path out = experiment.path("out");
  const std::filesystem::path run = run_files_in(out).front();
  for (const auto& file : {run, provenance_file(out, run.stem().string())}) {
    std::ofstream(file) << "cut off";
    const std::string told = file.string() + ": damaged, run again\n";
    for (const char* const command : {"plot", "verify", "report", "replay"}) {
      CAPTURE(command);
      const ProgramRun read = run_program({command, out.string()});
      CHECK(read.status == (std::string(command) == "replay" ? 1 : 2));
      CHECK_THAT(read.err, ContainsSubstring(told));
    }
    const ProgramRun mended = experiment.run({"--quiet"});
    CHECK(mended.status == 0);
    CHECK(mended.err == "descent: " + told);
    CHECK(run_program({"replay", out.string()}).status == 0);
  }
}

TEST_CASE("a folder with the results of another name is not taken over, of whichever kind they are") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& name, ResultsKind kind) {
    return error_of([&] { require_folder_of(name, "x.json", folder.path(), kind); }, "");
  };
  OwnFiles(folder.path()).write("crossvalidation.json", R"({"config": {"name": "other"}})");
  CHECK_THAT(refusal("mine", ResultsKind::runs), ContainsSubstring(": holds the results of \"other\"; give"));
  CHECK_THAT(refusal("other", ResultsKind::runs),
             ContainsSubstring(": holds the cross-validation \"other\"; give"));
  CHECK(refusal("other", ResultsKind::crossvalidation).empty());
}

TEST_CASE("a folder that is not there has a quick run beside it, with or without a slash at its end") {
  const TemporaryFolder folder;
  CHECK_NOTHROW(require_results_folder(folder.path() / "mine"));
  std::filesystem::create_directory(folder.path() / "mine-quick");
  for (const char* const name : {"mine", "mine/"})
    CHECK_THROWS_WITH(require_results_folder(folder.path() / name),
                      ContainsSubstring("/mine-quick, of a run with --quick, is"));
}

TEST_CASE("program: an older manifest in the place of a newer one is sound, and the newer runs are noted") {
  TinyExperiment experiment;
  experiment.config["seeds"] = 1;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::string older = file_text(experiment.path("out/manifest.json"));
  experiment.config["seeds"] = 2;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  experiment.write("out/manifest.json", older);
  const ProgramRun replayed = run_program({"replay", experiment.path("out")});
  CHECK_THAT(
      replayed.err,
      ContainsSubstring(experiment.path("out/runs") +
                        ": 3 runs of other settings, data or code, or of a newer manifest, are not used\n"));
  CHECK_THAT(replayed.out, EndsWith("3 runs: 3 equal\n"));
  CHECK_THAT(experiment.run({"--quiet"}).err, !ContainsSubstring("repeated"));
}
