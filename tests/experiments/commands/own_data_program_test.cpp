// Data files given by path in a configuration: lookup, names, and suitable methods.

#include <sstream>

#include "datasets/load_dataset.hpp"
#include "solvers/problem/problem.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/environment_variable.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// The tiny experiment with its file by a relative path and a title.
class TitledExperiment : public TinyExperiment {
 public:
  TitledExperiment() {
    config["datasets"] = {{"file", "tiny"}, {"title", "Our data"}};
    config["methods"] = {{"name", "permuted_dcd"}};
    config["seeds"] = 1;
  }
};

/// Data with too many features for an interior point method.
class WideExperiment : public TinyExperiment {
 public:
  WideExperiment() {
    write("wide", "+1 1:1 10001:1\n-1 2:1\n+1 1:0.5\n-1 2:2\n");
    config["datasets"] = {"./wide", "./tiny"};
    config["methods"] = Json::parse(R"([{"name": "permuted_dcd"}, {"name": "interior_point"}])");
    config["seeds"] = 1;
  }
};

}  // namespace

TEST_CASE("program: a file beside the configuration is found from everywhere, and called by its title") {
  const TitledExperiment experiment;
  const std::string out = experiment.path("out");
  const ProgramRun run = run_program({"run", experiment.write(), "--out", out}, "/");
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("Our data: file: tiny\n"));
  const Json manifest = Json::parse(file_text(out + "/manifest.json"));
  CHECK(manifest["datasets"][0]["name"] == "Our data");
  CHECK(manifest["datasets"][0]["positive_label"] == 1);
  CHECK(manifest["datasets"][0]["negative_label"] == -1);
  CHECK_THAT(file_text(out + "/tables/time_to_target.csv"), ContainsSubstring("Our data"));
  CHECK(run_program({"run", experiment.path("tiny.json"), "--out", out, "--only", "dataset=Our data"}, "/")
            .status == 0);
  const ProgramRun replay = run_program({"replay", out}, "/");
  CAPTURE(replay.out, replay.err);
  CHECK(replay.status == 0);
}

TEST_CASE("program: a path is relative to the configuration before it is relative to the current directory") {
  TitledExperiment experiment;
  const TemporaryFolder elsewhere;
  elsewhere.write("tiny", "1 1:1\n2 2:1\n");
  elsewhere.write("here", tiny_data(2));
  const auto rows = [&](const std::string& file) {
    experiment.config["datasets"] = Json::array({"./" + file});
    const std::string out = experiment.path("out-" + file);
    const ProgramRun run = run_program({"run", experiment.write(), "--out", out}, elsewhere.path());
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return Json::parse(file_text(out + "/manifest.json"))["datasets"][0]["rows"];
  };
  CHECK(rows("tiny") == 60);
  CHECK(rows("here") == 60);
}

TEST_CASE("program: a file that is not there is told with the place of the configuration that names it") {
  TitledExperiment experiment;
  const std::string nowhere =
      "nowhere: no such file in " + experiment.folder().string() + " or the current directory";
  const std::string config = "descent: " + experiment.path("tiny.json") + ": ";
  experiment.config["row_weights"] = "nowhere";
  check_refused(experiment.run(), config + "/row_weights: " + nowhere);
  experiment.config["datasets"]["row_weights"] = "nowhere";
  check_refused(experiment.run(), config + "/datasets/0/row_weights: " + nowhere);
  experiment.config.erase("row_weights");
  experiment.config["datasets"] = Json::array({experiment.data(), "./nowhere"});
  check_refused(experiment.run(), config + "/datasets/1: ./" + nowhere);
  const std::string absolute = experiment.path("none");
  experiment.config["datasets"] = Json::array({absolute});
  check_refused(experiment.run(), config + "/datasets/0: " + absolute + ": no such file");
}

TEST_CASE("program: a method is left out on data that is too wide for it, which is said and is no failure") {
  WideExperiment experiment;
  for (Json& method : experiment.config["methods"])
    if (method["name"] == "interior_point") method.update({{"tolerance", 1e-7}, {"label", "Interior point"}});
  const ProgramRun run = experiment.run();
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out,
             ContainsSubstring("left out: Interior point on ./wide, hinge + l2: interior_point forms a "
                               "matrix of 10001 x 10001 numbers"));
  CHECK_THAT(run.out, ContainsSubstring("tiny: 3 runs, 3 to do"));
  const Json manifest = Json::parse(file_text(experiment.path("out") + "/manifest.json"));
  REQUIRE(manifest["left_out"].size() == 1);
  CHECK(manifest["left_out"][0]["dataset"] == "./wide");
  CHECK(manifest["left_out"][0]["method"] == "interior_point");
  CHECK(manifest["left_out"][0]["variant"] == "tolerance=1e-07");
  for (const Json& dataset : manifest["datasets"]) CHECK(dataset["catalogued"] == false);
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("left out: Interior point on ./wide"));
}

TEST_CASE("program: an entry that asks for data that is too wide for its method is refused") {
  WideExperiment experiment;
  experiment.config["methods"][1]["datasets"] = "./tiny";
  const ProgramRun run = experiment.run();
  CHECK(run.status == 0);
  CHECK_THAT(run.out, !ContainsSubstring("left out"));
  CHECK_THAT(run.out, ContainsSubstring("tiny: 3 runs, 3 to do"));
  CHECK_THAT(experiment.run({"--only", "dataset=./wide,method=interior_point"}).err,
             ContainsSubstring("--only: none of the methods takes part on one of the datasets"));

  experiment.config["methods"][1]["datasets"] = {"./tiny", "./wide"};
  check_refused(
      experiment.run({"--quiet"}),
      "tiny.json: /methods/1/datasets: interior_point does not suit \"./wide\": interior_point forms a "
      "matrix of 10001 x 10001 numbers");
  experiment.config["methods"] = {{"name", "interior_point"}};
  experiment.config["datasets"] = "./wide";
  check_refused(experiment.run({"--quiet"}),
                "tiny.json: no method suits the data: interior_point forms a matrix");
}

