#include "plots/results/results_folder.hpp"

#include "tests/catch.hpp"
#include "tests/plots/example_results.hpp"

namespace descent {
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
  CHECK(cells[0].runs[1] == &results.runs[4]);
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

}  // namespace descent
