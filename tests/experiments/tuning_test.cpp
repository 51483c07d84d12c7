#include "experiments/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "datasets/errors.hpp"
#include "datasets/load_dataset.hpp"
#include "experiments/references.hpp"
#include "experiments/run_record.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/lock_owner.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;

namespace {

/// A configuration with every method of hinge loss that has a constant, under both regularisers.
class TuningExperiment : public test::TinyExperiment {
 public:
  TuningExperiment() {
    config["regularizer"] = Json::array({"l1", "l2"});
    config["methods"] = Json::array();
    for (const Method* method : methods()) {
      Json kinds = Json::array();
      for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
        const bool solves = capability(*method, LossKind::hinge, kind) != nullptr;
        if (solves && tuned_option({method, "", "", {}, {}, {}}, kind) != nullptr)
          kinds.push_back(name_of(kind));
      }
      if (!kinds.empty()) config["methods"].push_back({{"name", method->name}, {"regularizer", kinds}});
    }
    config["passes"] = 4;
    config["tuning"] = {{"budget_share", 0.5}};
  }

  std::size_t tune(bool again = false) const {
    TuningSettings settings{.jobs = 2, .quiet = true, .again = again};
    settings.references = path("references");
    return descent::tune(read_config(write()), settings);
  }
  std::string file() const { return path("tuned/tiny.json"); }

  /// Constants that are to be found: a step for each method and regulariser.
  std::size_t constants() const {
    std::size_t count = 0;
    for (const Json& method : config["methods"]) count += method["regularizer"].size();
    return count;
  }
};

/// A run of the method, for a number of passes.
RunRecord run_of(const std::string& name, const std::map<std::string, OptionValue>& given,
                 const ProblemSpec& problem, std::uint64_t seed, double passes) {
  const Method& method = find_method(name);
  const RunSpec spec{
      problem, "tiny", &method, "", "", OptionValues(method.options, given), seed, {Axis::passes, passes, 2}};
  return carry_out(spec, problem.problem(), 0, std::filesystem::temp_directory_path());
}

double mean_of(const Json& trial) {
  double sum = 0;
  for (const Json& objective : trial["objectives"]) {
    sum += objective.is_null() ? std::numeric_limits<double>::infinity() : objective.get<double>();
  }
  return sum / static_cast<double>(trial["objectives"].size());
}

}  // namespace

TEST_CASE("the grid has half-decades from 1e-3 to 1e5, and the refinement quarter-decades") {
  const std::vector<double> grid = tuning_grid();
  REQUIRE(grid.size() == 17);
  CHECK(grid.front() == 1e-3);
  CHECK(grid.back() == 1e5);
  CHECK(grid[6] == 1);
  for (std::size_t k = 1; k < grid.size(); ++k)
    CHECK(std::log10(grid[k] / grid[k - 1]) == Approx(0.5).epsilon(1e-3));
  const std::vector<double> refined = refinement_of(10);
  REQUIRE(refined.size() == 2);
  CHECK(refined[0] == Approx(5.623));
  CHECK(refined[1] == Approx(17.78));
  for (const double end : {grid.front(), grid.back()}) {
    CAPTURE(end);
    REQUIRE(refinement_of(end).size() == 2);
    for (const double step : refinement_of(end)) CHECK((step > grid.front() && step < grid.back()));
  }
}

TEST_CASE("the best trial has the smallest mean, of equals the smallest step, and never a diverged run") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(best_trial({{1, {0.5, 0.5}}, {2, {0.3, 0.4}}, {3, {0.1, 0.9}}}).step == 2);
  CHECK(best_trial({{3, {0.25, 0.25}}, {1, {0.25, 0.25}}, {2, {0.5, 0}}}).step == 1);
  CHECK(best_trial({{1, {0.0, infinity}}, {2, {9, 9}}}).step == 2);
  CHECK(best_trial({{2, {infinity}}, {1, {infinity}}}).step == 1);
}

TEST_CASE("every method gets the same trials, and the best of them is chosen") {
  TuningExperiment experiment;
  CHECK(experiment.tune() == experiment.constants());
  const Json tuned = read_json(experiment.file());
  CHECK(tuned["steps"].size() == experiment.constants());
  const std::vector<double> grid = tuning_grid();
  for (const Json& step : tuned["steps"]) {
    CAPTURE(step["method"], step["problem"]["regularizer"]);
    CHECK(step["problem"]["dataset"] == experiment.data());
    CHECK(step["problem"]["rows"] == 60);
    REQUIRE(step["trials"].size() == 17 + 2);
    std::set<double> steps;
    std::vector<double> means;
    for (const Json& trial : step["trials"]) {
      CHECK(trial["objectives"].size() == 2);
      CHECK((steps.empty() || *steps.rbegin() < trial["step"]));
      steps.insert(trial["step"].get<double>());
      means.push_back(mean_of(trial));
      if (trial["step"] == step["step"]) CHECK(std::isfinite(means.back()));
    }
    CHECK(std::includes(steps.begin(), steps.end(), grid.begin(), grid.end()));
    const auto best = static_cast<std::size_t>(std::min_element(means.begin(), means.end()) - means.begin());
    CHECK(step["trials"][best]["step"] == step["step"]);
  }
  CHECK(tuned["protocol"]["seeds"] == "1000000 to 1000001");
  CHECK(tuned["protocol"]["budget_share"] == 0.5);
  CHECK(tuned["protocol"]["configuration"]["name"] == "tiny");
  CHECK(tuned["protocol"].contains("program"));
  CHECK(tuned["protocol"].contains("machine"));
}

