#include "plots/verdict.hpp"

#include "tests/catch.hpp"
#include "tests/plots/example_claims.hpp"

using namespace descent;
using test::faster_claim;
using test::joined;
using test::nowhere;
using test::runs_arriving;

namespace {

ClaimAnswer answer_to(const Claim& claim, const std::vector<ResultsFolder>& results) {
  return answer(test::example_claims({claim}), results).at(0);
}

ResultsFolder results_of(std::vector<std::vector<std::vector<ResultRow>>> lists) {
  return test::certified_results(joined(std::move(lists)));
}

std::vector<ClaimCell> cells_with(const std::vector<Verdict>& verdicts) {
  std::vector<ClaimCell> cells;
  for (const Verdict verdict : verdicts) {
    cells.emplace_back();
    cells.back().verdict = verdict;
  }
  return cells;
}

}  // namespace

TEST_CASE("a claim falls with one cell and stands with half of them") {
  constexpr auto yes = Verdict::reproduced;
  constexpr auto no = Verdict::not_reproduced;
  constexpr auto open = Verdict::undecided;
  CHECK(verdict_of(cells_with({yes, yes})) == yes);
  CHECK(verdict_of(cells_with({yes, open})) == yes);
  CHECK(verdict_of(cells_with({yes, open, open})) == open);
  CHECK(verdict_of(cells_with({open})) == open);
  CHECK(verdict_of(cells_with({})) == open);
  CHECK(verdict_of(cells_with({yes, yes, yes, no})) == no);
  CHECK(verdict_of(cells_with({open, open, no})) == no);
}

TEST_CASE("an answer has a cell for each dataset and target, in the order of the claim") {
  const ResultsFolder results =
      results_of({runs_arriving("quick", {1, 1, 1}, "b"), runs_arriving("slow", {2, 2, 2}, "b"),
                  runs_arriving("quick", {2, 2, 2}, "a"), runs_arriving("slow", {1, 1, 1}, "a")});
  const ClaimAnswer result = answer_to(faster_claim({0.1, 0.01}, {"a", "b", "c"}), {results});
  CHECK(result.verdict == Verdict::not_reproduced);
  CHECK(result.reason == "holds in 1 of 6 comparisons, fails in 1, 4 undecided");
  CHECK(result.has_results);
  REQUIRE(result.cells.size() == 6);
  const auto check = [&](std::size_t i, const char* dataset, double target, Verdict verdict,
                         const char* remark) {
    CAPTURE(i);
    CHECK(result.cells[i].dataset == dataset);
    CHECK(result.cells[i].target == target);
    CHECK(result.cells[i].verdict == verdict);
    CHECK(result.cells[i].remark == remark);
  };
  check(0, "a", 0.1, Verdict::not_reproduced, "");
  check(1, "a", 0.01, Verdict::undecided, "the median run of neither gets there");
  check(2, "b", 0.1, Verdict::reproduced, "");
  check(5, "c", 0.01, Verdict::undecided, "no results");
  CHECK(result.cells[5].experiment.empty());
  CHECK(result.cells[5].methods[1].label == "slow");
}

TEST_CASE("a comparison takes both methods from the same folder, the first that has them") {
  const ResultsFolder only_quick = results_of({runs_arriving("quick", {1, 1, 1})});
  const ResultsFolder only_slow = results_of({runs_arriving("slow", {2, 2, 2})});
  const ResultsFolder both =
      results_of({runs_arriving("quick", {2, 2, 2}), runs_arriving("slow", {6, 6, 6})});
  const ResultsFolder later =
      results_of({runs_arriving("quick", {2, 2, 2}), runs_arriving("slow", {1, 1, 1})});
  CHECK(answer_to(faster_claim(), {only_quick, only_slow}).reason == "no results");
  CHECK_FALSE(answer_to(faster_claim(), {only_quick, only_slow}).has_results);
  const ClaimAnswer result = answer_to(faster_claim(), {only_quick, both, later});
  CHECK(result.verdict == Verdict::reproduced);
  CHECK(result.cells.at(0).estimate->value.low == Approx(3));
}

