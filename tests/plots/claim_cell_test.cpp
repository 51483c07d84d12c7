#include "plots/claim_cell.hpp"

#include <cmath>
#include <limits>

#include "tests/catch.hpp"
#include "tests/plots/example_claims.hpp"

using namespace descent;
using test::certified_run;
using test::nowhere;
using test::runs_arriving;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// "quick" against "slow" to a relative suboptimality of 0.1.
ClaimCell compared(std::vector<std::vector<ResultRow>> quick, std::vector<std::vector<ResultRow>> slow,
                   double gap = 1e-9) {
  const ResultsFolder results = test::certified_results(test::joined({std::move(quick), std::move(slow)}));
  ManifestReference reference = results.manifest.references.at(0);
  reference.objective = reference.lower_bound * (1 + gap);
  const auto cells = cells_of(results);
  return compare_times(cells.at(0), cells.at(1), &reference, 0.1);
}

/// The same at one time each.
ClaimCell compared(const std::vector<double>& quick, const std::vector<double>& slow) {
  return compared(runs_arriving("quick", quick), runs_arriving("slow", slow));
}

ClaimCell compared_sparsity(const std::vector<std::uint64_t>& first, const std::vector<std::uint64_t>& second,
                            double target = 0.1) {
  std::vector<std::vector<ResultRow>> runs;
  for (const auto& [method, counts] : {std::pair{"first", &first}, std::pair{"second", &second}}) {
    for (std::size_t i = 0; i < counts->size(); ++i) {
      runs.push_back(certified_run({{0, 1}, {1, 0.5}, {2, 0.05}, {3, 0.01}}, method, i + 1));
      runs.back()[2].nonzeros = (*counts)[i];
    }
  }
  const ResultsFolder results = test::certified_results(std::move(runs));
  const auto cells = cells_of(results);
  return compare_sparsity(cells.at(0), cells.at(1), &results.manifest.references.at(0), target, 1.25);
}

}  // namespace

TEST_CASE("times: reproduced when the whole interval is above 1, with all the numbers") {
  const ClaimCell cell = compared({1, 2, 3}, {8, 10, 12});
  CHECK(cell.verdict == Verdict::reproduced);
  CHECK(cell.remark.empty());
  CHECK(cell.dataset == "a9a");
  CHECK(cell.experiment == "example");
  CHECK(cell.source == "file");
  CHECK(cell.target == 0.1);
  REQUIRE(cell.estimate);
  CHECK(cell.estimate->value.low == Approx(5));
  CHECK(cell.estimate->value.high == Approx(5));
  CHECK(cell.estimate->interval.low == Approx(8.0 / 3));
  CHECK(cell.estimate->interval.high == Approx(12));
  REQUIRE(cell.methods.size() == 2);
  CHECK(cell.methods[0].label == "The quick");
  CHECK(cell.methods[0].runs == 3);
  CHECK(cell.methods[0].arrived == 3);
  CHECK(cell.methods[0].measured == Approx(2));
  CHECK(cell.methods[1].measured == Approx(10));
}

TEST_CASE("times: not reproduced when none of it is, undecided when it contains 1") {
  const ClaimCell against = compared({8, 10, 12}, {1, 2, 3});
  CHECK(against.verdict == Verdict::not_reproduced);
  CHECK(against.estimate->interval.high == Approx(3.0 / 8));
  CHECK(compared({2, 2, 2}, {2, 2, 2}).verdict == Verdict::not_reproduced);  // equal is not faster
  const ClaimCell open = compared({1, 5, 9}, {2, 6, 10});
  CHECK(open.verdict == Verdict::undecided);
  CHECK(open.remark == "the interval contains 1");
  CHECK(open.estimate->value.low == Approx(6.0 / 5));
}

