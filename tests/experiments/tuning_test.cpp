#include "experiments/tuning.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "datasets/errors.hpp"
#include "datasets/load_dataset.hpp"
#include "experiments/run_record.hpp"
#include "tests/catch.hpp"
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
        if (solves && tuned_option({method, "", "", {}, {}}, kind) != nullptr) kinds.push_back(name_of(kind));
      }
      if (!kinds.empty()) config["methods"].push_back({{"name", method->name}, {"regularizer", kinds}});
    }
    config["passes"] = 4;
    config["tuning"] = {{"budget_share", 0.5}};
  }

  std::size_t tune() const { return descent::tune(read_config(write()), {.jobs = 2, .quiet = true}); }
  std::string file() const { return path("tuned/tiny.json"); }

  /// Constants that are to be found: a step for each method and regulariser, and one radius.
  std::size_t constants() const {
    std::size_t count = 1;
    for (const Json& method : config["methods"]) count += method["regularizer"].size();
    return count;
  }
};

/// What a run of nonsmooth_scd with this step and seed ends with, for a number of passes.
RunRecord scd_run(const Dataset& dataset, RegularizerKind regularizer, double step, std::uint64_t seed,
                  double passes) {
  const Method& method = find_method("nonsmooth_scd");
  const RunSpec spec{"tiny",
                     &dataset,
                     LossKind::hinge,
                     regularizer,
                     *parse_lambda("1/m"),
                     &method,
                     "",
                     "",
                     OptionValues(method.options, {{"step", step}}),
                     seed,
                     {Axis::passes, passes, 2}};
  const Problem problem(dataset.train, spec.loss, regularizer, spec.lambda_value());
  return carry_out(spec, problem, 0, std::filesystem::temp_directory_path());
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
  CHECK(tuned["steps"].size() == experiment.constants() - 1);
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
  for (const Json& trial : read_json(experiment.file())["steps"][0]["trials"]) {
    for (std::size_t k = 0; k < 2; ++k) {
      const RunRecord run =
          scd_run(dataset, RegularizerKind::l2, trial["step"].get<double>(), first_tuning_seed + k, 0.5 * 4);
      CHECK(trial["objectives"][k] == *run.rows.back().objective);
    }
  }
}

TEST_CASE("the radius is the L1 norm after a long run with the tuned constant, and says so") {
  TuningExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd"}, {"name": "l1_psa"}])");
  experiment.config["regularizer"] = "l1";
  REQUIRE(experiment.tune() == 3);
  const Json tuned = read_json(experiment.file());
  REQUIRE(tuned["radii"].size() == 1);
  const Json& radius = tuned["radii"][0];
  REQUIRE(tuned["steps"][0]["method"] == "nonsmooth_scd");
  const double step = tuned["steps"][0]["step"];
  const Dataset dataset = load_dataset(experiment.data());
  // The best of three long runs, with the constant just chosen and half a decade to either side of it.
  double objective = std::numeric_limits<double>::infinity();
  double norm = 0;
  for (const double factor : {1 / std::sqrt(10.0), 1.0, std::sqrt(10.0)}) {
    const double near_step = std::stod(fmt::format("{:.4g}", factor * step));
    const RunRecord run = scd_run(dataset, RegularizerKind::l1, near_step, first_tuning_seed, 5 * 4);
    if (*run.rows.back().objective >= objective) continue;
    objective = *run.rows.back().objective;
    norm = 0;
    for (const double w_j : run.final_weights) norm += std::abs(w_j);
  }
  CHECK(radius["radius"] == norm);
  CHECK(radius["objective"] == objective);
  CHECK_THAT(radius["how"].get<std::string>(),
             ContainsSubstring("best of three nonsmooth_scd runs, step ") &&
                 ContainsSubstring("seed 1000000, 20 passes"));
}

TEST_CASE("a radius is found where nonsmooth_scd is not listed, or has a step of its own") {
  for (const char* listed :
       {R"([{"name": "l1_psa"}])", R"([{"name": "nonsmooth_scd", "step": 1}, {"name": "l1_psa"}])",
        R"([{"name": "nonsmooth_scd", "average": true}, {"name": "l1_psa"}])"}) {
    CAPTURE(listed);
    TuningExperiment experiment;
    experiment.config["methods"] = Json::parse(listed);
    experiment.config["regularizer"] = "l1";
    experiment.config["tuning"]["seeds"] = 1;
    experiment.tune();
    const TunedFile file = TunedFile::read(experiment.file());
    const Config config = read_config(experiment.write());
    const Dataset dataset = load_dataset(experiment.data());
    const auto key = problem_key(dataset, config.loss, RegularizerKind::l1, config.lambdas[0]);
    const auto scd = file.step(key, {&find_method("nonsmooth_scd"), "", "", {}, {}});
    REQUIRE(scd);  // tuned for the radius alone
    REQUIRE(file.radius(key));
    CHECK_THAT(file.radius(key)->how, ContainsSubstring("best of three nonsmooth_scd runs, step "));
    CHECK(file.radius(key)->radius > 0);
    CHECK(file.step(key, config.methods.back()));
  }
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
  CHECK(tune(read_config(experiment.write()), {.jobs = 2, .quiet = true, .again = true}) == 4);
  CHECK(read_json(experiment.file())["steps"] == before["steps"]);
}
