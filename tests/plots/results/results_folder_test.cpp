#include "plots/results/results_folder.hpp"

#include <cmath>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// The example on disk with other members of the manifest.
void write_with(const std::filesystem::path& folder, const Json& members,
                const std::vector<std::vector<ResultRow>>& runs) {
  test::write_example(folder, runs);
  test::change_manifest(folder, [&](Json& manifest) { manifest.update(members); });
}

const Json with_bound =
    Json::parse(R"({"references": [{"dataset": "a9a", "loss": "hinge", "regularizer": "l1",
  "lambda_value": 0.25, "objective": 0.5000001, "lower_bound": 0.5, "method": "interior_point",
  "cpu_seconds": 1, "file": "x.reference", "written": {"bytes": 1, "sha256": "00"}}]})");

std::vector<ResultRow> certified() {
  return test::certified_run({{0, 1}, {1, 0.5}}, "nonsmooth_scd");
}

}  // namespace

TEST_CASE("a run's bound is the manifest's to the last bit, or it is told") {
  const test::TemporaryFolder folder;
  write_with(folder.path(), with_bound, {certified()});
  CHECK(read_results_folder(folder.path()).runs.size() == 1);

  auto other = certified();
  other[1].lower_bound = std::nextafter(test::example_bound, 1);
  write_with(folder.path(), with_bound, {certified(), other});
  CHECK_THROWS_WITH(read_results_folder(folder.path()),
                    ContainsSubstring("abc1.csv: checkpoint 1: lower_bound: expected 0.5 as in the manifest, "
                                      "got 0.50000000000000011: `descent run`"));

  const auto without = test::changed(test::changed(certified(), &ResultRow::lower_bound, std::nullopt),
                                     &ResultRow::suboptimality, std::nullopt);
  write_with(folder.path(), with_bound, {without});
  CHECK_THROWS_WITH(read_results_folder(folder.path()),
                    ContainsSubstring("lower_bound: expected 0.5 as in the manifest, got none"));
}

TEST_CASE("runs that failed have no bound, and a manifest without references asks for none") {
  const test::TemporaryFolder folder;
  write_with(folder.path(), with_bound, {certified(), test::failed_run(2)});
  CHECK(read_results_folder(folder.path()).runs.size() == 2);
  test::write_example(folder.path(), {certified()});
  CHECK(read_results_folder(folder.path()).runs.size() == 1);
  Json other_problem = with_bound;
  other_problem["references"][0]["lambda_value"] = 0.75;
  write_with(folder.path(), other_problem,
             {test::example_run({{0, 1}, {1, 0.5}}, run_status::budget), certified()});
  CHECK(read_results_folder(folder.path()).runs.size() == 2);
}

TEST_CASE("a run that says `converged` far above the certified optimum is read as stopped") {
  const test::TemporaryFolder folder;
  const auto status_at = [&](double suboptimality, std::string_view status) {
    auto run = test::certified_run({{0, 1}, {1, suboptimality}}, "nonsmooth_scd");
    run.back().status = status;
    write_with(folder.path(), with_bound, {run});
    return read_results_folder(folder.path()).runs[0].rows.back().status;
  };
  CHECK(status_at(0.009, run_status::converged) == run_status::converged);
  CHECK(status_at(0.011, run_status::converged) == run_status::stopped);
  CHECK(status_at(0.011, run_status::budget) == run_status::budget);
  CHECK(read_results_folder(folder.path()).manifest.conditions.size() == 1);  // a stand-in
  status_at(0.011, run_status::converged);
  const auto conditions = read_results_folder(folder.path()).manifest.conditions;
  REQUIRE(conditions.size() == 2);
  CHECK(conditions[1].kind == ConditionKind::own_end);
  CHECK(conditions[1].excess == Approx(0.011).epsilon(1e-3));
}

TEST_CASE("a results folder is read with its gaps, foreign runs are refused") {
  const test::TemporaryFolder folder;
  const auto run = certified();
  test::write_example(folder.path(), {run, run});
  std::filesystem::remove(run_file(folder.path(), "abc0"));
  const auto results = read_results_folder(folder.path());
  CHECK(results.runs.size() == 1);
  CHECK(results.missing == std::vector<std::string>{"abc0"});

  test::write_example(folder.path(), {test::changed(run, &ResultRow::method, "pegasos")});
  CHECK_THROWS_WITH(
      read_results_folder(folder.path()),
      ContainsSubstring("abc0.csv: the method 'pegasos' with variant '' is not in the manifest"));
}

TEST_CASE("a run in another form than the manifest's is refused") {
  const test::TemporaryFolder folder;
  const auto sum = test::changed(certified(), &ResultRow::form, "sum");
  write_with(folder.path(), {{"form", "sum"}}, {sum});
  CHECK(read_results_folder(folder.path()).manifest.form.is_sum);
  write_with(folder.path(), {{"form", "sum"}}, {certified()});
  CHECK_THROWS_WITH(
      read_results_folder(folder.path()),
      ContainsSubstring("abc0.csv: checkpoint 0: form: expected sum as in the manifest, got 'mean'"));

  const auto half = test::changed(certified(), &ResultRow::l2_factor, 0.5);
  write_with(folder.path(), {{"l2_factor", 0.5}}, {half});
  CHECK_NOTHROW(read_results_folder(folder.path()));
  write_with(folder.path(), {{"l2_factor", 1}}, {half});
  CHECK_THROWS_WITH(read_results_folder(folder.path()),
                    ContainsSubstring("l2_factor: expected 1 as in the manifest, got 0.5"));

  write_with(folder.path(), Json::object(),
             {test::changed(certified(), &ResultRow::weighting, "balanced class weights")});
  CHECK_THROWS_WITH(
      read_results_folder(folder.path()),
      ContainsSubstring("weighting: expected '' as in the manifest, got 'balanced class weights'"));
  CHECK_THROWS_AS(read_results_folder(folder.path()), ResultFileError);
}

