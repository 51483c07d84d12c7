// Weights of rows and classes from configuration and command line to results.

#include <fmt/format.h>

#include "support/records/result_schema.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Integer weights, including 0.
int weight_of(int row) {
  return row % 7 == 3 ? 0 : 1 + row % 3;
}

/// The tiny experiment with a file of weights, a file with repeated rows, and one method.
class WeighedExperiment : public TinyExperiment {
 public:
  WeighedExperiment() {
    std::string weights;
    std::string repeated;
    std::istringstream lines(tiny_data());
    int row = 0;
    for (std::string line; std::getline(lines, line); ++row) {
      weights += fmt::format("{}\n", weight_of(row));
      for (int k = 0; k < weight_of(row); ++k) repeated += line + '\n';
    }
    write("weights", weights);
    write("repeated", repeated);
    config["methods"] = {{"name", "permuted_dcd"}};
    config["seeds"] = 1;
    config["row_weights"] = "weights";
  }

  Json manifest(const std::string& out = "out") const {
    return Json::parse(file_text(path(out) + "/manifest.json"));
  }
  std::vector<ResultRow> rows(const std::string& out = "out") const {
    return read_rows(run_files_in(path(out)).front());
  }
};

/// Output of `descent solve --json` for the tiny data.
Json solved(const TinyExperiment& experiment, const std::string& data, const std::vector<std::string>& more) {
  const ProgramRun run =
      run_program(joined({"solve", "--dataset", experiment.path(data), "--regularizer", "l2", "--method",
                          "permuted_dcd", "--form", "sum", "--lambda", "1", "--gap", "1e-8", "--json"},
                         more));
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return Json::parse(run.out);
}

}  // namespace

TEST_CASE("program: a row of weight 0 may hold any number") {
  const WeighedExperiment experiment;
  std::string masked;
  std::istringstream lines(tiny_data());
  int row = 0;
  for (std::string line; std::getline(lines, line); ++row)
    masked += (weight_of(row) > 0 ? line : line.substr(0, line.find(' ')) + " 1:-1e200") + '\n';
  experiment.write("masked", masked);
  const std::vector<std::string> more{"--row-weights", experiment.path("weights"), "--loss", "squared_hinge"};
  CHECK(solved(experiment, "masked", more)["objective"] == solved(experiment, "tiny", more)["objective"]);
}

TEST_CASE("program: solve with weights finds the optimum of repeated rows") {
  const WeighedExperiment experiment;
  const std::string weights = experiment.path("weights");
  const Json by_weight = solved(experiment, "tiny", {"--row-weights", weights});
  const Json by_repetition = solved(experiment, "repeated", {});
  CHECK(by_weight["objective"].get<double>() ==
        Approx(by_repetition["objective"].get<double>()).epsilon(1e-7));
  CHECK_THAT(by_weight["weighting"].get<std::string>(), StartsWith("row weights weights (sha256 "));
  CHECK(by_repetition["weighting"] == "");
  const std::vector<std::string> balanced{"--class-weights", "balanced"};
  CHECK(solved(experiment, "tiny", joined(balanced, {"--row-weights", weights}))["objective"].get<double>() ==
        Approx(solved(experiment, "repeated", balanced)["objective"].get<double>()).epsilon(1e-7));

  const Json of_classes = solved(experiment, "tiny", {"--class-weights", "1=2,-1=0.5"});
  CHECK(of_classes["weighting"] == "class weights -1: 0.5, 1: 2");
  std::string same;
  std::istringstream lines(tiny_data());
  for (std::string line; std::getline(lines, line);) same += line.starts_with('+') ? "2\n" : "0.5\n";
  const Json of_rows = solved(experiment, "tiny", {"--row-weights", experiment.write("same", same).string()});
  CHECK(of_rows["objective"] == of_classes["objective"]);
  CHECK(solved(experiment, "tiny", {"--class-weights", "balanced"})["weighting"] == "balanced class weights");
}

