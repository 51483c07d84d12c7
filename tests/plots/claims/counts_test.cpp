#include "plots/claims/counts.hpp"

#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_counts.hpp"

using namespace descent;
using test::counted_run;
using test::counts_of;
using test::split_row;

namespace {

RunGroup cell_of(const std::vector<std::vector<ResultRow>>& runs) {
  RunGroup cell;
  cell.dataset = "a9a";
  cell.loss = "logistic";
  for (const auto& run : runs) cell.runs.push_back(&run);
  return cell;
}

const ManifestDataset dataset{"a9a", "file", 80, 2, 160, 20};

}  // namespace

TEST_CASE("a run's counts are those of its last row, and of the end of its first outer iteration") {
  const std::vector<std::vector<ResultRow>> runs{counted_run({0, 17, 41, 90}, {0, 0, 1, 2}, 0.05, 0.1)};
  const auto count = [&](const std::string& kind) { return counts_of_runs(cell_of(runs), dataset, kind); };
  CHECK(count("iterations").by_seed.at(1) == Bounds{90, 90});
  CHECK(count("outer_iterations").by_seed.at(1) == Bounds{2, 2});
  CHECK(count("first_outer_iterations").by_seed.at(1) == Bounds{18, 41});
  CHECK(count("train_errors").by_seed.at(1) == Bounds{4, 4});
  CHECK(count("test_errors").by_seed.at(1) == Bounds{2, 2});
  CHECK(count("errors").by_seed.at(1) == Bounds{6, 6});
}

TEST_CASE("a run that failed has no counts") {
  const std::vector<std::vector<ResultRow>> runs{counted_run({0, 10}, {0, 1}, 0, 0), test::failed_run(2)};
  const Counts counts = counts_of_runs(cell_of(runs), dataset, "iterations");
  CHECK(counts.by_seed.size() == 1);
  CHECK(counts.missing == 1);
}

TEST_CASE("splits are found by dataset, model and rule, the own one apart") {
  const std::vector<CrossvalidationRow> rows{
      split_row("L1", "minimum", "seeded", 1, 70), split_row("L1", "minimum", "seeded", 2, 72),
      split_row("L1", "minimum", "own", 0, 66), split_row("L1", "one_standard_error", "own", 0, 80),
      split_row("Logistic", "", "own", 0, 60)};
  const auto counts = [&](const std::vector<ClaimedMethod>& models, const char* dataset = "german") {
    return counts_of_splits(rows, dataset, "file", models, "test_errors");
  };
  const auto found = counts({{"L1", "minimum"}});
  REQUIRE(found.size() == 2);
  CHECK(found[0].at(0).split == "own");
  CHECK(found[0][0].by_seed == std::map<std::uint64_t, Bounds>{{0, {66, 66}}});
  CHECK(found[1].at(0).by_seed == std::map<std::uint64_t, Bounds>{{1, {70, 70}}, {2, {72, 72}}});
  CHECK(found[1][0].test_to_train == Approx(300.0 / 700));
  const auto both = counts({{"L1", "minimum"}, {"Logistic", ""}});
  REQUIRE(both.size() == 1);  // no seeded split has both
  CHECK(both[0].at(1).by_seed == std::map<std::uint64_t, Bounds>{{0, {60, 60}}});
  CHECK(counts({{"Logistic", "minimum"}}).empty());
  CHECK(counts({{"L1", "minimum"}}, "iris").empty());
  CHECK(counts_of_splits(rows, "german", "stand-in", {{"Logistic", ""}}, "test_errors").empty());
}

TEST_CASE("splits with weights of rows are of another problem") {
  std::vector<CrossvalidationRow> rows{split_row("L1", "minimum", "own", 0, 66),
                                       split_row("L1", "minimum", "seeded", 1, 70)};
  rows[0].weighting = "balanced class weights";
  const auto counts = [&] {
    return counts_of_splits(rows, "german", "file", {{"L1", "minimum"}}, "test_errors");
  };
  REQUIRE(counts().size() == 1);
  CHECK(counts()[0].at(0).split == "seeded");
  rows[1].weighting = rows[0].weighting;
  CHECK(counts().empty());
}

TEST_CASE("a count that is alone, or always the same, is its own interval") {
  const CountMean alone = mean_count(counts_of({{18, 41}}));
  CHECK(alone.estimate.value == Bounds{18, 41});
  CHECK(alone.estimate.interval == Bounds{18, 41});
  CHECK(alone.standard_error == 0);
  const CountMean constant = mean_difference(counts_of({{1, 1}, {2, 2}}), counts_of({{3, 3}, {4, 4}}));
  CHECK(constant.estimate.interval == Bounds{2, 2});
  CHECK(constant.standard_error == 0);
}

TEST_CASE("the interval and the p-values of a mean are those of Student's distribution") {
  Counts counts = counts_of({{2, 2}, {4, 4}, {6, 6}});
  const CountMean plain = mean_count(counts);
  CHECK(plain.estimate.value == Bounds{4, 4});
  // s = 2, t of 2 degrees of freedom at 97.5 % = 4.302653.
  CHECK(plain.estimate.interval.high == Approx(4 + 4.302653 * 2 * std::sqrt(1.0 / 3)).epsilon(1e-6));
  CHECK(plain.estimate.interval.low == Approx(4 - 4.302653 * 2 * std::sqrt(1.0 / 3)).epsilon(1e-6));
  CHECK(plain.p_of_at_most(plain.estimate.interval.low) == Approx(0.025).epsilon(1e-5));
  CHECK(plain.p_of_at_least(plain.estimate.interval.high) == Approx(0.025).epsilon(1e-5));
  CHECK(plain.p_of_at_most(plain.estimate.interval.high) == Approx(0.975).epsilon(1e-5));
  CHECK(plain.p_of_at_least(infinity) == 0);
  counts.test_to_train = 3.0 / 7;
  CHECK(mean_count(counts).standard_error == Approx(2 * std::sqrt(1.0 / 3 + 3.0 / 7)));
}

TEST_CASE("differences are paired by seed, and wider where splits share their rows") {
  Counts few = counts_of({{1, 1}, {2, 2}, {3, 3}});
  const Counts many =
      counts_of({{3, 3}, {6, 6}, {9, 9}, {100, 100}});  // 2, 4, 6 more; the fourth has no pair
  const CountMean plain = mean_difference(few, many);
  CHECK(plain.estimate.value == Bounds{4, 4});
  CHECK(plain.standard_error == Approx(2 * std::sqrt(1.0 / 3)));
  // t = 4 / (2/√3) = 3.464102; P(T > t) = ½ − t / (2 √(2 + t²)) with 2 degrees of freedom.
  const double p = 0.5 - 3.464102 / (2 * std::sqrt(2 + 12.0));
  CHECK(plain.p_of_at_most(0) == Approx(p).epsilon(1e-5));
  CHECK(plain.p_of_at_least(0) == Approx(1 - p).epsilon(1e-6));
  few.test_to_train = 3.0 / 7;
  CHECK(mean_difference(few, many).standard_error == Approx(2 * std::sqrt(1.0 / 3 + 3.0 / 7)));
}

TEST_CASE("runs and models have their own counts") {
  CHECK(count_names(false) == std::vector<std::string>{"iterations", "outer_iterations",
                                                       "first_outer_iterations", "train_errors",
                                                       "test_errors", "errors"});
  CHECK(count_names(true) == std::vector<std::string>{"test_errors", "attributes_kept"});
}
