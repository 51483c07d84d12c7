#include "plots/results/results_folder.hpp"

#include <filesystem>

#include "plots/labels/labels.hpp"
#include "tests/catch.hpp"
#include "tests/plots/csv_fields.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
namespace {

using Sentences = std::vector<std::string>;

/// One run of SCD with λ = 0.25 and one with λ = 0.5, both planned, the objective 1 at their ends.
ResultsFolder two_lambdas() {
  const auto run = test::example_run({{0, 2}, {1, 1}}, run_status::budget);
  ResultsFolder results = test::example_results({test::changed(run, &ResultRow::run_id, std::string("a")),
                                                 test::changed(run, &ResultRow::run_id, std::string("b"))});
  for (ResultRow& row : results.runs[1].rows) row.lambda = 0.5;
  Manifest& manifest = results.manifest;
  manifest.lambdas = {{"a9a", "1/m", 0.25}, {"a9a", "2/m", 0.5}};
  for (const auto& each : results.runs)
    manifest.runs.push_back(
        {{each.rows.front().problem(), "nonsmooth_scd", ""}, manifest.runs.empty() ? "a" : "b"});
  return results;
}

ManifestConstant constant_of(const ResultRow& row) {
  return {{row.problem(), row.method, row.variant}, "step", 1, {}};
}

Sentences sentences_of(ResultsFolder& results, const ShownPart& shown = {}) {
  results.manifest.conditions = conditions_of(results);
  return condition_sentences(results.manifest, shown);
}

}  // namespace

TEST_CASE("without conditions nothing is said") {
  ResultsFolder results = two_lambdas();
  CHECK(sentences_of(results).empty());
}

TEST_CASE("constants at their default are named, and that others are tuned") {
  ResultsFolder results = two_lambdas();
  auto& constants = results.manifest.constants;
  constants = {constant_of(results.runs[0].rows[0]), constant_of(results.runs[1].rows[0])};
  CHECK(sentences_of(results) == Sentences{"Not tuned, at the default: Non-smooth SCD step = 1."});
  const ConstantOrigin tuned{.file = "here", .trials = TrialBudget{}};
  constants[0].origin = tuned;
  const std::string mixed = "Not tuned, at the default, beside tuned constants: Non-smooth SCD step = 1";
  CHECK(sentences_of(results) == Sentences{mixed + " (on a9a, λ = 2/m)."});
  constants[1].origin = tuned;
  constants[1].origin.other_budget = true;
  CHECK(sentences_of(results) ==
        Sentences{"Tuned with another budget than the configuration's: Non-smooth SCD "
                  "step = 1 (on a9a, λ = 2/m)."});
  constants[1].origin.other_data = true;
  CHECK(sentences_of(results) ==
        Sentences{"Tuned on other data, of another checksum: Non-smooth SCD step = 1 (on a9a, λ = 2/m).",
                  "Tuned with another budget than the configuration's: Non-smooth SCD "
                  "step = 1 (on a9a, λ = 2/m)."});
  constants[1].origin = {.file = "some.reference"};
  CHECK(sentences_of(results) == Sentences{"Knows the optimum's norm, which others must find: Non-smooth SCD "
                                           "step = 1 (on a9a, λ = 2/m)."});
  constants[1].origin = {};
  // Only conditions of the part that is shown.
  CHECK(sentences_of(results, {.problems = {results.runs[0].rows[0].problem()}}).empty());
  CHECK(sentences_of(results, {.problems = {results.runs[1].rows[0].problem()}}) == Sentences{mixed + "."});
  results.manifest.methods.push_back({"pegasos", "", "Pegasos"});
  CHECK(sentences_of(results, {.methods = {1}}).empty());
}

TEST_CASE("synthetic and rounded data is named once") {
  ResultsFolder results = two_lambdas();
  ManifestDataset& dataset = results.manifest.datasets[0];
  dataset.source = "stand-in";
  dataset.is_rounded = true;
  dataset.underflows = 2;
  CHECK(sentences_of(results) == Sentences{"Synthetic stand-ins: a9a.",
                                           "Values rounded to single precision: a9a.",
                                           "Too small for double precision, read as 0: a9a (2 numbers)."});
}