TEST_CASE("program: solve refuses weights that are wrong, naming the argument or the file's line") {
  const WeighedExperiment experiment;
  const auto refuse = [&](const std::vector<std::string>& more, const std::string& message) {
    CAPTURE(more);
    check_refused(run_program(joined({"solve", "--dataset", experiment.data(), "--regularizer", "l2",
                                      "--method", "permuted_dcd"},
                                     more)),
                  message);
  };
  refuse({"--class-weights", "even"},
         "--class-weights: must be \"balanced\" or LABEL=WEIGHT,…, got \"even\"");
  refuse({"--class-weights", "1=2,"}, "--class-weights: must be ");
  const std::string ours = experiment.path("weights");
  refuse({"--row-weights", ours, "--out", ours}, "is read or written by this command already");
  refuse({"--class-weights", "1=2,1=3"}, "--class-weights: the label 1 is given twice");
  refuse({"--class-weights", "1=-2"}, "--class-weights: must be >= 0, got -2");
  refuse({"--class-weights", "7=2"}, "has the labels -1 and 1, and none 7");
  refuse({"--class-weights", "1=0,-1=0"},
         "the training rows with a weight > 0 have no nonzero value: there is nothing to optimise");
  refuse({"--row-weights", "nowhere"}, "nowhere: ");
  refuse({"--row-weights", experiment.write("short", "1\n2\n").string()},
         "/short: has 2 weights, expected 60, one for each of the training rows");
  refuse({"--row-weights", experiment.write("wrong", "1\n-2\n").string()},
         "/wrong:2: expected the weight of a row, a number >= 0, got '-2'");
}

TEST_CASE("program: results of weighed rows say so, are runs of their own and repeat bit for bit") {
  WeighedExperiment experiment;
  const ProgramRun run = experiment.run();
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring(": row weights weights (sha256 "));
  const std::string text = experiment.manifest()["datasets"][0]["weighting"];
  CHECK_THAT(text, StartsWith("row weights weights (sha256 "));
  for (const ResultRow& row : experiment.rows()) CHECK(row.weighting == text);
  CHECK_THAT(file_text(experiment.path("out") + "/tables/time_to_target.md"), ContainsSubstring("weighted"));
  CHECK(experiment.run({"--dry-run"}).status == 0);
  CHECK_THAT(experiment.run().out, ContainsSubstring("0 to do"));
  const ProgramRun replay = run_program({"replay", experiment.path("out")}, "/");
  CAPTURE(replay.out, replay.err);
  CHECK(replay.status == 0);

  // Other weights in the same file: another run and another optimum.
  const Json optimum = experiment.manifest()["references"][0];
  std::string others;
  for (int row = 0; row < 60; ++row) others += row % 2 == 0 ? "3\n" : "1\n";
  experiment.write("weights", others);
  const ProgramRun changed = experiment.run();
  CAPTURE(changed.err);
  CHECK(changed.status == 0);
  CHECK_THAT(changed.out, ContainsSubstring("1 to do"));
  CHECK(experiment.manifest()["references"][0]["objective"] != optimum["objective"]);
  CHECK(experiment.manifest()["references"][0]["file"] != optimum["file"]);
}

TEST_CASE(
    "program: datasets of one configuration have weights of their own, and methods without are left out") {
  WeighedExperiment experiment;
  experiment.config.erase("row_weights");
  experiment.config["loss"] = "logistic";
  experiment.config["regularizer"] = {"l2", "l_half"};
  experiment.config["datasets"] = Json::parse(R"([{"file": "tiny", "title": "plain"},
                      {"file": "tiny", "title": "balanced", "class_weights": "balanced"},
                      {"file": "tiny", "title": "by row", "row_weights": "weights"}])");
  experiment.config["methods"] = Json::parse(R"([{"name": "dual_cd_logistic", "regularizer": "l2"},
                      {"name": "liblinear", "regularizer": "l2"},
                      {"name": "l_half_logistic", "regularizer": "l_half"}])");
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 0.01;
  const ProgramRun run = experiment.run();
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out,
             ContainsSubstring("left out: LIBLINEAR on by row, logistic + l2: liblinear takes weights > 0 "
                               "of whole classes alone; here rows of one class differ, or weigh 0"));
  CHECK_THAT(run.out, ContainsSubstring(
                          "on balanced, logistic + l_half: l_half_logistic does not take weights of rows"));
  CHECK(experiment.manifest()["left_out"].size() == 3);
  CHECK_FALSE(experiment.manifest()["datasets"][0].contains("weighting"));
  CHECK(experiment.manifest()["datasets"][1]["weighting"] == "balanced class weights");

  experiment.config["methods"] = {{"name", "l_half_logistic"}, {"regularizer", "l_half"}};
  experiment.config["regularizer"] = "l_half";
  experiment.config["datasets"].erase(0);
  check_refused(experiment.run({"--quiet"}),
                "tiny.json: no method suits the data: l_half_logistic does not take weights of rows");
}
