#include "experiments/tuning/tuning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "datasets/load_dataset.hpp"
#include "experiments/measure/run_record.hpp"
#include "experiments/optima/optimum_store.hpp"
#include "solvers/contract/option_json.hpp"
#include "support/numbers/infinity.hpp"
#include "support/ranges.hpp"
#include "support/records/result_schema.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/run_spec.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/lock_owner.hpp"

using namespace descent;

namespace {

/// All methods of hinge loss with a constant, under both regularisers.
class TuningExperiment : public test::TinyExperiment {
 public:
  /// Under L2, methods have a constant only with an offset.
  static std::map<std::string, OptionValue> with_offset(const Method& method) {
    const bool has_one = std::ranges::find(method.options, "offset", &Option::name) != method.options.end();
    return has_one && capability(method, LossKind::hinge, RegularizerKind::l2) != nullptr
               ? std::map<std::string, OptionValue>{{"offset", true}}
               : std::map<std::string, OptionValue>{};
  }

  TuningExperiment() {
    config["regularizer"] = Json::array({"l1", "l2"});
    config["methods"] = Json::array();
    for (const Method* method : methods()) {
      Json kinds = Json::array();
      for (const RegularizerKind kind : {RegularizerKind::l1, RegularizerKind::l2}) {
        const bool solves = capability(*method, LossKind::hinge, kind) != nullptr;
        if (solves && !options_to_tune({method, "", "", with_offset(*method), {}, {}}, kind).empty())
          kinds.push_back(name_of(kind));
      }
      if (kinds.empty()) continue;
      config["methods"].push_back({{"name", method->name}, {"regularizer", kinds}});
      for (const auto& [name, value] : with_offset(*method)) config["methods"].back()[name] = to_json(value);
    }
    config["passes"] = 4;
    config["tuning"] = {{"budget_share", 0.5}};
  }

  /// Constants of the tuned file with their trials.
  std::map<std::string, std::vector<double>> outcome() const {
    std::map<std::string, std::vector<double>> all;
    const Json tuned = read_json(file());
    for (Json step : tuned["steps"]) {
      const std::vector<TrialRow> trial_rows = rows(step);
      step.erase("tuning_cpu_seconds");
      for (const TrialRow& row : trial_rows) all[step.dump()].push_back(row.objective.value_or(infinity));
    }
    return all;
  }

  /// Trial runs of the file's step, in their order.
  std::vector<TrialRow> rows(const Json& step) const {
    return mapped(step["trials"], [&](const Json& id) { return trials_in(path("results")).read(id)[0]; });
  }
  std::vector<TrialRow> rows() const { return rows(read_json(file())["steps"][0]); }

  /// Trials of the file's step, ascending by their constants.
  std::vector<Trial> trials(const Json& step) const {
    std::map<Constants, std::vector<double>> objectives;
    for (const TrialRow& row : rows(step))
      objectives[row.constants].push_back(row.objective.value_or(infinity));
    std::vector<Trial> all;
    for (const auto& [constants, each] : objectives) all.push_back({constants, each});
    return all;
  }

  std::size_t tune(bool again = false) const {
    TuningSettings settings{.jobs = {.at_once = 2, .output = Output::quiet}, .again = again};
    settings.optima_folder = path("references");
    settings.folder = path("results");
    return descent::tune(read_config(write()), settings).chosen;
  }
  std::string file() const { return path("tuned/tiny.json"); }