TEST_CASE("times: runs that never get there count as longer than their budget of 100 s") {
  const ClaimCell cell = compared({1, 2, 3}, {nowhere, nowhere, nowhere});
  CHECK(cell.verdict == Verdict::reproduced);
  CHECK(cell.methods[1].arrived == 0);
  CHECK_FALSE(cell.methods[1].measured);
  CHECK(cell.estimate->value.low == Approx(50));
  CHECK(cell.estimate->value.high == infinity);
  CHECK(cell.estimate->interval.high == infinity);
  // A resample in fifteen has medians of 3 and 4.
  CHECK(compared({nowhere, nowhere, 3}, {1, 2, 4}).verdict == Verdict::undecided);
  CHECK(compared({nowhere, nowhere, nowhere}, {1, 2, 3}).verdict == Verdict::not_reproduced);
  const ClaimCell nobody = compared({nowhere, nowhere, 3}, {nowhere, nowhere, nowhere});
  CHECK(nobody.verdict == Verdict::undecided);
  CHECK(nobody.remark == "the median run of neither gets there");
}

TEST_CASE("times: a method that gave up never arrives, one that crashed tells nothing") {
  auto gave_up = runs_arriving("quick", {nowhere, nowhere, nowhere});
  auto crashed = gave_up;
  for (std::size_t i = 0; i < 3; ++i) {
    gave_up[i].back().status = run_status::stalled;
    crashed[i] = test::failed_run(i + 1);
    crashed[i][0].method = "quick";
  }
  const ClaimCell stalled = compared(gave_up, runs_arriving("slow", {1, 2, 3}));
  CHECK(stalled.verdict == Verdict::not_reproduced);
  CHECK(stalled.estimate->value == Bounds{0, 0});
  const ClaimCell failed = compared(crashed, runs_arriving("slow", {1, 2, 3}));
  CHECK(failed.verdict == Verdict::undecided);
  CHECK(failed.estimate->value == Bounds{0, infinity});
}

TEST_CASE("times: who is there at the first checkpoint may have been there earlier") {
  const auto at_once = [](const std::string& method) {
    std::vector<std::vector<ResultRow>> runs;
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      runs.push_back(certified_run({{0, 1}, {0.5, 0.01}}, method, seed));
    return runs;
  };
  const ClaimCell both = compared(at_once("quick"), at_once("slow"));
  CHECK(both.verdict == Verdict::undecided);
  CHECK(both.remark == "both are there at the first checkpoint");
  const ClaimCell one = compared(at_once("quick"), runs_arriving("slow", {2, 2, 2}));
  CHECK(one.verdict == Verdict::reproduced);
  CHECK(one.estimate->value.low == Approx(4));
  CHECK(one.estimate->value.high == infinity);
}

TEST_CASE("times: setup is added beside, and may change the answer") {
  auto quick = runs_arriving("quick", {1, 1, 1});
  auto slow = runs_arriving("slow", {2, 2, 2});
  for (auto& run : quick) {
    for (ResultRow& row : run) row.setup_seconds = 3;
  }
  const ClaimCell cell = compared(quick, slow);
  CHECK(cell.verdict == Verdict::reproduced);
  REQUIRE(cell.estimate_with_setup);
  CHECK(cell.estimate_with_setup->value.low == Approx(2.25 / 4));  // the examples' own setup takes 0.25 s
  CHECK(cell.verdict_with_setup == Verdict::not_reproduced);
}

TEST_CASE("times: without certificate, with a loose one or with two runs nothing is decided") {
  const auto quick = runs_arriving("quick", {1, 2, 3});
  const auto slow = runs_arriving("slow", {8, 10, 12});
  CHECK(compared(quick, slow, 0.0099).verdict == Verdict::reproduced);
  const ClaimCell loose = compared(quick, slow, 0.011);
  CHECK(loose.verdict == Verdict::undecided);
  CHECK(loose.remark == "the optimum is certified to 1.1e-02 only");
  CHECK_FALSE(loose.estimate);
  const ClaimCell few = compared({1, 2}, {8, 10, 12});
  CHECK(few.verdict == Verdict::undecided);
  CHECK(few.remark == "2 runs of The quick, 3 are needed");

  auto unbounded = quick;
  for (auto& run : unbounded) {
    for (ResultRow& row : run) row.lower_bound = row.suboptimality = std::nullopt;
  }
  CHECK(compared(unbounded, slow).remark == "no certified optimum");
  const ResultsFolder results = test::certified_results(test::joined({quick, slow}));
  const auto cells = cells_of(results);
  CHECK(compare_times(cells.at(0), cells.at(1), nullptr, 0.1).remark == "no certified optimum");
}

