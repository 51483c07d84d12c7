// The key "decision_lines", from a configuration to the picture.

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

std::size_t weights_files(const TinyExperiment& experiment) {
  std::size_t count = 0;
  for (const auto& [name, version] : versions_in(experiment.path("out/runs"))) {
    count += name.ends_with(".weights") ? 1 : 0;
  }
  return count;
}

/// Share of the first dataset's points on the wrong side of a line.
double error_of(const DecisionFile& decisions, const DecisionLine& line) {
  double wrong = 0;
  const auto& points = decisions.datasets.at(0).points;
  for (const DecisionPoint& point : points) {
    const double score = line.w1 * point.x1 + line.w2 * point.x2 + line.intercept;
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
  CHECK(weights_files(experiment) == 2);
  const auto decisions = read_decisions(experiment.path("out"));
  REQUIRE(decisions);
  REQUIRE(decisions->datasets.size() == 1);
  CHECK(decisions->datasets[0].points.size() == 40);
  REQUIRE(decisions->lines.size() == 2);
  for (const DecisionLine& line : decisions->lines) {
    CHECK(line.seed == 1);
    CHECK(line.intercept != 0);
    std::size_t found = 0;
    for (const std::string& file : run_files_in(experiment.path("out"))) {
      const ResultRow row = read_rows(file).back();
      if (row.method != line.method || row.seed != 1) continue;
      ++found;
      CHECK(*row.train_error == Approx(error_of(*decisions, line)));
    }
    CHECK(found == 1);
  }
  CHECK(std::filesystem::file_size(experiment.path("out/figures/tiny-points.svg")) > 0);
}

TEST_CASE("program: decision lines asked for later are made up for, and later left out again") {
  Plane experiment;
  experiment.config.erase("decision_lines");
  REQUIRE(experiment.run().status == 0);
  CHECK_FALSE(read_decisions(experiment.path("out")));
  CHECK(weights_files(experiment) == 0);

  for (const std::string& file : run_files_in(experiment.path("out")))  // of runs before these
    std::ofstream(std::filesystem::path(file).replace_extension("weights")) << "[1, 1, 1]\n";
  experiment.config["decision_lines"] = true;
  const ProgramRun later = experiment.run();
  REQUIRE(later.status == 0);
  CHECK_THAT(later.out, ContainsSubstring("4 runs, 2 to do") && !ContainsSubstring("of other settings"));
  CHECK_THAT(later.err, !ContainsSubstring("is damaged"));
  CHECK(read_decisions(experiment.path("out"))->lines.size() == 2);
  const auto versions = versions_in(experiment.path("out/runs"));
  REQUIRE(experiment.run().status == 0);
  CHECK(versions_in(experiment.path("out/runs")) == versions);

  experiment.config.erase("decision_lines");
  experiment.config["seeds"] = Json::array({2});
  const ProgramRun without = experiment.run();
  REQUIRE(without.status == 0);
  CHECK_THAT(without.out, ContainsSubstring("\n2 runs of other settings, data or code stay in "));
  CHECK_FALSE(read_decisions(experiment.path("out")));
}

TEST_CASE("program: a damaged file of weights is told, and its run repeated") {
  const Plane experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string undamaged = file_text(experiment.path("out/decision.json"));
  std::filesystem::path file;
  for (const auto& [name, version] : versions_in(experiment.path("out/runs"))) {
    if (name.ends_with(".weights")) file = experiment.path("out/runs/" + name);
  }
  std::string text = file_text(file);
  const std::size_t digit = text.find_first_of("123456789");
  text[digit] = text[digit] == '1' ? '2' : '1';
  std::ofstream(file) << text;
  const ProgramRun repeated = experiment.run();
  CHECK(repeated.status == 0);
  CHECK_THAT(repeated.err, ContainsSubstring(file.string() + ": is damaged: ") &&
                               ContainsSubstring("1 run is to be repeated for that"));
  CHECK(file_text(experiment.path("out/decision.json")) == undamaged);
  // Another bound changes the rows alone.
  for (const std::string& run : run_files_in(experiment.path("out"))) lower_bound_by(1e-9, run);
  CHECK_THAT(experiment.run().out, ContainsSubstring("4 runs, 0 to do"));
  CHECK_THAT(experiment.run().out, ContainsSubstring("4 runs, 0 to do"));
}

TEST_CASE("program: decision lines need data with two features") {
  const Plane experiment(3);
  const ProgramRun refused = experiment.run({"--quiet"});
  check_refused(refused, "has 3 features; \"decision_lines\" are drawn of data with 2");
  CHECK_THAT(refused.err, ContainsSubstring("tiny.json: /datasets/0: "));
  CHECK_FALSE(std::filesystem::exists(experiment.path("out")));
}