  /// Number of constants to tune: a step for each method and regulariser.
  std::size_t constants() const {
    std::size_t count = 0;
    for (const Json& method : config["methods"]) count += method["regularizer"].size();
    return count;
  }
};

/// A run of the method for a number of passes.
RunRecord run_of(const std::string& name, const std::map<std::string, OptionValue>& given,
                 const ProblemSpec& problem, std::uint64_t seed, double passes) {
  const Method& method = find_method(name);
  const RunSpec spec{problem, test::config_called("tiny"),         &method, "",
                     "",      OptionValues(method.options, given), seed,    {Axis::passes, passes, 2}};
  return carry_out(spec, problem.problem(), std::filesystem::temp_directory_path());
}

/// Plan with the constants tuned so far.
Plan plan_of_file(const TuningExperiment& experiment) {
  const Config config = read_config(experiment.write());
  static std::vector<Dataset> datasets;  // plans point to them
  datasets = {load_dataset(experiment.data())};
  return make_plan(config, datasets, TunedFile::read(TunedFile::path_for(config)),
                   OptimumStore(experiment.path("references")));
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
}

TEST_CASE("the grid is widened where the best value lies at its end, and not for ever") {
  const auto trials_with_best = [](std::size_t best, std::vector<double> values) {
    std::vector<Trial> trials;
    for (std::size_t k = 0; k < values.size(); ++k)
      trials.push_back({{{"step", values[k]}}, {k == best ? 0.0 : 1.0}});
    return trials;
  };
  const std::vector<double> grid = tuning_grid();
  CHECK(widened_grid(trials_with_best(4, grid), "step").empty());
  const std::vector<double> above = widened_grid(trials_with_best(16, grid), "step");
  REQUIRE(above.size() == 2);
  CHECK(above[0] == Approx(3.162e5));
  CHECK(above[1] == Approx(1e6));
  const std::vector<double> below = widened_grid(trials_with_best(0, grid), "step");
  REQUIRE(below.size() == 2);
  CHECK(below[0] == Approx(1e-4));
  CHECK(below[1] == Approx(3.162e-4));
  CHECK(widened_grid(trials_with_best(1, {1e8, 1e9}), "step").empty());
  CHECK(widened_grid(trials_with_best(0, {1e-7, 1e-6}), "step").empty());
}

TEST_CASE("a trial that diverged has no objective, though its last finite iterate has one") {
  TuningExperiment experiment;
  experiment.config["regularizer"] = "l2";
  experiment.config["methods"] = Json::parse(R"([{"name": "subgradient", "schedule": "inverse_sqrt"}])");
  experiment.config["lambdas"] = Json::array({10});
  experiment.config["passes"] = 800;
  experiment.config["seeds"] = 1;
  CHECK(experiment.tune() == 1);
  for (const TrialRow& row : experiment.rows()) {
    CAPTURE(row.constants, row.status);
    CHECK(row.objective.has_value() == (row.constants.at("step") < 5));
    CHECK((row.status == run_status::diverged) == (row.constants.at("step") > 5));
  }
}

TEST_CASE("tune names constants at both edges of the grid") {
  // λ = 10 leaves w = 0, so that all steps are equal; for tiny features no step is large enough.
  test::TinyExperiment experiment;
  experiment.config["datasets"] = {experiment.write("small", "+1 1:1e-6\n-1 1:-2e-6\n").string()};
  experiment.config["regularizer"] = "l1";
  experiment.config["methods"] = Json::parse(R"([{"name": "batch_comid"}])");
  experiment.config["lambdas"] = {10, 1e-12};
  experiment.config["tuning"]["seeds"] = 1;
  const test::ProgramRun tune =
      test::run_program({"tune", experiment.write(), "--quiet", "--out", experiment.path("out")});
  CHECK(tune.status == 0);
  for (const char* const edge : {"the best step 5.62e-08 lies at the edge", "the best step 1.78e+09 lies at"})
    CHECK_THAT(tune.err, ContainsSubstring(edge));
}

TEST_CASE("the time of a tuning is that of all its trials") {
  TuningExperiment experiment;
  experiment.config["regularizer"] = "l2";
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd", "offset": true}])");
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 0.002;
  experiment.config["tuning"]["seeds"] = 1;
  CHECK(experiment.tune() == 1);
  const Json step = read_json(experiment.file())["steps"][0];
  const double of_a_trial = 0.5 * 0.002;  // or slightly less for a method that ends by itself
  const std::vector<TrialRow> rows = experiment.rows();
  CHECK(step["tuning_runs"] == rows.size());
  double sum = 0;
  for (const TrialRow& row : rows) sum += row.cpu_seconds;
  CHECK(step["tuning_cpu_seconds"].get<double>() == Approx(sum));
  CHECK(sum > 0.5 * of_a_trial * static_cast<double>(rows.size()));
}

