#include "plots/claims/comparison.hpp"

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
  const Estimate alone = mean_count(counts_of({{18, 41}}));
  CHECK(alone.value == Bounds{18, 41});
  CHECK(alone.interval == Bounds{18, 41});
  CHECK(mean_difference(counts_of({{1, 1}, {2, 2}}), counts_of({{3, 3}, {4, 4}})).interval == Bounds{2, 2});
}

TEST_CASE("the interval of a mean is Student's, paired by seed and wider where splits share rows") {
  Counts counts = counts_of({{2, 2}, {4, 4}, {6, 6}});
  const double t = 4.302653;  // for 2 degrees of freedom at 97.5 %; s = 2
  const auto check = [&](const Estimate& estimate, double factor) {
    CHECK(estimate.value == Bounds{4, 4});
    CHECK(estimate.interval.high == Approx(4 + t * 2 * std::sqrt(factor)).epsilon(1e-6));
    CHECK(estimate.interval.low == Approx(4 - t * 2 * std::sqrt(factor)).epsilon(1e-6));
  };
  check(mean_count(counts), 1.0 / 3);
  counts.test_to_train = 3.0 / 7;
  check(mean_count(counts), 1.0 / 3 + 3.0 / 7);

  Counts few = counts_of({{1, 1}, {2, 2}, {3, 3}});
  const Counts many = counts_of({{3, 3}, {6, 6}, {9, 9}, {100, 100}});  // the fourth has no pair
  check(mean_difference(few, many), 1.0 / 3);
  few.test_to_train = 3.0 / 7;
  check(mean_difference(few, many), 1.0 / 3 + 3.0 / 7);
}

namespace {

/// Counts with that mean and the 95 % interval ± 1.96.
std::vector<Bounds> five_around(double mean) {
  std::vector<Bounds> values;
  for (const double offset : {-2, -1, 0, 1, 2}) values.push_back({mean + offset, mean + offset});
  return values;
}

}  // namespace

TEST_CASE("a count answers if all of its interval is on one side of an end of the range") {
  struct Case {
    std::vector<Bounds> counts;
    Bounds range;
    Answer answer;
  };
  const std::vector<Case> cases{
      {{{440, 440}}, {435, 440}, Answer::in_favour},    {{{440, 440}}, {430, 439}, Answer::against},
      {{{18, 41}}, {10, 50}, Answer::in_favour},        {{{18, 41}}, {50, 70}, Answer::against},
      {{{18, 41}}, {27, 33}, Answer::undecided},        {five_around(70), {68, 72}, Answer::in_favour},
      {five_around(70), {68.1, 80}, Answer::undecided}, {five_around(70), {71.9, 80}, Answer::undecided},
      {five_around(70), {72, 80}, Answer::against},     {five_around(70), {-infinity, 72}, Answer::in_favour},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    const Comparison comparison = check_count(counts_of(cases[i].counts), cases[i].range);
    CHECK(comparison.answer == cases[i].answer);
    CHECK(comparison.remark.empty());
  }
  const Comparison comparison = check_count(counts_of({{440, 440}}), {435, 440});
  CHECK(comparison.methods.at(0).name == "admm");
  CHECK(comparison.methods[0].runs == 1);
  CHECK(comparison.methods[0].measured == Bounds{440, 440});
  CHECK(comparison.estimate->value == Bounds{440, 440});
}

TEST_CASE("a difference is that of the claimed method and the other, seed by seed") {
  const auto answer = [](const std::vector<Bounds>& counts, const std::vector<Bounds>& others) {
    return check_difference(counts_of(counts), counts_of(others), {-infinity, -0.5}).answer;
  };
  CHECK(answer({{435, 435}}, {{528, 528}}) == Answer::in_favour);
  CHECK(answer({{528, 528}}, {{435, 435}}) == Answer::against);
  CHECK(answer({{4, 4}}, {{4, 4}}) == Answer::against);
  CHECK(answer({{18, 41}}, {{30, 30}}) == Answer::undecided);
  CHECK(answer(five_around(70), five_around(71)) == Answer::in_favour);  // one less for each seed
  CHECK(answer(five_around(70), std::vector<Bounds>(5, {71, 71})) == Answer::undecided);
  const Comparison comparison =
      check_difference(counts_of({{435, 435}}), counts_of({{528, 528}}), {-infinity, -0.5});
  CHECK(comparison.estimate->value == Bounds{-93, -93});
  CHECK(comparison.methods.at(1).measured == Bounds{528, 528});
}

TEST_CASE("missing counts, two to four of them, or other seeds decide nothing") {
  const auto remark = [](const Comparison& comparison) {
    CHECK(comparison.answer == Answer::undecided);
    return comparison.remark;
  };
  Counts lacking = counts_of({{435, 435}});
  lacking.missing = 1;
  CHECK(remark(check_count(lacking, {435, 435})) == "1 of 2 runs of ADMM have such a number");
  CHECK(remark(check_difference(counts_of({{1, 1}}), lacking, {-infinity, 0})) ==
        "1 of 2 runs of ADMM have such a number");
  Counts none = counts_of({});
  none.missing = 3;
  CHECK_FALSE(check_count(none, {0, 1}).estimate);
  CHECK(remark(check_count(none, {0, 1})) == "0 of 3 runs of ADMM have such a number");
  Counts splits = counts_of(std::vector<Bounds>(4, {10, 10}));
  splits.split = "seeded";
  CHECK(remark(check_count(splits, {10, 10})) == "4 splits of ADMM, 5 are needed");
  CHECK(check_count(splits, {10, 10}).estimate->value == Bounds{10, 10});
  CHECK(remark(check_difference(counts_of({{1, 1}}), counts_of({{2, 2}, {3, 3}}), {-infinity, 0})) ==
        "the seeds of ADMM and ADMM differ");
}
