// Form of the objective: one problem as a mean and as a sum, with ½‖w‖² and with ‖w‖².

#include <cmath>
#include <map>

#include "datasets/load_dataset.hpp"
#include "experiments/config/config.hpp"
#include "experiments/plan/plan.hpp"
#include "plots/results/results_folder.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/error_of.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Runs of the experiment, by method and seed.
std::map<std::string, std::vector<ResultRow>> runs_of(const TinyExperiment& experiment,
                                                      const std::string& out) {
  REQUIRE(experiment.run({}, out).status == 0);
  std::map<std::string, std::vector<ResultRow>> runs;
  for (const StoredRun& run : read_results_folder(experiment.path(out)).runs) {
    const ResultRow& row = run.rows.front();
    runs[row.method + row.regularizer + std::to_string(row.seed)] = run.rows;
  }
  return runs;
}

}  // namespace

TEST_CASE("program: a sum with λ/m is m times the mean with λ/m², iterate by iterate") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = {"l1", "l2"};
  experiment.config["methods"] = Json::parse(
      R"([{"name": "nonsmooth_scd"}, {"name": "permuted_dcd", "regularizer": "l2"}, {"name": "batch_comid"}])");
  experiment.config["lambdas"] = {"1/m^2"};
  const auto mean = runs_of(experiment, "mean");
  experiment.config["form"] = "sum";
  experiment.config["lambdas"] = {"1/m"};
  const auto sum = runs_of(experiment, "sum");
  REQUIRE(sum.size() == mean.size());
  constexpr double m = 60;
  for (const auto& [run, rows] : sum) {
    CAPTURE(run);
    const auto& others = mean.at(run);
    REQUIRE(rows.size() == others.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      CHECK(rows[k].form == "sum");
      CHECK(others[k].form == "mean");
      CHECK(rows[k].l2_factor == (rows[k].regularizer == "l2" ? std::optional(0.5) : std::nullopt));
      CHECK(rows[k].lambda == 1 / m);
      CHECK(*rows[k].objective == Approx(m * *others[k].objective).epsilon(1e-13));
      CHECK(*rows[k].lower_bound == Approx(m * *others[k].lower_bound).epsilon(1e-13));
      CHECK(*rows[k].suboptimality == *rows[k].objective - *rows[k].lower_bound);
      CHECK(rows[k].nonzeros == others[k].nonzeros);
      CHECK(rows[k].dual_value.has_value() == others[k].dual_value.has_value());
      if (rows[k].dual_value) CHECK(*rows[k].dual_value == Approx(m * *others[k].dual_value).epsilon(1e-13));
    }
  }
  // Another bound, in the form of the sum, takes the place of the old one without any work.
  for (const std::string& file : run_files_in(experiment.path("sum")))
    if (read_rows(file).front().regularizer == "l2") lower_bound_by(1e-9, file);
  CHECK_THAT(experiment.run({}, "sum").out, ContainsSubstring("10 runs, 0 to do"));
}

TEST_CASE("program: λ‖w‖² is twice ½λ‖w‖², and both have one certified optimum") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "permuted_dcd"}])");
  experiment.config["lambdas"] = {"2/m"};
  const auto half = runs_of(experiment, "half");
  experiment.config["l2_factor"] = 1;
  experiment.config["lambdas"] = {"1/m"};
  const auto whole = runs_of(experiment, "whole");
  for (const auto& [run, rows] : whole) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      CHECK(rows[k].l2_factor == 1.0);
      CHECK(*rows[k].objective == *half.at(run)[k].objective);
      CHECK(*rows[k].lower_bound == *half.at(run)[k].lower_bound);
    }
  }
  const ResultsFolder results = read_results_folder(experiment.path("whole"));
  CHECK(results.manifest.form == ObjectiveForm{.is_sum = false, .l2_factor = 1});
  REQUIRE(results.manifest.optima.size() == 1);
  CHECK(results.manifest.optima[0].lambda == 1.0 / 60);
  REQUIRE(results.manifest.lambdas.size() == 1);
  CHECK(results.manifest.lambdas[0].text == "1/m");
}

TEST_CASE("a problem in the form of its configuration is one in the form of the solvers") {
  const TinyExperiment experiment;
  const Dataset dataset = load_dataset(experiment.data());
  ProblemSpec spec{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")};
  CHECK(spec.solver_lambda() == 1.0 / 60);
  CHECK(spec.objective_scale() == 1);
  spec.form = {.is_sum = true, .l2_factor = 1};
  CHECK(spec.solver_lambda() == Approx(2.0 / 3600));
  CHECK(spec.objective_scale() == 60);
  CHECK(spec.problem().lambda() == spec.solver_lambda());
  spec.regularizer = RegularizerKind::l1;
  CHECK(spec.solver_lambda() == Approx(1.0 / 3600));
  ProblemSpec mean = spec;
  mean.form = {};
  CHECK_FALSE(spec.is_same_as(mean));
  mean.lambda = *parse_lambda("1/m^2");
  CHECK(spec.is_same_as(mean));
}

TEST_CASE("program: LIBLINEAR's C is one problem as a mean and as a sum, and its runs replay") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "permuted_dcd"}])");
  experiment.config["lambdas"] = Json::parse(R"([{"C": 4}])");
  const auto mean = runs_of(experiment, "mean");
  experiment.config["form"] = "sum";
  const auto sum = runs_of(experiment, "sum");
  for (const auto& [run, rows] : sum) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      CHECK(rows[k].lambda == 0.25);
      CHECK(*rows[k].objective == 60 * *mean.at(run)[k].objective);
      CHECK(*rows[k].lower_bound == 60 * *mean.at(run)[k].lower_bound);
    }
  }
  CHECK(read_results_folder(experiment.path("sum")).manifest.lambdas[0].text == "C=4");
  CHECK(run_program({"replay", experiment.path("sum")}, "/").status == 0);
}

TEST_CASE(
    "a form that is none, a factor that is none, and a C that has none, are refused with what is right") {
  const TinyExperiment experiment;
  const auto complaint = [&](const std::string& key, const Json& value, const Json& lambdas = {"1/m"}) {
    Json config = experiment.config;
    config[key] = value;
    config["lambdas"] = lambdas;
    return error_of<ConfigError>([&] { parse_config(config, "c.json"); });
  };
  CHECK(complaint("form", "total") == "c.json: /form: must be \"mean\" or \"sum\", got \"total\"");
  CHECK(complaint("l2_factor", 2) == "c.json: /l2_factor: must be 0.5 or 1, got 2");
  Json c = Json::array();
  c.push_back({{"C", 1}});
  CHECK_THAT(complaint("l2_factor", 1, c), StartsWith("c.json: /lambdas/0: C goes with l2_factor 0.5; "));
  CHECK(complaint("form", "sum", c) == "accepted");
  CHECK(complaint("form", "mean", c) == "accepted");
  c.push_back(1);
  CHECK(complaint("form", "sum", c) == "c.json: /lambdas/1: 1 is the same lambda as C=1");
  CHECK(complaint("form", "mean", c) == "accepted");
  Json l1 = experiment.config;
  l1["regularizer"] = "l1";
  l1["methods"] = Json::parse(R"([{"name": "nonsmooth_scd"}])");
  l1["l2_factor"] = 1;
  CHECK_THROWS_WITH(
      parse_config(l1, "c.json"),
      "c.json: /l2_factor: belongs to the regularizer l2, which the configuration does not have");
}
