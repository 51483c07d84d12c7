// Notes of the program for people: useful advice in few lines.

#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: data info reads files of targets, and says which label is positive") {
  const TemporaryFolder folder;
  const auto targets = folder.write("targets", "0.5 1:1\n-2 1:2\n7 2:1\n").string();
  const ProgramRun regression = run_program({"data", "info", targets});
  CHECK(regression.status == 0);
  CHECK_THAT(regression.out, ContainsSubstring("targets  from -2 to 7\n"));
  const auto classes = folder.write("classes", "1 1:1\n2 1:2\n2 2:1\n").string();
  CHECK_THAT(run_program({"data", "info", classes}).out,
             ContainsSubstring("classes  +1 is label 2 (2 rows), -1 is label 1 (1 rows)\n"));
  check_refused(run_program({"data", "info", classes, "--positive", "3"}), "3");
  const auto broken = folder.write("broken", "1 1:x\n").string();
  check_refused(run_program({"data", "info", broken}), broken + ":1:");
}

TEST_CASE("program: what stands in for data without a public source is not advised to be fetched") {
  const TemporaryFolder nothing;
  const EnvironmentVariable data("DESCENT_DATA", "");
  const EnvironmentVariable cache("DESCENT_CACHE", nothing.path().string());
  TinyExperiment experiment;
  experiment.config["datasets"] = "abalone";
  experiment.config["loss"] = "epsilon_insensitive";
  experiment.config["methods"] = {{"name", "svr_dual_cd"}};
  const ProgramRun run = experiment.run({"--dry-run"});
  CHECK_THAT(run.out, ContainsSubstring("abalone: stand-in: ") &&
                          ContainsSubstring("; `descent data list` says where the data comes from\n") &&
                          !ContainsSubstring("data fetch"));
}

TEST_CASE("program: standardised columns without an intercept are told of") {
  TinyExperiment experiment;
  experiment.config["standardize"] = true;
  const std::string note = "columns have mean 0 and there is no intercept; \"bias\": 1 adds one\n";
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring(note));
  experiment.config["bias"] = 1;
  CHECK_THAT(experiment.run({"--dry-run"}).out, !ContainsSubstring(note));
}

TEST_CASE("program: untuned steps are told with loss and variant") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = "l1";
  experiment.config["methods"] =
      Json::parse(R"([{"name": "batch_comid"}, {"name": "batch_comid", "average": true}])");
  const std::string out = experiment.run({"--dry-run"}).out;
  const std::string problem = experiment.data() + ", hinge + l1, 1/m: batch_comid ";
  CHECK_THAT(out, ContainsSubstring(problem + "step = 1 (default"));
  CHECK_THAT(out, ContainsSubstring(problem + "average=true step = 1 (default"));
}

TEST_CASE("program: of several configurations each that has wanted runs says which one it is") {
  TinyExperiment experiment;
  std::vector<std::string> words{"run"};
  for (const char* const name : {"first", "unwanted", "second"}) {
    experiment.config["name"] = name;
    const bool is_wanted = name != std::string("unwanted");
    experiment.config["methods"] = {{{"name", is_wanted ? "permuted_dcd" : "batch_comid"}}};
    words.push_back(experiment.write(std::string(name) + ".json", experiment.config.dump()).string());
  }
  const ProgramRun run =
      run_program(joined(words, {"--out", experiment.path("out"), "--only", "method=permuted_dcd"}));
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("1 of 2: first: 2 runs, 2 to do") &&
                          ContainsSubstring("2 of 2: second: 2 runs, 2 to do"));
}

TEST_CASE("program: who asks for the folder of a full run is told of that of a quick one") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.path() / "results/figure1-quick");
  const std::string message =
      "descent: results/figure1: is not there; results/figure1-quick, of a run with --quick, is\n";
  const std::string claims = std::filesystem::absolute("configs/claims/tao2013.json").string();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"plot", "results/figure1"},
                                             {"verify", "results/figure1", "--claims", claims},
                                             {"replay", "results/figure1"}}) {
    CAPTURE(words.front());
    const ProgramRun run = run_program(words, folder.path());
    CHECK(run.status == 2);
    CHECK(run.err == message);
  }
}