TEST_CASE("the best trial has the smallest mean, of equals the smallest step, and never a diverged run") {
  const auto best = [](std::vector<std::pair<double, std::vector<double>>> tried) {
    std::vector<Trial> trials;
    for (const auto& [step, objectives] : tried) trials.push_back({{{"step", step}}, objectives});
    return best_trial(trials).constants.at("step");
  };
  CHECK(best({{1, {0.5, 0.5}}, {2, {0.3, 0.4}}, {3, {0.1, 0.9}}}) == 2);
  CHECK(best({{3, {0.25, 0.25}}, {1, {0.25, 0.25}}, {2, {0.5, 0}}}) == 1);
  CHECK(best({{1, {0.0, infinity}}, {2, {9, 9}}}) == 2);
  // no preference within the noise
  CHECK(best({{1, {0.51, 0.51}}, {2, {0.52, 0.52}}, {3, {0.49, 0.51}}}) == 3);
  CHECK(best({{1, {0.51, 0.51}}, {3, {0.5, 0.5}}}) == 3);
  CHECK(best({{2, {infinity}}, {1, {infinity}}}) == 1);
}

TEST_CASE("of radii that the noise cannot tell apart the smallest one is chosen") {
  const auto trial = [](double radius, double step, std::vector<double> objectives) {
    return Trial{{{"radius", radius}, {"step", step}}, std::move(objectives)};
  };
  const std::vector<Trial> trials = {trial(1, 1, {0.9, 0.9}), trial(10, 2, {0.53, 0.5}),
                                     trial(10, 1, {0.52, 0.5}), trial(100, 1, {0.49, 0.51})};
  CHECK(close_trials(trials) == std::vector<std::size_t>{1, 2, 3});
  CHECK(best_trial(trials).constants == trials[2].constants);
}

TEST_CASE("trials are close within two standard errors of the difference, the best one always") {
  const auto close = [](std::vector<std::vector<double>> objectives) {
    std::vector<Trial> trials;
    for (std::size_t k = 0; k < objectives.size(); ++k)
      trials.push_back({{{"step", static_cast<double>(k + 1)}}, objectives[k]});
    return close_trials(trials);
  };
  using Indices = std::vector<std::size_t>;
  // Standard errors: 0.01 for each mean, 0.0141 for the difference.
  CHECK(close({{0.50, 0.52}, {0.53, 0.55}, {0.54, 0.56}}) == Indices{0});
  CHECK(close({{0.50, 0.52}, {0.52, 0.54}, {0.54, 0.56}}) == Indices{0, 1});
  CHECK(close({{0.5}, {0.5}}) == Indices{0});
  CHECK(close({{infinity}, {infinity}}) == Indices{0});
  CHECK(close({{infinity, 0}, {1, 2}}) == Indices{1});
}