TEST_CASE("missing and failed runs are counted") {
  ResultsFolder results = two_lambdas();
  results.runs[1].rows.back().status = run_status::diverged;
  CHECK(sentences_of(results) ==
        Sentences{"Failed or diverged: Non-smooth SCD (on a9a, λ = 2/m, its only run)."});
  results.runs.pop_back();
  results.missing = {"b"};
  CHECK(sentences_of(results) == Sentences{"Missing runs: Non-smooth SCD (on a9a, λ = 2/m, its only run)."});
}

TEST_CASE("runs that shared their core are counted, and processors and builds are named where they differ") {
  ResultsFolder results = two_lambdas();
  for (auto& run : results.runs) run.rows.back().wall_seconds = 1.04;
  CHECK(sentences_of(results).empty());
  for (auto& run : results.runs) run.rows.back().wall_seconds = 1.06;
  CHECK(sentences_of(results) ==
        Sentences{"Shared their core, so that CPU times may be some percent high: 2 of 2 runs."});
  results.manifest.runs.push_back(results.manifest.runs.back());
  CHECK_THAT(sentences_of(results).back(), ContainsSubstring(": 2 of 3 runs."));  // of all
  results.manifest.runs.pop_back();
  for (ResultRow& row : results.runs[1].rows) row.lambda = 0.25;
  results.runs[0].rows.back().wall_seconds = results.runs[1].rows.back().wall_seconds = 1;
  results.runs[0].processor = "one";
  results.runs[1].processor = "other";
  results.runs[0].build = "GNU -O2";
  results.runs[1].build = "GNU -O3";
  CHECK(sentences_of(results) == Sentences{"CPU times of different processors: one and other (on a9a, λ = "
                                           "1/m).",
                                           "Runs of different builds of the program: GNU -O2 and GNU -O3 (on "
                                           "a9a, λ = 1/m)."});
}

TEST_CASE("runs are told that one step took far beyond their budget") {
  ResultsFolder results = two_lambdas();
  results.runs[0].budget = 0.85;
  results.runs[1].budget = 0.5;
  CHECK(sentences_of(results) ==
        Sentences{"Ended beyond their budget, by a step longer than the rest of it: "
                  "Non-smooth SCD (on a9a, λ = 2/m, its only run, up to 100 % above)."});
  results.manifest.lambdas[1].text = "C=2";
  CHECK_THAT(sentences_of(results).front(), ContainsSubstring("(C = 2), its only run"));
  for (auto& run : results.runs) run.budget = 0;
  CHECK(sentences_of(results).empty());
}

TEST_CASE("conditions name runs whose core was throttled or whose cache was shared") {
  const auto told = [](const std::vector<RunSurroundings>& around, double wall_seconds = 1) {
    const auto run = test::example_run({{0, 2}, {1, 1}}, run_status::budget);
    ResultsFolder results = two_lambdas();
    results.manifest.runs.assign(around.size(), ManifestRun(results.manifest.runs.front()));
    results.runs.assign(around.size(), StoredRun(results.runs.front()));
    for (auto& each : results.runs) each.rows.back().wall_seconds = wall_seconds;
    for (std::size_t k = 0; k < around.size(); ++k) results.runs[k].surroundings = around[k];
    return sentences_of(results);
  };
  const Sentences hindered{
      "Slowed down for heat, or by other virtual machines (over 1 % of the time): 1 of 2 runs."};
  CHECK(told({{.throttles = 1}, {}}) == hindered);
  CHECK(told({{.steal_seconds = 0.02}, {.steal_seconds = 0.005}}) == hindered);
  CHECK(told({{.runs_beside = 1, .cache_shared_by = 1}, {.runs_beside = 1}}) ==
        Sentences{"Shared their last-level cache with runs beside them: 1 of 2 runs."});
}