namespace {

using test::certified_run;

std::vector<ResultRow> run_with(double lambda, const std::string& method, std::uint64_t seed,
                                const std::string& dataset) {
  return test::changed(certified_run({{0, 1}, {1, 0.5}}, method, seed, dataset), &ResultRow::lambda, lambda);
}

}  // namespace

TEST_CASE("cells stand in the manifest's order, λ in that of the runs, and hold their seeds") {
  ResultsFolder results = test::certified_results({run_with(0.5, "x", 1, "b"), run_with(0.25, "x", 1, "b"),
                                                   run_with(0.5, "y", 1, "a"), run_with(0.5, "x", 1, "a"),
                                                   run_with(0.5, "x", 2, "a")});
  std::ranges::reverse(results.manifest.datasets);
  const auto cells = run_groups(results);
  REQUIRE(cells.size() == 4);
  CHECK(cells[0].dataset == "a");
  CHECK(cells[0].method == "x");
  CHECK(cells[0].label == "The x");
  REQUIRE(cells[0].runs.size() == 2);
  CHECK(cells[0].runs[1] == &results.runs[4].rows);
  CHECK(cells[1].method == "y");
  CHECK(cells[2].dataset == "b");
  CHECK(cells[2].lambda == 0.5);
  CHECK(cells[3].lambda == 0.25);
}

TEST_CASE("variants and regularisers of a method are cells of their own") {
  const auto run = run_with(0.5, "x", 1, "a");
  ResultsFolder results = test::certified_results({test::changed(run, &ResultRow::regularizer, "l2"),
                                                   test::changed(run, &ResultRow::variant, "batch=1"), run});
  results.manifest.regularizers = {"l1", "l2"};
  const auto cells = run_groups(results);
  REQUIRE(cells.size() == 3);
  CHECK(cells[0].label == "The x");
  CHECK(cells[1].label == "The x batch=1");
  CHECK(cells[2].regularizer == "l2");
}

TEST_CASE("a cell's certificate is that of its problem") {
  ResultsFolder results = test::certified_results({run_with(0.5, "x", 1, "a"), run_with(0.25, "x", 1, "a")});
  results.manifest.optima[0].objective = 0.75;
  const auto cells = run_groups(results);
  const ManifestOptimum* optimum = certificate_of(results.manifest, cells[0].problem());
  REQUIRE(optimum != nullptr);
  CHECK(certified_gap(*optimum) == Approx(0.5));
  CHECK(certificate_of(results.manifest, cells[1].problem()) == nullptr);  // another λ
  results.manifest.optima[0].lower_bound = 0;
  CHECK(certificate_of(results.manifest, cells[0].problem()) == nullptr);
}

TEST_CASE("times of several processor models are refused, with the runs to repeat") {
  std::vector<std::vector<ResultRow>> runs;
  for (int k = 0; k < 16; ++k) {
    runs.push_back(test::certified_run({{0, 1}, {1, 0.5}}, "nonsmooth_scd"));
    for (ResultRow& row : runs.back()) row.run_id = std::string(2, static_cast<char>('a' + k));
  }
  ResultsFolder results = test::certified_results(runs);
  for (StoredRun& run : results.runs) run.processor = "Abacus";
  CHECK_NOTHROW(require_one_processor(results, "DIR"));
  results.runs[3].processor = "";  // not known
  CHECK_NOTHROW(require_one_processor(results, "DIR"));
  results.runs[5].processor = "Calculator";
  results.runs[5].rows.back().status = run_status::failed("ended by signal 9");  // has no times
  CHECK_NOTHROW(require_one_processor(results, "DIR"));
  results.runs[1].processor = "Calculator";
  CHECK_THROWS_WITH(
      require_one_processor(results, "DIR"),
      "DIR: times of different processors do not compare, and there are 13 runs on Abacus, 1 on "
      "Calculator; remove the rows of bb from runs/ and `descent run` on a machine of the first kind, or "
      "take "
      "them as they are with --mixed-processors");
  for (StoredRun& run : results.runs) run.processor = "Calculator";
  for (int k = 0; k < 4; ++k) results.runs[static_cast<std::size_t>(k)].processor = "Abacus";
  for (ResultRow& row : results.runs[5].rows) row.status = run_status::budget;
  CHECK_THROWS_WITH(require_one_processor(results, "DIR"),
                    ContainsSubstring("remove the rows of aa bb cc dd from runs/"));
  results.runs[0].processor = "Slide rule";
  for (int k = 4; k < 8; ++k) results.runs[static_cast<std::size_t>(k)].processor = "Slide rule";
  CHECK_THROWS_WITH(require_one_processor(results, "DIR"),
                    ContainsSubstring("8 runs on Calculator, 3 on Abacus, 5 on Slide rule;"));
  for (const std::size_t k : {8, 9, 10}) results.runs[k].processor = "Nomogram";
  CHECK_THROWS_WITH(require_one_processor(results, "DIR"), ContainsSubstring(" and 1 more from runs/"));
}

}  // namespace descent
