// "real_only": every command leaves out datasets without files, with the same words.

#include <filesystem>
#include <fstream>

#include "support/records/manifest.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A catalogue of `here` with a file, `away` with a stand-in and an address, and `nowhere` with neither; a
/// "real_only" configuration of all three.
struct RealOnly : TinyExperiment {
  RealOnly() {
    const Json here{{"name", "here"},
                    {"title", "A title"},
                    {"description", "Ask the author."},
                    {"task", "classification"},
                    {"train", "here"}};
    Json away = here;
    away.update(
        {{"name", "away"},
         {"train", "away"},
         {"test", "away.t"},
         {"urls", {{{"file", "away"}, {"url", "http://127.0.0.1:1/away"}}}},
         {"stand_in",
          {{"generator", "plane"}, {"train_rows", 30}, {"test_rows", 0}, {"features", 2}, {"seed", 1}}}});
    Json nowhere = here;
    nowhere.update({{"name", "nowhere"}, {"train", "nowhere"}});
    write("catalog.json", Json{{"datasets", {here, away, nowhere}}}.dump());
    std::filesystem::create_directory(path("data"));
    write("data/here", tiny_data());
    config["datasets"] = {"here", "nowhere", {{"name", "away"}, {"rows", 20}}};
    config["methods"][1]["datasets"] = "nowhere";
    config["real_only"] = true;
  }

  EnvironmentVariable catalog{"DESCENT_CATALOG", path("catalog.json")};
  EnvironmentVariable data_folder{"DESCENT_DATA", path("data")};
  EnvironmentVariable cache{"DESCENT_CACHE", path("cache")};
};

const std::string left_out =
    "  nowhere: left out, its files are not here; `descent data list` says where the data comes from\n"
    "  away 20 rows: left out, its files are not here; `descent data fetch away` gets the data, if it can be "
    "had\n";

}  // namespace

TEST_CASE("program: a real_only configuration runs on the datasets that are there as files") {
  const RealOnly experiment;
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring(left_out + "tiny: 4 runs: 4 to do\n"));
  const ProgramRun run = experiment.run({"--require-real"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring(left_out + "tiny: 4 runs, 4 to do"));
  const Manifest manifest = read_manifest(experiment.path("out"));
  REQUIRE(manifest.left_out.size() == 2);
  CHECK(manifest.left_out[0].dataset == "nowhere");
  CHECK(manifest.left_out[1].dataset == "away 20 rows");
  REQUIRE(manifest.datasets.size() == 1);
  CHECK(manifest.datasets.front().name == "here");
  CHECK(manifest.runs.size() == 4);
  for (const char* command : {"tune", "reference"}) {
    const ProgramRun other =
        run_program({command, experiment.write(), "--references", experiment.path("references")});
    CAPTURE(command, other.err);
    CHECK(other.status == 0);
    CHECK(other.out.starts_with(left_out));
  }
}

TEST_CASE("program: a dataset that a real_only configuration left out takes part once its file is there") {
  const RealOnly experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  experiment.write("data/nowhere", tiny_data(2));
  const ProgramRun run = experiment.run();
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("tiny: 10 runs, 6 to do"));
  const auto left_out = read_manifest(experiment.path("out")).left_out;
  REQUIRE(left_out.size() == 1);
  CHECK(left_out[0].dataset == "away 20 rows");
}

TEST_CASE("program: half of a dataset, a wrong path and no dataset at all are errors under real_only") {
  RealOnly experiment;
  experiment.write("data/away.t", tiny_data());
  const ProgramRun half = experiment.run();
  CHECK(half.status == 2);
  CHECK_THAT(half.err, ContainsSubstring("tiny.json: /datasets/2: dataset 'away': no file away (or with"));
  std::filesystem::remove(experiment.path("data/away.t"));
  experiment.config["datasets"][1] = "./nowhere";
  experiment.config["methods"].erase(1);
  check_refused(experiment.run(), "tiny.json: /datasets/1: ./nowhere: no such file in");
  experiment.config["datasets"] = {"away", "nowhere"};
  for (const char* command : {"run", "tune", "reference"}) {
    CAPTURE(command);
    check_refused(run_program({command, experiment.write()}),
                  "tiny.json: /real_only: no file is here of away, nowhere; `descent data fetch away` gets");
  }
  experiment.config["real_only"] = false;
  experiment.config["datasets"] = {"away"};
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("away: stand-in: synthetic"));
}
