// Notes of the program for people: useful advice in few lines.

#include <filesystem>
#include <fstream>

#include "support/process/processor.hpp"
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

TEST_CASE("program: a run that is much longer than its budget is told of in seconds") {
  TinyExperiment experiment;
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 0.001;
  const ProgramRun run = experiment.run();
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring(" s of wall time, all included, for a budget of 0.001 s: "));
  CHECK_THAT(run.out, !ContainsSubstring("% of its budget"));
}

TEST_CASE("program: of several configurations each says which one it is, and how long the next may take") {
  TinyExperiment experiment;
  const std::string first = experiment.write();
  experiment.config["name"] = "other";
  experiment.config["methods"] = {{{"name", "permuted_dcd"}}};  // converges long before its budget
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 60;
  const std::string second = experiment.write("other.json", experiment.config.dump()).string();
  const ProgramRun run = run_program({"run", first, second, "--out", experiment.path("out"), "--jobs", "2"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("1 of 2: tiny: 6 runs, 6 to do") &&
                          ContainsSubstring("2 of 2: other: 2 runs, 2 to do"));
  // Two seeds of a minute each, on two cores.
  CHECK_THAT(run.err, ContainsSubstring(physical_cores().size() > 1 ? "0:00 to go (1:00 with what follows)"
                                                                    : "0:00 to go (2:00 with what follows)"));
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

TEST_CASE("program: what follows are the wanted runs of the later configurations, on data that is here") {
  const TemporaryFolder nothing;
  const EnvironmentVariable data("DESCENT_DATA", "");
  const EnvironmentVariable cache("DESCENT_CACHE", nothing.path().string());
  TinyExperiment experiment;
  experiment.config["seeds"] = 1;
  std::vector<std::string> words{"run"};
  const auto add = [&](const std::string& name, const Json& methods, const char* axis, double budget) {
    Json config = experiment.config;
    config["name"] = name;
    config["methods"] = methods;
    config.erase("passes");
    config[axis] = budget;
    if (budget == 60) {
      config["real_only"] = true;
      config["datasets"].push_back("a9a");  // is not here
    }
    words.push_back(experiment.write(name + ".json", config.dump()).string());
  };
  const Json wanted = {{"name", "permuted_dcd"}};  // converges long before its budget
  add("first", Json::array({wanted}), "passes", 4);
  add("second", {wanted, {{"name", "nonsmooth_scd"}}}, "cpu_seconds", 60);
  add("third", Json::array({wanted}), "passes", 300);
  add("unwanted", {{{"name", "batch_comid"}}}, "cpu_seconds", 60);
  const ProgramRun run = run_program(
      joined(words, {"--out", experiment.path("out"), "--jobs", "1", "--only", "method=permuted_dcd"}));
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("1 of 3: first: ") && ContainsSubstring("3 of 3: third: "));
  const std::string follows = "with what follows";
  const std::size_t place = run.err.find("0:00 to go (1:00 " + follows + ")");
  REQUIRE(place != std::string::npos);
  CHECK(run.err.find(follows, place + 30) == std::string::npos);
}