TEST_CASE("program: solve --out writes weights whose objective is the one that is told") {
  const TinyExperiment experiment;
  const std::string data = experiment.write("labels", "1 1:1 2:0.5\n2 2:1 3:-1\n2 1:-1\n1 3:2\n").string();
  const std::string file = experiment.path("weights");
  const ProgramRun run =
      run_program({"solve", "--dataset", data, "--regularizer", "l2", "--method", "permuted_dcd", "--bias",
                   "1", "--cpu-seconds", "0.01", "--out", file, "--json"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const Json told = Json::parse(run.out);
  CHECK(told["dataset"]["positive_label"] == 2);
  CHECK(told["dataset"]["negative_label"] == 1);
  const std::string text = file_text(file);
  CHECK_THAT(text, ContainsSubstring("# x.w > 0: label 2, x.w <= 0: label 1\n"));
  CHECK_THAT(text, ContainsSubstring(
                       "# the weights of features 1 to 4, one a line; the last feature is the constant 1\n"));
  std::vector<double> w;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('#')) w.push_back(std::stod(line));
  }
  Dataset dataset = load_dataset(data);
  append_constant_feature(dataset, 1);
  const Problem problem(dataset.train, LossKind::hinge, RegularizerKind::l2, 0.25);
  REQUIRE(w.size() == 4);
  CHECK(problem.objective(w) == Approx(told["objective"].get<double>()).epsilon(1e-14));
}

TEST_CASE("program: random parts of the training rows are datasets of their own") {
  TitledExperiment experiment;
  experiment.config["datasets"] = Json::parse(R"([{"file": "tiny", "title": "all"},
                      {"file": "tiny", "title": "half", "rows": 30, "row_weights": "weights"},
                      {"name": "points-2d", "rows": 40}])");
  std::string weights;
  for (int row = 0; row < 60; ++row) weights += row % 2 == 0 ? "3\n" : "1\n";  // one for every row
  experiment.write("weights", weights);
  const ProgramRun run = experiment.run();
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("half: file: tiny, 30 of its 60 training rows at random\n"));
  CHECK_THAT(run.out, ContainsSubstring("points-2d 40 rows: "));
  const Json manifest = Json::parse(file_text(experiment.path("out/manifest.json")));
  const Json& datasets = manifest["datasets"];
  CHECK_FALSE(datasets[0].contains("sample_of"));
  CHECK(datasets[1]["sample_of"] == "all");
  CHECK(datasets[1]["rows"] == 30);
  CHECK(datasets[2]["sample_of"] == "points-2d");
  CHECK(datasets[2]["rows"] == 40);
  CHECK(manifest["config"]["datasets"][2]["rows"] == 40);
  CHECK(manifest["references"].size() == 3);
  CHECK(manifest["references"][0]["file"] != manifest["references"][1]["file"]);
  const ProgramRun again = experiment.run();
  CHECK_THAT(again.out, ContainsSubstring(" 0 to do"));
  const ProgramRun replay = run_program({"replay", experiment.path("out")}, "/");
  CAPTURE(replay.out, replay.err);
  CHECK(replay.status == 0);

  experiment.config["datasets"] = Json::parse(R"([{"file": "tiny", "title": "more", "rows": 61}])");
  check_refused(experiment.run(), "/datasets/0: rows: must be at most 60, all training rows, got 61");
  experiment.config["datasets"] = Json::parse(R"([{"name": "points-2d", "rows": 9, "title": "a9a"}])");
  check_refused(experiment.run(), "/datasets/0: \"a9a\" is a dataset of the catalogue; choose another title");
}

TEST_CASE("program: a file that is called like a dataset of the catalogue is said not to be read") {
  TinyExperiment experiment;
  experiment.write("points-2d", "+1 1:1\n-1 1:2\n");
  std::filesystem::create_directory(experiment.path("data"));
  experiment.write("data/points-2d", tiny_data(1, 100, 2));
  const EnvironmentVariable data("DESCENT_DATA", experiment.path("data"));
  experiment.config["datasets"] = {"points-2d"};
  const std::vector<std::string> words{"run", experiment.write(), "--out", experiment.path("out"),
                                       "--dry-run"};
  const ProgramRun run = run_program(words, "/");
  REQUIRE(run.status == 0);
  CHECK_THAT(run.err,
             ContainsSubstring("note: points-2d: the dataset of the catalogue; the file " +
                               experiment.path("points-2d") + " is not read: write ./points-2d for it"));
  experiment.config["datasets"] = {"./points-2d"};
  experiment.write();
  CHECK_THAT(run_program(words, "/").err, !ContainsSubstring("is not read"));
  experiment.config["datasets"] = {"points-2d"};
  experiment.write();
  experiment.write("points-2d", tiny_data(1, 100, 2));
  const EnvironmentVariable here("DESCENT_DATA", experiment.folder().string());  // it is the catalogue's file
  CHECK_THAT(run_program(words, "/").err, !ContainsSubstring("is not read"));
}
