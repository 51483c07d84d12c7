#include "plots/claims/claim_count.hpp"

#include <string>

#include "tests/catch.hpp"
#include "tests/plots/claims/example_counts.hpp"

using namespace descent;
using test::counts_of;

namespace {

CountAssertion about(double expected, double tolerance) {
  return {CountKind::iterations, {"admm", ""}, false, expected, tolerance};
}

}  // namespace

TEST_CASE("a single count is reproduced within the tolerance and not outside") {
  const Counts counts = counts_of({{440, 440}});
  CHECK(check_count(counts, about(435, 5)).verdict() == Verdict::reproduced);
  CHECK(check_count(counts, about(435, 4)).verdict() == Verdict::not_reproduced);
  CHECK(check_count(counts_of({{30, 30}}), about(30, 0)).verdict() == Verdict::reproduced);
  const Comparison cell = check_count(counts, about(435, 5));
  CHECK(cell.methods.at(0).measured == Bounds{440, 440});
  CHECK(cell.methods[0].name == "admm");
  CHECK(cell.methods[0].runs == 1);
  CHECK(cell.judgement->estimate.value == Bounds{440, 440});
}

TEST_CASE("a range between two checkpoints decides where all of it lies on one side") {
  const Counts counts = counts_of({{18, 41}});
  CHECK(check_count(counts, about(30, 20)).verdict() == Verdict::reproduced);
  CHECK(check_count(counts, about(60, 10)).verdict() == Verdict::not_reproduced);
  const Comparison open = check_count(counts, about(30, 3));
  CHECK(open.verdict() == Verdict::undecided);
  CHECK(open.remark == "two checkpoints leave it open");
}

namespace {

Comparison decided(Comparison cell) {
  decide({&cell, 1});
  return cell;
}

/// Ten counts with that mean and a standard deviation of 3.03.
Counts around(double mean) {
  std::vector<Bounds> values;
  for (int i = 0; i < 10; ++i) values.push_back({mean - 4.5 + i, mean - 4.5 + i});
  return counts_of(values);
}

}  // namespace

TEST_CASE("the mean of several counts is surely within the tolerance, surely outside, or may be either") {
  // The 95 % interval of the mean is 70 ± 2.17, and 2.262 standard errors of 0.957 are p = 0.025.
  CHECK(decided(check_count(around(70), about(64, 9))).verdict() == Verdict::reproduced);
  const Comparison near = decided(check_count(around(70), about(64, 7)));
  CHECK(near.verdict() == Verdict::undecided);  // the mean is within, and may well be outside
  CHECK(near.remark == "may be chance");
  CHECK(near.judgement->holm_p);
  CHECK(decided(check_count(around(70), about(64, 5))).verdict() == Verdict::undecided);
  CHECK(decided(check_count(around(70), about(64, 3))).verdict() == Verdict::not_reproduced);
  CHECK(decided(check_count(around(70), about(76, 3))).verdict() == Verdict::not_reproduced);
  CHECK(decided(check_count(around(70), about(70, 0))).verdict() == Verdict::undecided);
  // Comparisons of counts are a family as others are.
  std::vector<Comparison> two{check_count(around(70), about(64, 3)), check_count(around(70), about(64, 3.6))};
  REQUIRE(decided(two[1]).verdict() == Verdict::not_reproduced);
  decide(two);
  CHECK(two[0].judgement->holm_p == Approx(2 * two[0].judgement->p->two_sided()));
}

TEST_CASE("fewer means fewer on all of the interval, and equal is not fewer") {
  const auto verdict = [](const Counts& fewer, const Counts& more) {
    return decided(compare_counts(fewer, more)).verdict();
  };
  const auto alone = [](double low, double high) { return counts_of({{low, high}}); };
  CHECK(verdict(alone(435, 435), alone(528, 528)) == Verdict::reproduced);
  CHECK(verdict(alone(528, 528), alone(435, 435)) == Verdict::not_reproduced);
  CHECK(verdict(alone(4, 4), alone(4, 4)) == Verdict::not_reproduced);
  CHECK(verdict(alone(18, 41), alone(30, 30)) == Verdict::undecided);
  const Counts same = counts_of(std::vector<Bounds>(10, {70, 70}));
  CHECK(verdict(same, around(75)) == Verdict::reproduced);
  CHECK(verdict(around(75), same) == Verdict::not_reproduced);
  CHECK(verdict(around(71), same) == Verdict::undecided);
  CHECK(verdict(around(70), around(71)) == Verdict::reproduced);  // one more for every seed
}

TEST_CASE("several counts that are fewer than ten decide nothing, be they the same") {
  for (const std::size_t count : {2, 3, 9}) {
    const std::vector<Bounds> few(count, {10, 10});
    const Comparison cell = decided(check_count(counts_of(few), about(10, 0)));
    CHECK(cell.verdict() == Verdict::undecided);
    CHECK(cell.remark == std::to_string(count) + " runs of ADMM, 10 are needed");
    CHECK(cell.judgement->estimate.value == Bounds{10, 10});
    Counts splits = counts_of(few);
    splits.split = "seeded";
    const Comparison other = decided(compare_counts(splits, counts_of(std::vector<Bounds>(count, {20, 20}))));
    CHECK(other.verdict() == Verdict::undecided);
    CHECK(other.remark == std::to_string(count) + " splits of ADMM, 10 are needed");
  }
  CHECK(check_count(counts_of(std::vector<Bounds>(10, {10, 10})), about(10, 0)).verdict() ==
        Verdict::reproduced);
}

TEST_CASE("counts that are missing decide nothing") {
  Counts counts = counts_of({{435, 435}});
  counts.missing = 1;
  const Comparison cell = check_count(counts, about(435, 0));
  CHECK(cell.verdict() == Verdict::undecided);
  CHECK(cell.remark == "1 of 2 runs of ADMM have such a number");
  CHECK_FALSE(cell.judgement);
  CHECK(compare_counts(counts_of({{1, 1}}), counts).verdict() == Verdict::undecided);
  const Comparison other_seeds = compare_counts(counts_of({{1, 1}}), counts_of({{2, 2}, {3, 3}}));
  CHECK(other_seeds.verdict() == Verdict::undecided);
  CHECK(other_seeds.remark == "the seeds of ADMM and ADMM differ");
}
