// What counts say to a claim.

#include <string>

#include "plots/claims/verdict.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_counts.hpp"

using namespace descent;
using test::counts_of;

namespace {

using Values = std::vector<Bounds>;

constexpr auto yes = Verdict::reproduced;
constexpr auto no = Verdict::not_reproduced;
constexpr auto undecided = Verdict::undecided;

Comparison decided(Comparison cell) {
  decide({&cell, 1});
  return cell;
}

Comparison checked(const Values& values, double expected, double tolerance) {
  return decided(check_count(counts_of(values), {"iterations", expected, tolerance}));
}

/// Ten counts with that mean and a standard deviation of 3.03.
Values around(double mean) {
  Values values;
  for (int i = 0; i < 10; ++i) values.push_back({mean - 4.5 + i, mean - 4.5 + i});
  return values;
}

Values same(double count, std::size_t runs = 10) {
  return Values(runs, {count, count});
}

}  // namespace

TEST_CASE("a count is reproduced if it is surely within the tolerance") {
  struct Case {
    Values counts;
    double expected, tolerance;
    Verdict verdict;
    std::string remark;
  };
  const std::vector<Case> cases{
      // One alone, or a range between two checkpoints, as far as all of it is on one side.
      {{{440, 440}}, 435, 5, yes, ""},
      {{{440, 440}}, 435, 4, no, ""},
      {{{30, 30}}, 30, 0, yes, ""},
      {{{18, 41}}, 30, 20, yes, ""},
      {{{18, 41}}, 60, 10, no, ""},
      {{{18, 41}}, 30, 3, undecided, "two checkpoints leave it open"},
      // The 95 % interval of the mean is 70 ± 2.17, and 2.262 standard errors of 0.957 are p = 0.025.
      {around(70), 64, 9, yes, ""},
      {around(70), 64, 7, undecided, "may be chance"},  // the mean is within, and may well be outside
      {around(70), 64, 5, undecided, "may be chance"},
      {around(70), 64, 3, no, ""},
      {around(70), 76, 3, no, ""},
      {around(70), 70, 0, undecided, "may be chance"},
      // Several that are fewer than ten decide nothing, be they the same.
      {same(10), 10, 0, yes, ""},
      {same(10, 2), 10, 0, undecided, "2 runs of ADMM, 10 are needed"},
      {same(10, 9), 10, 0, undecided, "9 runs of ADMM, 10 are needed"},
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    const Comparison cell = checked(cases[i].counts, cases[i].expected, cases[i].tolerance);
    CHECK(cell.verdict() == cases[i].verdict);
    CHECK(cell.remark == cases[i].remark);
  }
  const Comparison cell = checked({{440, 440}}, 435, 5);
  CHECK(cell.methods.at(0).measured == Bounds{440, 440});
  CHECK(cell.methods[0].name == "admm");
  CHECK(cell.methods[0].runs == 1);
  CHECK(cell.judgement->estimate.value == Bounds{440, 440});
  CHECK(checked(same(10, 9), 10, 0).judgement->estimate.value == Bounds{10, 10});
}

TEST_CASE("comparisons of counts are a family as others are") {
  const auto against = [](double tolerance) {
    return check_count(counts_of(around(70)), {"iterations", 64, tolerance});
  };
  std::vector<Comparison> two{against(3), against(3.6)};
  REQUIRE(decided(two[1]).verdict() == no);
  decide(two);
  CHECK(two[0].judgement->holm_p == Approx(2 * two[0].judgement->p->two_sided()));
}

TEST_CASE("fewer means fewer on all of the interval, and equal is not fewer") {
  struct Case {
    Values fewer, more;
    Verdict verdict;
  };
  const std::vector<Case> cases{
      {{{435, 435}}, {{528, 528}}, yes},   {{{528, 528}}, {{435, 435}}, no}, {{{4, 4}}, {{4, 4}}, no},
      {{{18, 41}}, {{30, 30}}, undecided}, {same(70), around(75), yes},      {around(75), same(70), no},
      {around(71), same(70), undecided},   {around(70), around(71), yes},  // one more for every seed
  };
  for (std::size_t i = 0; i < cases.size(); ++i) {
    CAPTURE(i);
    CHECK(decided(compare_counts(counts_of(cases[i].fewer), counts_of(cases[i].more))).verdict() ==
          cases[i].verdict);
  }
  Counts splits = counts_of(same(10, 3));
  splits.split = "seeded";
  const Comparison few = decided(compare_counts(splits, counts_of(same(20, 3))));
  CHECK(few.verdict() == undecided);
  CHECK(few.remark == "3 splits of ADMM, 10 are needed");
}

TEST_CASE("counts that are missing decide nothing") {
  Counts counts = counts_of({{435, 435}});
  counts.missing = 1;
  const Comparison cell = check_count(counts, {"iterations", 435, 0});
  CHECK(cell.verdict() == undecided);
  CHECK(cell.remark == "1 of 2 runs of ADMM have such a number");
  CHECK_FALSE(cell.judgement);
  CHECK(compare_counts(counts_of({{1, 1}}), counts).verdict() == undecided);
  const Comparison other_seeds = compare_counts(counts_of({{1, 1}}), counts_of({{2, 2}, {3, 3}}));
  CHECK(other_seeds.verdict() == undecided);
  CHECK(other_seeds.remark == "the seeds of ADMM and ADMM differ");
}