TEST_CASE("runs that were slowed down are counted, failed methods are named") {
  ResultsFolder results = two_lambdas();
  Manifest& manifest = results.manifest;
  const ProblemKey problem = manifest.runs.front();
  manifest.methods.clear();
  manifest.runs.insert(manifest.runs.begin(), 70 - manifest.runs.size(), ManifestRun(manifest.runs.front()));
  for (std::size_t i = 0; i < 7; ++i) {
    manifest.methods.push_back({"method", std::to_string(i), "M" + std::to_string(i)});
    for (const ConditionKind kind : {ConditionKind::hindered, ConditionKind::failed})
      manifest.conditions.push_back(
          {.kind = kind, .problem = problem, .method = i, .runs = 1 + i, .of_runs = 10});
  }
  const Sentences of_seven = condition_sentences(manifest);
  REQUIRE(of_seven.size() == 2);
  CHECK_THAT(of_seven[0],
             ContainsSubstring("M0 (on a9a, λ = 1/m, 1 of 10 runs); M1 (") &&
                 EndsWith("M3 (on a9a, λ = 1/m, 4 of 10 runs); 3 more in tables/conditions.csv."));
  CHECK_THAT(of_seven[1], EndsWith("of the time): 28 of 70 runs."));
}

TEST_CASE("runs that ended by themselves above the certified optimum are told with the distance") {
  ResultsFolder results = two_lambdas();
  const auto optimum_at = [&](double objective) {
    results.manifest.optima.clear();
    for (const auto& run : results.runs)
      results.manifest.optima.push_back({run.rows.front().problem(), objective, objective / 2, "ipm", 1});
  };
  optimum_at(0.8);
  CHECK(sentences_of(results).empty());  // ended by their budgets
  for (auto& run : results.runs) run.rows.back().status = run_status::stopped;
  CHECK(sentences_of(results) ==
        Sentences{"Ended by the method's own rule, above the certified optimum: Non-smooth SCD (all 2 runs, "
                  "up to 25 % above)."});
  optimum_at(0.995);  // however low the bound is
  CHECK(sentences_of(results).empty());

  optimum_at(0.8);
  sentences_of(results);
  const auto rows = test::csv_fields(conditions_csv(results.manifest));
  REQUIRE(rows.size() == 2);
  CHECK(rows[1].at("lambda") == "0.5");
  CHECK(rows[1].at("method") == "nonsmooth_scd");
  CHECK(rows[1].at("runs") == "1");
  CHECK(rows[1].at("of_runs") == "1");
  CHECK(std::stod(rows[1].at("excess")) == Approx(0.25));
  results.manifest.conditions.clear();
  CHECK(conditions_csv(results.manifest).empty());
}

TEST_CASE("datasets of one file name are told apart by their folders") {
  Manifest manifest;
  manifest.datasets = {
      {"old/x/train", "file"}, {"new/x/train", "file"}, {"new/test", "file"}, {"train", "file"}};
  const auto title = [&](std::size_t k) { return dataset_title(manifest, manifest.datasets[k]); };
  CHECK(title(0) == "old/x/train");
  CHECK(title(1) == "new/x/train");
  CHECK(title(2) == "test");
  CHECK(title(3) == "train");
  manifest.datasets.resize(1);
  CHECK(title(0) == "train");
}

TEST_CASE("a run has shared its core if it waited for 5 % of its time and a time slice") {
  CHECK(has_shared_its_core(0.4, 0.43));
  CHECK_FALSE(has_shared_its_core(0.4, 0.41));
  CHECK(has_shared_its_core(0.009, 0.02));  // one short run beside a competitor
  CHECK_FALSE(has_shared_its_core(0.009, 0.012));
  CHECK_FALSE(has_shared_its_core(0.001, 0.02));  // one slice of another program, by chance
  CHECK(has_shared_its_core(0.8, 0.43, 2));
  CHECK_FALSE(has_shared_its_core(0.8, 0.41, 2));
}

}  // namespace descent