TEST_CASE("only the claim's loss, regularizer, lambda and variant count") {
  ResultsFolder results = results_of({runs_arriving("quick", {1, 1, 1}), runs_arriving("slow", {2, 2, 2})});
  const Claim claim = faster_claim();
  CHECK(answer_to(claim, {results}).has_results);
  Claim other = claim;
  other.regularizer = "l2";
  CHECK_FALSE(answer_to(other, {results}).has_results);
  other = claim;
  std::get<FasterAssertion>(other.assertion).slower[0].variant = "average=true";
  CHECK_FALSE(answer_to(other, {results}).has_results);
  Claims claims = test::example_claims({claim});
  claims.lambda_times_rows = 0.1;
  CHECK_FALSE(answer(claims, {&results, 1}).at(0).has_results);
  claims = test::example_claims({claim});
  claims.loss = "logistic";
  CHECK_FALSE(answer(claims, {&results, 1}).at(0).has_results);
}

TEST_CASE("a claim about m < n leaves out datasets of the other shape") {
  ResultsFolder results =
      results_of({runs_arriving("quick", {1, 1, 1}, "wide"), runs_arriving("slow", {2, 2, 2}, "wide"),
                  runs_arriving("quick", {2, 2, 2}, "tall"), runs_arriving("slow", {1, 1, 1}, "tall")});
  REQUIRE(results.manifest.datasets.at(0).name == "wide");
  results.manifest.datasets[1].columns = 4;  // as many as rows
  Claim claim = faster_claim({0.1}, {"wide", "tall"});
  claim.when = DatasetShape::fewer_rows_than_columns;
  ClaimAnswer result = answer_to(claim, {results});
  REQUIRE(result.cells.size() == 1);
  CHECK(result.cells[0].dataset == "wide");
  CHECK(result.verdict == Verdict::reproduced);
  claim.when = DatasetShape::at_least_as_many_rows;
  result = answer_to(claim, {results});
  REQUIRE(result.cells.size() == 1);
  CHECK(result.cells[0].dataset == "tall");
  CHECK(result.verdict == Verdict::not_reproduced);
  claim.datasets = {"wide"};
  result = answer_to(claim, {results});
  CHECK(result.cells.empty());
  CHECK(result.verdict == Verdict::undecided);
  CHECK(result.reason == "no dataset has m >= n");
}

TEST_CASE("without references every cell is undecided and says so") {
  ResultsFolder results = results_of({runs_arriving("quick", {1, 1, 1}), runs_arriving("slow", {2, 2, 2})});
  results.manifest.references.clear();
  const ClaimAnswer result = answer_to(faster_claim({0.1, 0.01}), {results});
  CHECK(result.verdict == Verdict::undecided);
  CHECK(result.has_results);
  for (const ClaimCell& cell : result.cells) CHECK(cell.remark == "no certified optimum");
}

TEST_CASE("sparsity and rates are answered too") {
  ResultsFolder results = results_of({runs_arriving("quick", {1, 1, 1}), runs_arriving("slow", {2, 2, 2})});
  Claim claim = faster_claim();
  claim.assertion = EqualSparsityAssertion{{"quick", ""}, {{"slow", ""}}, {0.1}, 1.25};
  CHECK(answer_to(claim, {results}).verdict == Verdict::reproduced);  // three weights each
  claim.assertion = RateAssertion{{"quick", ""}, -0.5, false, 0.1};
  const ClaimAnswer rate = answer_to(claim, {results});
  REQUIRE(rate.cells.size() == 1);
  CHECK(rate.verdict == Verdict::undecided);
  CHECK_THAT(rate.cells[0].remark, ContainsSubstring("checkpoints in the last decade are too few"));
}

TEST_CASE("the rules speak of the kinds of claims that there are") {
  Claims claims = test::example_claims({faster_claim()});
  CHECK_THAT(verdict_rules(claims), StartsWith("Times are CPU seconds"));
  CHECK_THAT(verdict_rules(claims), !ContainsSubstring("slope") && ContainsSubstring("at least half"));
  claims.claims[0].assertion = RateAssertion{{"quick", ""}, -0.5, false, 0.1};
  CHECK_THAT(verdict_rules(claims), StartsWith("A slope is") && !ContainsSubstring("Times are"));
}