TEST_CASE("trials are runs of a share of the budget with seeds that reported runs cannot have") {
  TuningExperiment experiment;
  experiment.config["methods"] = Json::array({Json{{"name", "nonsmooth_scd"}}});
  experiment.config["regularizer"] = "l2";
  REQUIRE(experiment.tune() == 1);
  const Dataset dataset = load_dataset(experiment.data());
  const ProblemSpec problem{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")};
  const Json tuned = read_json(experiment.file());
  for (const Json& trial : tuned["steps"][0]["trials"]) {
    for (std::size_t k = 0; k < 2; ++k) {
      const RunRecord run = run_of("nonsmooth_scd", {{"step", trial["step"].get<double>()}}, problem,
                                   first_tuning_seed + k, 0.5 * 4);
      CHECK(trial["objectives"][k] == *run.rows.back().objective);
    }
  }
}

TEST_CASE(
    "a method within the radius of the optimum is tuned with that of the certified one, dataset by dataset") {
  TuningExperiment experiment;
  const std::string other = experiment.write("other", test::tiny_data(2)).string();
  experiment.config["datasets"] = Json::array({experiment.data(), other});
  experiment.config["methods"] = Json::parse(R"([{"name": "l1_psa"}])");
  experiment.config["regularizer"] = "l1";
  experiment.config["tuning"]["seeds"] = 1;
  REQUIRE(experiment.tune() == 2);
  const Config config = read_config(experiment.write());
  const std::vector<Dataset> datasets{load_dataset(experiment.data()), load_dataset(other)};
  const std::vector<ProblemSpec> problems = problems_of(config, datasets);
  References references(experiment.path("references"));
  references.read(problems);
  std::vector<double> radii;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto radius = radius_of(problems[k], references);
    REQUIRE(radius);
    radii.push_back(radius->value);
    const Json trial = read_json(experiment.file())["steps"][k]["trials"][5];
    const RunRecord run = run_of("l1_psa", {{"step", trial["step"].get<double>()}, {"radius", radius->value}},
                                 problems[k], first_tuning_seed, 0.5 * 4);
    CHECK(trial["objectives"][0] == *run.rows.back().objective);
  }
  CHECK(radii[0] != radii[1]);
}

TEST_CASE("a second tuning has nothing to do, an interrupted one goes on") {
  TuningExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd"}, {"name": "online_comid"}])");
  experiment.config["tuning"]["seeds"] = 1;
  REQUIRE(experiment.tune() == 4);
  const std::string whole = test::file_text(experiment.file());
  CHECK(experiment.tune() == 0);
  CHECK(test::file_text(experiment.file()) == whole);

  Json partial = Json::parse(whole);
  Json& steps = partial["steps"];
  steps.erase(std::remove_if(steps.begin(), steps.end(),
                             [](const Json& step) { return step["problem"]["regularizer"] == "l2"; }),
              steps.end());
  // A mark in what is left shows that it is not tuned anew.
  steps[0]["step"] = 123.0;
  experiment.write("tuned/tiny.json", partial.dump());
  CHECK(experiment.tune() == 2);
  const Json again = read_json(experiment.file());
  CHECK(again["steps"][0]["step"] == 123.0);
  const Json before = Json::parse(whole);
  REQUIRE(again["steps"].size() == 4);
  for (std::size_t k = 1; k < 4; ++k) CHECK(again["steps"][k] == before["steps"][k]);

  // Found with another budget, it counts as missing.
  experiment.config["tuning"]["budget_share"] = 0.75;
  CHECK(experiment.tune() == 4);
  experiment.config["tuning"]["budget_share"] = 0.5;
  CHECK(experiment.tune() == 4);

  // Asked for, all of it is done again.
  CHECK(experiment.tune(true) == 4);
  CHECK(read_json(experiment.file())["steps"] == before["steps"]);
}

TEST_CASE("a configuration that another process is tuning is left to it") {
  TuningExperiment experiment;
  const std::filesystem::path tuned = std::filesystem::path(experiment.file()).parent_path();
  const test::LockOwner owner(tuned, {.file = ".tiny.lock", .notice = ""});
  CHECK_THROWS_WITH(experiment.tune(), tuned.string() + ": process " + std::to_string(owner.process()) +
                                           " is tuning tiny; wait for its end");
  CHECK_FALSE(std::filesystem::exists(experiment.file()));
}