TEST_CASE("sparsity: counts at the first checkpoint within the target are compared") {
  const ClaimCell equal = compared_sparsity({100, 100, 104}, {110, 112, 115});
  CHECK(equal.verdict == Verdict::reproduced);
  CHECK(equal.estimate->value.low == Approx(1.12));
  CHECK(equal.methods[0].measured == 100.0);
  CHECK(equal.methods[1].measured == 112.0);
  CHECK(equal.methods[1].arrived == 3);
  CHECK(compared_sparsity({100, 100, 100}, {130, 140, 150}).verdict == Verdict::not_reproduced);
  CHECK(compared_sparsity({130, 140, 150}, {100, 100, 100}).verdict == Verdict::not_reproduced);
  const ClaimCell open = compared_sparsity({100, 100, 100}, {110, 120, 130});
  CHECK(open.verdict == Verdict::undecided);
  CHECK(open.remark == "the interval reaches across the limit");
}

TEST_CASE("sparsity: runs that do not come near enough have no count") {
  const ClaimCell cell = compared_sparsity({100, 100, 100}, {100, 100, 100}, 0.001);
  CHECK(cell.verdict == Verdict::undecided);
  CHECK(cell.remark == "0 of 3 runs of The first get there, 3 are needed");
}

TEST_CASE("rate: a slope is held against the expected one plus the tolerance") {
  std::vector<test::Step> steps{{0, 1}};
  for (double seconds = 0.1; seconds < 101; seconds *= std::pow(10, 0.1))
    steps.push_back({seconds, 0.5 / std::sqrt(10 * seconds)});  // passes are ten times the seconds
  std::vector<std::vector<ResultRow>> runs;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) runs.push_back(certified_run(steps, "m", seed));
  const ResultsFolder results = test::certified_results(runs);
  const auto cells = cells_of(results);
  ManifestReference reference = results.manifest.references.at(0);
  const auto check = [&](double slope, double tolerance) {
    return check_rate(cells.at(0), &reference, {{"m", ""}, slope, false, tolerance});
  };
  const ClaimCell as_expected = check(-0.5, 0.1);
  CHECK(as_expected.verdict == Verdict::reproduced);
  CHECK(as_expected.remark == "over passes 100 to 1000");
  CHECK(as_expected.estimate->value.low == Approx(-0.5).margin(1e-6));
  CHECK_FALSE(as_expected.target);
  CHECK(as_expected.methods.at(0).measured == Approx(0.5 * test::example_bound / std::sqrt(1000)));
  CHECK_THAT(check(-0.3, 0.1).remark, ContainsSubstring("steeper than the bound"));
  CHECK(check(-0.3, 0.1).verdict == Verdict::reproduced);
  CHECK(check(-1, 0.1).verdict == Verdict::not_reproduced);
  CHECK_THAT(check(-1, 0.1).remark, ContainsSubstring("flatter than the bound"));

  // As fast, but from far above where the runs began.
  for (auto& run : runs) run.front().suboptimality = 0.004;
  const ResultsFolder risen = test::certified_results(runs);
  const auto risen_cells = cells_of(risen);
  const ClaimCell above = check_rate(risen_cells.at(0), &reference, {{"m", ""}, -0.5, false, 0.1});
  CHECK(above.verdict == Verdict::reproduced);
  CHECK(above.remark == "over passes 100 to 1000; still above the 0.004 that the runs began with");

  reference.objective = reference.lower_bound * (1 + 0.002);  // the last suboptimality is 0.016
  CHECK(check(-0.5, 0.1).verdict == Verdict::undecided);
  CHECK_THAT(check(-0.5, 0.1).remark, ContainsSubstring("not far enough above the certificate's gap"));
  CHECK(check_rate(cells.at(0), nullptr, {{"m", ""}, -1, false, 0}).remark == "no certified optimum");
}
