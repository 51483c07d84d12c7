// The key "decision_lines", from a configuration to the picture.

#include "plots/results/results_folder.hpp"
#include "support/records/decision_file.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Points of the plane on both sides of a line, or of a space with more columns; two methods, two seeds.
class Plane : public TinyExperiment {
 public:
  explicit Plane(int columns = 2) {
    config["datasets"] = Json::array({write("plane", tiny_data(3, 40, columns)).string()});
    config["methods"] = Json::array({Json{{"name", "permuted_dcd"}}, Json{{"name", "nonsmooth_scd"}}});
    config["bias"] = 2;
    config["decision_lines"] = true;
  }
};

/// The lines of runs, by the method.
std::map<std::string, std::vector<double>> lines_in(const TinyExperiment& experiment) {
  std::map<std::string, std::vector<double>> lines;
  for (const StoredRun& run : read_results_folder(experiment.path("out")).runs) {
    if (run.decision_line.empty()) continue;
    CHECK(run.rows.front().seed == 1);
    lines[run.rows.front().method] = run.decision_line;
  }
  return lines;
}

/// Share of the first dataset's points on the wrong side of a line.
double error_of(const DecisionFile& decisions, const std::vector<double>& line) {
  double wrong = 0;
  const auto& points = decisions.datasets.at(0).points;
  for (const DecisionPoint& point : points) {
    const double score = line.at(0) * point.x1 + line.at(1) * point.x2 + line.at(2);
    wrong += (point.is_positive ? score : -score) <= 0 ? 1 : 0;
  }
  return wrong / static_cast<double>(points.size());
}

}  // namespace

TEST_CASE("program: the lines of the first seed misclassify as many points as their runs say") {
  const Plane experiment;
  const ProgramRun first = experiment.run();
  CAPTURE(first.err);
  REQUIRE(first.status == 0);
  const auto decisions = read_decisions(experiment.path("out"));
  REQUIRE(decisions);
  REQUIRE(decisions->datasets.size() == 1);
  CHECK(decisions->datasets[0].points.size() == 40);
  const auto lines = lines_in(experiment);
  REQUIRE(lines.size() == 2);
  for (const std::string& file : run_files_in(experiment.path("out"))) {
    const ResultRow row = read_rows(file).back();
    if (row.seed == 1) CHECK(*row.train_error == Approx(error_of(*decisions, lines.at(row.method))));
  }
  CHECK(std::filesystem::file_size(experiment.path("out/figures/gnuplot/tiny-points.svg")) > 0);
}

TEST_CASE("program: decision lines asked for later are made up for, and later left out again") {
  Plane experiment;
  experiment.config.erase("decision_lines");
  REQUIRE(experiment.run().status == 0);
  CHECK(lines_in(experiment).empty());
  const std::string picture = experiment.path("out/figures/gnuplot/tiny-points.svg");
  CHECK_FALSE(std::filesystem::exists(picture));

  experiment.config["decision_lines"] = true;
  const ProgramRun later = experiment.run();
  REQUIRE(later.status == 0);
  CHECK_THAT(later.out, ContainsSubstring("4 runs, 2 to do") && !ContainsSubstring("of other settings"));
  CHECK(lines_in(experiment).size() == 2);
  CHECK(std::filesystem::exists(picture));
  const auto versions = versions_in(experiment.path("out/runs"));
  REQUIRE(experiment.run().status == 0);
  CHECK(versions_in(experiment.path("out/runs")) == versions);
  // Another bound changes the rows alone.
  for (const std::string& run : run_files_in(experiment.path("out"))) lower_bound_by(1e-9, run);
  CHECK_THAT(experiment.run().out, ContainsSubstring("4 runs, 0 to do"));
  CHECK(lines_in(experiment).size() == 2);

  experiment.config.erase("decision_lines");
  experiment.config["seeds"] = Json::array({2});
  const ProgramRun without = experiment.run();
  REQUIRE(without.status == 0);
  CHECK_THAT(without.out, ContainsSubstring(": 2 runs of other settings, data or code"));
  CHECK_FALSE(std::filesystem::exists(picture));
}

TEST_CASE("program: decision lines need data with two features") {
  const Plane experiment(3);
  const ProgramRun refused = experiment.run({"--quiet"});
  check_refused(refused, "has 3 features; \"decision_lines\" are drawn of data with 2");
  CHECK_THAT(refused.err, ContainsSubstring("tiny.json: /datasets/0: "));
  CHECK_FALSE(std::filesystem::exists(experiment.path("out")));
}