TEST_CASE("undecided are close trials with fewer seeds than they may have") {
  const auto with_seeds = [](std::size_t first, std::size_t second) {
    const auto trial = [](double step, double mean, std::size_t seeds) {
      Trial tried{{{"step", step}}, {}};
      for (std::size_t k = 0; k < seeds; ++k) tried.objectives.push_back(mean + (k % 2 == 0 ? 0.01 : -0.01));
      return tried;
    };
    return std::vector<Trial>{trial(1, 0.5, first), trial(2, 0.501, second), trial(3, 0.9, 2)};
  };
  using Indices = std::vector<std::size_t>;
  CHECK(undecided_trials(with_seeds(2, 2), 8) == Indices{0, 1});
  CHECK(undecided_trials(with_seeds(8, 4), 8) == Indices{1});
  CHECK(undecided_trials(with_seeds(8, 8), 8).empty());
  CHECK(undecided_trials(std::vector{with_seeds(2, 2).back()}, 8).empty());
  const std::vector<Trial> twice{with_seeds(2, 2)[0], with_seeds(2, 2)[0]};
  CHECK(undecided_trials(twice, 8).empty());
  const std::vector<Trial> again{with_seeds(8, 8)[0], with_seeds(8, 8)[1], with_seeds(2, 2)[0]};
  CHECK(undecided_trials(again, 8) == Indices{2});
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
    CHECK(step["tuning_cpu_seconds"] > 0);
    const std::vector<Trial> trials = experiment.trials(step);
    REQUIRE(trials.size() >= 17 + 2);  // more if the best value lies at an end
    std::set<double> steps;
    std::size_t runs = 0, most_seeds = 0;
    for (const Trial& trial : trials) {
      runs += trial.objectives.size();
      most_seeds = std::max(most_seeds, trial.objectives.size());
      CHECK(trial.objectives.size() % 2 == 0);
      CHECK(trial.objectives.size() <= 8);
      steps.insert(trial.constants.at("step"));
    }
    CHECK(step["tuning_runs"] == runs);
    CHECK(step["most_seeds"] == most_seeds);
    CHECK(std::includes(steps.begin(), steps.end(), grid.begin(), grid.end()));
    CHECK(Json(best_trial(trials).constants) == step["constants"]);
    CHECK(std::isfinite(best_trial(trials).mean()));
    // The chosen constant is the centre of refinement or one of its two refined values.
    const auto chosen = steps.find(step["constants"]["step"].get<double>());
    REQUIRE(chosen != steps.begin());
    REQUIRE(std::next(chosen) != steps.end());
    CHECK(*std::next(chosen) < *chosen * std::pow(10, 0.26));
    CHECK(*std::prev(chosen) > *chosen / std::pow(10, 0.26));
    const std::vector<std::size_t> close = close_trials(trials);
    CHECK((close.size() == 1 ||
           std::ranges::all_of(close, [&](std::size_t k) { return trials[k].objectives.size() == 8; })));
  }
  CHECK(tuned["protocol"]["seeds"] == "1000000 to 1000001, and to 1000007 where trials are close");
  CHECK(tuned["protocol"]["budget_share"] == 0.5);
  CHECK(tuned["protocol"]["configuration"]["name"] == "tiny");
  CHECK(tuned["protocol"].contains("program"));
  CHECK(tuned["protocol"].contains("machine"));
}

TEST_CASE("trials are runs of a share of the budget with seeds that reported runs cannot have") {
  TuningExperiment experiment;
  experiment.config["methods"] = Json::array({Json{{"name", "nonsmooth_scd"}, {"offset", true}}});
  experiment.config["regularizer"] = "l2";
  const std::int64_t first_seed = GENERATE(std::int64_t{1'000'000}, std::int64_t{2'000'000});
  experiment.config["tuning"]["first_seed"] = first_seed;
  REQUIRE(experiment.tune() == 1);
  const Dataset dataset = load_dataset(experiment.data());
  const ProblemSpec problem{&dataset, LossKind::hinge, RegularizerKind::l2, *parse_lambda("1/m")};
  const Json tuned = read_json(experiment.file());
  CHECK(tuned["steps"][0]["trials_of"] ==
        Json{{"axis", "passes"}, {"amount", 2.0}, {"seeds", 2}, {"first_seed", first_seed}});
  CHECK(tuned["protocol"]["seeds"] == fmt::format("{} to {}, and to {} where trials are close", first_seed,
                                                  first_seed + 1, first_seed + 7));
  std::map<Constants, std::uint64_t> seeds;  // of each trial
  for (const TrialRow& row : experiment.rows()) {
    const RunRecord run = run_of("nonsmooth_scd", {{"step", row.constants.at("step")}, {"offset", true}},
                                 problem, row.seed, 0.5 * 4);
    CHECK(row.seed == static_cast<std::uint64_t>(first_seed) + seeds[row.constants]++);
    CHECK(row.objective == *run.rows.back().objective);
    CHECK(row.axis == "passes");
    CHECK(row.budget == 2);
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
  OptimumStore optima(experiment.path("references"));
  optima.read(problems);
  std::vector<double> radii;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto radius = radius_of(problems[k], optima);
    REQUIRE(radius);
    radii.push_back(radius->value);
    const Trial trial = experiment.trials(read_json(experiment.file())["steps"][k])[5];
    const RunRecord run = run_of("l1_psa", {{"step", trial.constants.at("step")}, {"radius", radius->value}},
                                 problems[k], first_tuning_seed, 0.5 * 4);
    CHECK(trial.objectives[0] == *run.rows.back().objective);
  }
  CHECK(radii[0] != radii[1]);
}

