#include "experiments/plan/plan.hpp"

#include <fstream>

#include "experiments/run/experiment.hpp"
#include "experiments/run/run_store.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/solvers/random_problem.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

Dataset example(Task task) {
  Dataset dataset;
  dataset.name = "data/example";
  dataset.source = "file";
  dataset.sha256 = "0123";
  dataset.task = task;
  dataset.train = task == Task::regression ? test::random_sample_for(LossKind::epsilon_insensitive, 1, 20, 6)
                                           : test::random_sample(1, 20, 6);
  dataset.test = test::random_sample(2, 5, 6);
  return dataset;
}

std::vector<RunSpec> runs_of(const char* text, std::span<const Dataset> datasets) {
  return make_plan(parse_config(Json::parse(text), "x.json"), datasets, TunedFile(), OptimumStore({})).runs;
}

constexpr auto classification = R"({
  "name": "x", "datasets": ["data/example"], "loss": ["hinge", "logistic"], "regularizer": ["l1", "l2"],
  "lambdas": ["0.5/m", {"C": 3}, 0.001, "1/m^2"],
  "methods": [
    {"name": "nonsmooth_scd", "loss": "hinge", "selection": "permuted", "average": true},
    {"name": "nonsmooth_scd", "loss": "hinge", "step": 0.1, "label": "another"},
    {"name": "admm", "loss": "logistic", "inner": "gradient"},
    {"name": "dual_cd_logistic", "loss": "logistic", "regularizer": "l2"}
  ],
  "seeds": [3, 7], "cpu_seconds": 0.3, "checkpoints": 9, "test_rows": 5
})";

constexpr auto regression = R"({
  "name": "x", "datasets": ["data/example"], "loss": "epsilon_insensitive", "regularizer": "l2", "epsilon": 0.25,
  "methods": [{"name": "svr_dual_cd", "shrinking": false}], "seeds": 1, "passes": 12
})";

/// Checks that replay builds the plan's run from its identity.
void check_rebuilt(const RunSpec& spec, std::span<const Dataset> datasets) {
  const Json identity = run_identity(spec);
  const Config config = parse_config(identity["config"], "identity");
  const auto rebuilt = make_plan(config, datasets, TunedFile(), OptimumStore({})).runs;
  REQUIRE(rebuilt.size() == 1);
  RunSpec again = rebuilt.front();
  again.variant = identity["variant"];
  CAPTURE(identity.dump(1), run_identity(again).dump(1));
  CHECK(run_id(again) == run_id(spec));
}

}  // namespace

TEST_CASE("an identity holds a configuration of its run alone") {
  const std::vector<Dataset> classes{example(Task::classification)};
  const auto runs = runs_of(classification, classes);
  REQUIRE(runs.size() == 2 * (2 * 2 * 4 + 2 * 4 + 4));
  for (const RunSpec& spec : runs) check_rebuilt(spec, classes);

  const std::vector<Dataset> targets{example(Task::regression)};
  for (const RunSpec& spec : runs_of(regression, targets)) check_rebuilt(spec, targets);
}

TEST_CASE("protocols and labels are no part of a run: its id does not change with them") {
  const std::vector<Dataset> datasets{example(Task::classification)};
  Json config = Json::parse(classification);
  const auto ids = [&] {
    std::vector<std::string> all;
    for (const RunSpec& spec : runs_of(config.dump().c_str(), datasets)) all.push_back(run_id(spec));
    return all;
  };
  const auto before = ids();
  config["methods"][0]["protocols"] = {"own", "published"};
  config["methods"][1]["protocols"] = "own";
  config["methods"][1]["label"] = "renamed";
  CHECK(ids() == before);
  config["methods"][1]["step"] = 0.2;
  CHECK(ids() != before);
}

TEST_CASE("the place of a file is no part of a run, each key that says how it is read is") {
  const std::vector<Dataset> datasets{example(Task::classification)};
  RunSpec spec = runs_of(classification, datasets).front();
  const auto id_of = [&](const TitledDataset& titled) {
    Config config = *spec.config;
    config.titled[datasets.front().name] = titled;
    spec.config = std::make_shared<const Config>(std::move(config));
    return run_id(spec);
  };
  const TitledDataset plain{.of = "here/rows", .is_file = true, .test_file = "here/test"};
  const std::string id = id_of(plain);
  CHECK(id_of({.of = "there/rows", .is_file = true, .test_file = "there/test"}) == id);
  CHECK(id_of({.of = "here/rows", .is_file = true}) != id);
  TitledDataset read_otherwise = plain;
  read_otherwise.reading.positive = "2";
  CHECK(id_of(read_otherwise) != id);
}

TEST_CASE("provenance reads back") {
  const std::vector<Dataset> datasets{example(Task::classification)};
  const RunSpec spec = runs_of(classification, datasets).front();
  const test::TemporaryFolder folder;
  for (const char* kind : {"provenance", "runs"}) std::filesystem::create_directory(folder.path() / kind);
  const std::string id = run_id(spec);
  CHECK_THROWS_AS(read_provenance(folder.path(), id), DamagedRun);
  store_run(folder.path(), spec, std::vector{row_of(spec, id)}, std::nullopt);
  const auto file = provenance_file(folder.path(), id);
  const RunProvenance provenance = read_provenance(folder.path(), id);
  CHECK(provenance.id == id);
  CHECK(provenance.identity == run_identity(spec));
  for (const char* key : {"commit", "dirty", "compiler", "flags"}) CHECK(provenance.program.contains(key));
  for (const char* key : {"processor", "physical_cores", "governor", "huge_pages", "memory_bytes", "kernel"})
    CHECK(provenance.machine.contains(key));

  std::ofstream(file) << "{";
  CHECK_THROWS_AS(read_provenance(folder.path(), id), DamagedRun);
}

TEST_CASE("a failure does not take the place of sound rows, unless it says that they are wrong") {
  test::TinyExperiment tiny;
  tiny.config["methods"] = {{{"name", "permuted_dcd"}}};
  const Config config = read_config(tiny.write());
  RunSettings settings;
  settings.folder = tiny.path("out");
  settings.optima_folder = tiny.path("references");
  settings.jobs.output = Output::quiet;
  Experiment experiment(config, settings);
  experiment.provide_optima();
  const RunSpec& spec = experiment.plan.runs.front();
  for (const char* kind : {"provenance", "runs"}) std::filesystem::create_directories(settings.folder / kind);
  const std::string id = run_id(spec);
  ResultRow row = row_of(spec, id);
  row.status = run_status::budget;
  row.objective = 0;  // below today's bound, which the rows do not have
  row.nonzeros = 0;
  row.density = row.train_error = 0;
  store_run(settings.folder, spec, std::vector{row}, RunCosts{});
  CHECK(read_provenance(settings.folder, id).costs["peak_memory_bytes"] > 1'000'000);
  const auto status_after = [&](const std::string& failure) {
    CHECK(keep_failure(experiment, spec, failure) == run_status::failed(failure));
    return read_run(settings.folder, id).rows.back().status;
  };
  CHECK(status_after("no room") == run_status::budget);
  const std::string contradiction = std::string(run_status::contradiction_prefix) + "3: x";
  CHECK(status_after(contradiction) == run_status::failed(contradiction));
  CHECK(status_after("no room") == run_status::failed("no room"));
}
