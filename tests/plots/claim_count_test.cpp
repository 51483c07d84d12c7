#include "plots/claim_count.hpp"

#include "tests/catch.hpp"
#include "tests/plots/example_counts.hpp"

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
  const ClaimCell cell = check_count(counts, about(435, 5));
  CHECK(cell.methods.at(0).measured == 440);
  CHECK(cell.methods[0].runs == 1);
  CHECK(cell.judgement->estimate.value == Bounds{440, 440});
}

TEST_CASE("a range between two checkpoints decides where all of it lies on one side") {
  const Counts counts = counts_of({{18, 41}});
  CHECK(check_count(counts, about(30, 20)).verdict() == Verdict::reproduced);
  CHECK(check_count(counts, about(60, 10)).verdict() == Verdict::not_reproduced);
  const ClaimCell open = check_count(counts, about(30, 3));
  CHECK(open.verdict() == Verdict::undecided);
  CHECK(open.remark == "two checkpoints leave it open");
}

TEST_CASE("of several counts the mean must be near, and one more far from the number that is refuted") {
  const Counts counts = counts_of({{62, 62}, {70, 70}, {78, 78}, {66, 66}, {74, 74}});  // 70 ± 6.3
  CHECK(check_count(counts, about(64, 7)).verdict() == Verdict::reproduced);
  const ClaimCell open = check_count(counts, about(58, 7));
  CHECK(open.verdict() == Verdict::undecided);
  CHECK(open.remark == "one more run could be that near");
  CHECK(check_count(counts, about(40, 7)).verdict() == Verdict::not_reproduced);
}

TEST_CASE("fewer means fewer on all of the interval, and equal is not fewer") {
  const auto verdict = [](const std::vector<Bounds>& fewer, const std::vector<Bounds>& more) {
    std::vector<ClaimCell> cells{compare_counts(counts_of(fewer), counts_of(more))};
    decide(cells);
    return cells[0].verdict();
  };
  CHECK(verdict({{435, 435}}, {{528, 528}}) == Verdict::reproduced);
  CHECK(verdict({{528, 528}}, {{435, 435}}) == Verdict::not_reproduced);
  CHECK(verdict({{4, 4}}, {{4, 4}}) == Verdict::not_reproduced);
  CHECK(verdict({{18, 41}}, {{30, 30}}) == Verdict::undecided);
  CHECK(verdict({{1, 1}, {2, 2}, {3, 3}}, {{11, 11}, {12, 12}, {13, 13}}) == Verdict::reproduced);
  CHECK(verdict({{1, 1}, {2, 2}, {30, 30}}, {{11, 11}, {12, 12}, {13, 13}}) == Verdict::undecided);
}

TEST_CASE("counts that are missing decide nothing") {
  Counts counts = counts_of({{435, 435}});
  counts.missing = 1;
  const ClaimCell cell = check_count(counts, about(435, 0));
  CHECK(cell.verdict() == Verdict::undecided);
  CHECK(cell.remark == "1 of 2 runs of ADMM have such a number");
  CHECK_FALSE(cell.judgement);
  CHECK(compare_counts(counts_of({{1, 1}}), counts).verdict() == Verdict::undecided);
  const ClaimCell other_seeds = compare_counts(counts_of({{1, 1}}), counts_of({{2, 2}, {3, 3}}));
  CHECK(other_seeds.verdict() == Verdict::undecided);
  CHECK(other_seeds.remark == "the seeds of ADMM and ADMM differ");
}