TEST_CASE("two constants are chosen one after the other, each as well as the others allow") {
  TuningExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "l1_psa", "radius": "tuned"}])");
  experiment.config["regularizer"] = "l1";
  CHECK_THROWS_WITH(plan_of_file(experiment), ContainsSubstring("choose it with `descent tune`"));
  REQUIRE(experiment.tune() == 2);
  const Json tuned = read_json(experiment.file())["steps"][0];
  REQUIRE(tuned["tuning_runs"] >= 3 * 19);
  const std::vector<Trial> trials = experiment.trials(tuned);
  CHECK(Json(best_trial(trials).constants) == tuned["constants"]);
  std::set<double> radii;
  for (const Trial& trial : trials) radii.insert(trial.constants.at("radius"));
  CHECK(radii.size() >= 17);
  const Plan plan = plan_of_file(experiment);
  for (const char* const option : {"step", "radius"})
    CHECK(plan.runs.front().options.number(option) == tuned["constants"][option]);
  CHECK(plan.runs.front().variant == "radius=tuned");
}

TEST_CASE("a second tuning has nothing to do, an interrupted one goes on") {
  TuningExperiment experiment;
  experiment.config["methods"] =
      Json::parse(R"([{"name": "nonsmooth_scd", "offset": true}, {"name": "online_comid", "offset": true}])");
  experiment.config["tuning"]["seeds"] = 1;
  REQUIRE(experiment.tune() == 4);
  const std::string whole = test::file_text(experiment.file());
  const auto before = experiment.outcome();
  CHECK(experiment.tune() == 0);
  CHECK(test::file_text(experiment.file()) == whole);

  Json partial = Json::parse(whole);
  Json& steps = partial["steps"];
  steps.erase(std::remove_if(steps.begin(), steps.end(),
                             [](const Json& step) { return step["problem"]["regularizer"] == "l2"; }),
              steps.end());
  // A marker shows that the remaining constant is not tuned again.
  steps[0]["constants"]["step"] = 123.0;
  experiment.write("tuned/tiny.json", partial.dump());
  CHECK(experiment.tune() == 2);
  const Json again = read_json(experiment.file());
  CHECK(again["steps"][0]["constants"]["step"] == 123.0);
  REQUIRE(again["steps"].size() == 4);
  for (const auto& [step, objectives] : experiment.outcome())
    CHECK((step.find("123.0") != std::string::npos || before.at(step) == objectives));

  // Constants found with other seeds or another budget count as missing.
  experiment.config["tuning"]["first_seed"] = 2'000'000;
  CHECK(experiment.tune() == 4);
  CHECK(experiment.tune() == 0);
  experiment.config["tuning"].erase("first_seed");
  experiment.config["tuning"]["budget_share"] = 0.75;
  CHECK(experiment.tune() == 4);
  experiment.config["tuning"]["budget_share"] = 0.5;
  CHECK(experiment.tune() == 4);

  // Asked for, all of it is done again.
  CHECK(experiment.tune(true) == 4);
  CHECK(experiment.outcome() == before);
}

TEST_CASE("a configuration that another process is tuning is left to it") {
  TuningExperiment experiment;
  const std::filesystem::path tuned = std::filesystem::path(experiment.file()).parent_path();
  const test::LockOwner owner(tuned, {.file = ".tiny.lock", .notice = ""});
  CHECK_THROWS_WITH(experiment.tune(), tuned.string() + ": process " + std::to_string(owner.process()) +
                                           " is tuning tiny; wait for its end");
  CHECK_FALSE(std::filesystem::exists(experiment.file()));
}
