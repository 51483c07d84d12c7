// A file system on which nothing can be locked.

#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/faults/started_program.hpp"
#include "tests/support/files_in.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: where nothing can be locked, everything else goes on", "[faults]") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::array({Json{{"name", "nonsmooth_scd"}, {"offset", true}}});
  const std::string config = experiment.write();
  REQUIRE(experiment.run({}, "usual").status == 0);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", config, "--out", experiment.path("out"), "--references",
                                 experiment.path("other")},
        {"tune", config, "--references", experiment.path("other")}}) {
    const ProgramRun run = run_to_end(words, experiment.folder(), preloading("no_locks.so"));
    CAPTURE(run.err);
    CHECK(run.status == 0);
  }
  CHECK(runs_without_times(experiment.path("out")) == runs_without_times(experiment.path("usual")));
  CHECK_FALSE(std::filesystem::exists(experiment.path("out/.lock")));

  // A package is unpacked into a folder among the temporary files.
  const std::string package = experiment.path("p.tar.zst");
  REQUIRE(run_program({"pack", experiment.path("usual"), "--out", package}).status == 0);
  const ProgramRun replay = run_to_end({"replay", package}, experiment.folder(), preloading("no_locks.so"));
  CAPTURE(replay.err);
  CHECK(replay.status == 0);
}
