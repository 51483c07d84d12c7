#include "plots/claims/comparison.hpp"

#include <cmath>

#include "support/numbers/infinity.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"

using namespace descent;
using test::certified_run;
using test::nowhere;
using test::runs_arriving;
using test::ten;

namespace {

/// "quick" against "slow" to that target, decided for itself.
Comparison compared(std::vector<std::vector<ResultRow>> quick, std::vector<std::vector<ResultRow>> slow,
                    double gap = 1e-9, const Target& target = {TargetScale::optimum, 0.1}) {
  const ResultsFolder results = test::certified_results(test::joined({std::move(quick), std::move(slow)}));
  ManifestOptimum optimum = results.manifest.optima.at(0);
  optimum.objective = optimum.lower_bound * (1 + gap);
  const auto cells = run_groups(results);
  Comparison cell = compare_times(cells.at(0), cells.at(1), &optimum, target);
  decide({&cell, 1});
  return cell;
}

/// The same at one time each.
Comparison compared(const std::vector<double>& quick, const std::vector<double>& slow) {
  return compared(runs_arriving("quick", quick), runs_arriving("slow", slow));
}

Comparison compared_sparsity(const std::vector<std::uint64_t>& first,
                             const std::vector<std::uint64_t>& second, double target = 0.1) {
  std::vector<std::vector<ResultRow>> runs;
  for (const auto& [method, counts] : {std::pair{"first", &first}, std::pair{"second", &second}}) {
    for (std::size_t i = 0; i < counts->size(); ++i) {
      // The first runs come nearer than the others.
      runs.push_back(certified_run({{0, 1}, {1, 0.5}, {2, 0.05}, {3, i < 6 ? 0.01 : 0.04}}, method, i + 1));
      runs.back()[2].nonzeros = (*counts)[i];
    }
  }
  const ResultsFolder results = test::certified_results(std::move(runs));
  const auto cells = run_groups(results);
  Comparison cell = compare_sparsity(cells.at(0), cells.at(1), &results.manifest.optima.at(0),
                                     {TargetScale::optimum, target}, 1.25);
  decide({&cell, 1});
  return cell;
}

const std::vector<double> one_to_ten{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

}  // namespace

TEST_CASE("times: reproduced when hardly by chance, with all the numbers") {
  const Comparison cell = compared(one_to_ten, {11, 12, 13, 14, 15, 16, 17, 18, 19, 20});
  CHECK(cell.verdict() == Verdict::reproduced);
  CHECK(cell.remark.empty());
  CHECK(cell.dataset == "a9a");
  CHECK(cell.experiment == "example");
  CHECK(cell.source == "file");
  CHECK(cell.target == 0.1);
  REQUIRE(cell.judgement);
  CHECK(cell.judgement->estimate.value.low == Approx(cell.judgement->estimate.value.high));
  CHECK(cell.judgement->estimate.value.low > 2);
  CHECK(cell.judgement->estimate.value.low < 4);
  CHECK(cell.judgement->estimate.interval.low > 1);
  REQUIRE(cell.judgement->p);
  CHECK(cell.judgement->p->for_claim == Approx(1 / 184'756.0));
  CHECK(cell.judgement->p->against_claim == 1);
  CHECK(cell.judgement->holm_p == Approx(2 / 184'756.0));  // the only one of its family
  REQUIRE(cell.methods.size() == 2);
  CHECK(cell.methods[0].label == "The quick");
  CHECK(cell.methods[0].runs == 10);
  CHECK(cell.methods[0].arrived == 10);
  CHECK(cell.methods[0].measured->is_exact());
  CHECK(cell.methods[0].measured->low == Approx(5.5));
  CHECK(cell.methods[1].measured->low == Approx(15.5));
}

TEST_CASE("times: not reproduced the other way round, undecided when it may be chance") {
  const Comparison against = compared(ten(10), ten(2));
  CHECK(against.verdict() == Verdict::not_reproduced);
  CHECK(against.judgement->estimate.interval.high == Approx(0.2));
  CHECK(compared(ten(2), ten(2)).verdict() == Verdict::undecided);  // ties show nothing
  const Comparison open = compared(one_to_ten, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  CHECK(open.verdict() == Verdict::undecided);
  CHECK(open.remark == "may be chance");
  CHECK(open.judgement->estimate.value.low > 1);
  CHECK(open.judgement->estimate.interval.low < 1);
}

TEST_CASE("times: the more comparisons, the surer each of them must be") {
  // 77 pairs of 100 speak for the claim: p = 0.043, which is enough for one comparison and not for two.
  const Comparison cell = compared(one_to_ten, {50, 50, 50, 50, 50, 50, 8.5, 3.5, 3.5, 3.5});
  REQUIRE(cell.judgement->p->two_sided() == Approx(0.0433).margin(1e-3));
  CHECK(cell.verdict() == Verdict::reproduced);
  Comparison again = cell;
  again.judgement->verdict = Verdict::undecided;
  std::vector<Comparison> two{again, again};
  decide(two);
  CHECK(two[0].judgement->holm_p == Approx(2 * cell.judgement->p->two_sided()));
  CHECK(two[0].verdict() == Verdict::undecided);
  CHECK(two[0].remark == "may be chance among so many comparisons");
  // Beside one that is sure it is the last to be held against its limit.
  std::vector<Comparison> other{again, compared(ten(1), ten(2))};
  decide(other);
  CHECK(other[0].verdict() == Verdict::reproduced);
  CHECK(other[1].judgement->holm_p == Approx(4 / 184'756.0));
  // One without a p-value is none of the family.
  other[1].judgement->p.reset();
  other[1].judgement->verdict = Verdict::not_reproduced;
  decide(other);
  CHECK(other[0].judgement->holm_p == Approx(cell.judgement->p->two_sided()));
  CHECK(other[1].verdict() == Verdict::not_reproduced);
}

TEST_CASE("times: runs that never get there count as longer than their budget of 100 s") {
  const Comparison cell = compared(ten(2), ten(nowhere));
  CHECK(cell.verdict() == Verdict::reproduced);
  CHECK(cell.methods[1].arrived == 0);
  CHECK(cell.methods[1].measured == Bounds{100, infinity});
  CHECK(cell.judgement->estimate.value.low == Approx(50));
  CHECK(cell.judgement->estimate.value.high == infinity);
  CHECK(cell.judgement->estimate.interval.high == infinity);
  CHECK(compared(ten(nowhere), ten(2)).verdict() == Verdict::not_reproduced);
  const Comparison nobody = compared(ten(nowhere), ten(nowhere));
  CHECK(nobody.verdict() == Verdict::undecided);
  CHECK(nobody.remark == "the median run of neither gets there");
  // The median is that of all runs: with four of ten there it is open, with six it is not.
  std::vector<double> some = ten(nowhere);
  some[0] = some[1] = some[2] = some[3] = 1;
  CHECK(compared(some, ten(2)).methods[0].measured == Bounds{100, infinity});
  some[4] = some[5] = 3;
  CHECK(compared(some, ten(2)).methods[0].measured->high == Approx(3));
  CHECK(compared(some, ten(2)).methods[0].arrived == 6);
}

TEST_CASE("times: a method that gave up never arrives, one that crashed tells nothing") {
  auto gave_up = runs_arriving("quick", ten(nowhere));
  auto crashed = gave_up;
  for (std::size_t i = 0; i < 10; ++i) {
    gave_up[i].back().status = run_status::stalled;
    crashed[i] = test::failed_run(i + 1);
    crashed[i][0].method = "quick";
  }
  const Comparison stalled = compared(gave_up, runs_arriving("slow", ten(2)));
  CHECK(stalled.verdict() == Verdict::not_reproduced);
  CHECK(stalled.judgement->estimate.value == Bounds{0, 0});
  const Comparison failed = compared(crashed, runs_arriving("slow", ten(2)));
  CHECK(failed.verdict() == Verdict::undecided);
  CHECK(failed.judgement->estimate.value == Bounds{0, infinity});
}

TEST_CASE("times: a run that contradicts the certificate takes its comparison out of the verdict") {
  auto quick = runs_arriving("quick", ten(1));
  quick[4] = test::failed_run(5);
  quick[4][0].method = "quick";
  CHECK(compared(quick, runs_arriving("slow", ten(2))).verdict() == Verdict::reproduced);
  quick[4][0].status = run_status::failed("checkpoint 3: the objective 0.4 lies below the bound");
  const Comparison cell = compared(quick, runs_arriving("slow", ten(2)));
  CHECK(cell.verdict() == Verdict::undecided);
  CHECK_FALSE(cell.judgement);
  CHECK(cell.remark ==
        "a run of The quick contradicts the certificate: checkpoint 3: the objective 0.4 lies below the "
        "bound");
}

TEST_CASE("times: who is there at the first checkpoint may have been there earlier") {
  const auto at_once = [](const std::string& method) {
    std::vector<std::vector<ResultRow>> runs;
    for (std::uint64_t seed = 1; seed <= 10; ++seed)
      runs.push_back(certified_run({{0, 1}, {0.5, 0.01}}, method, seed));
    return runs;
  };
  const Comparison both = compared(at_once("quick"), at_once("slow"));
  CHECK(both.verdict() == Verdict::undecided);
  CHECK(both.remark == "both are there at the first checkpoint");
  const Comparison one = compared(at_once("quick"), runs_arriving("slow", ten(2)));
  CHECK(one.verdict() == Verdict::reproduced);
  CHECK(one.judgement->estimate.value.low == Approx(4));
  CHECK(one.judgement->estimate.value.high == infinity);
  CHECK(one.methods[0].measured == Bounds{0, 0.5});  // a bound, and no measurement
}

TEST_CASE("times: who dips below the target and leaves it again has not arrived") {
  std::vector<std::vector<ResultRow>> dips;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    dips.push_back(certified_run({{0, 1}, {0.001, 0.09}, {1, 0.5}, {50, 0.09}, {100, 0.5}}, "quick", seed));
  const Comparison cell = compared(dips, runs_arriving("slow", ten(2)));
  CHECK(cell.verdict() == Verdict::not_reproduced);
  CHECK(cell.methods[0].arrived == 0);
}

TEST_CASE("times: setup is added beside, and may change the answer") {
  const Comparison cell =
      compared(test::changed(runs_arriving("quick", ten(1)), &ResultRow::setup_seconds, 3),
               runs_arriving("slow", ten(2)));
  CHECK(cell.verdict() == Verdict::reproduced);
  REQUIRE(cell.with_setup);
  CHECK(cell.with_setup->estimate.value.low == Approx(2.25 / 4));  // the examples' own setup takes 0.25 s
  CHECK(cell.with_setup->verdict == Verdict::not_reproduced);
}

TEST_CASE("times: a share of the way from w = 0 is another target than a share of the optimum") {
  // F(0) - D* = 0.8 D*, and the runs arrive at 0.05 D*: a share of 0.0625.
  auto quick = runs_arriving("quick", ten(1));
  auto slow = runs_arriving("slow", ten(2));
  for (auto* runs : {&quick, &slow}) {
    for (auto& run : *runs) {
      run.front().suboptimality = 0.8 * test::example_bound;
      run.front().objective = 1.8 * test::example_bound;
    }
  }
  const auto arrived = [&](TargetScale scale, double target) {
    return compared(quick, slow, 1e-9, {scale, target}).methods[0].arrived;
  };
  CHECK(arrived(TargetScale::start, 0.063) == 10);
  CHECK(arrived(TargetScale::start, 0.06) == 0);
  CHECK(arrived(TargetScale::optimum, 0.06) == 10);
  CHECK(compared(quick, slow, 1e-9, {TargetScale::start, 0.1}).verdict() == Verdict::reproduced);
  // The certificate is held against the same unit.
  CHECK(compared(quick, slow, 0.0079, {TargetScale::start, 0.1}).judgement);
  CHECK(compared(quick, slow, 0.0081, {TargetScale::start, 0.1}).remark ==
        "the optimum is certified to 1.0e-02 only");
}

TEST_CASE("times: without certificate, with a loose one or with few runs nothing is decided") {
  const auto quick = runs_arriving("quick", ten(2));
  const auto slow = runs_arriving("slow", ten(10));
  CHECK(compared(quick, slow, 0.0099).verdict() == Verdict::reproduced);
  const Comparison loose = compared(quick, slow, 0.011);
  CHECK(loose.verdict() == Verdict::undecided);
  CHECK(loose.remark == "the optimum is certified to 1.1e-02 only");
  CHECK_FALSE(loose.judgement);
  const Comparison few = compared({1, 2, 3}, ten(10));
  CHECK(few.verdict() == Verdict::undecided);
  CHECK(few.remark == "3 runs of The quick, 10 are needed");
  CHECK(few.judgement->estimate.value.low == Approx(5));  // shown all the same
  CHECK_FALSE(few.judgement->p);
  CHECK_FALSE(few.judgement->holm_p);

  const auto unbounded = test::changed(test::changed(quick, &ResultRow::lower_bound, std::nullopt),
                                       &ResultRow::suboptimality, std::nullopt);
  CHECK(compared(unbounded, slow).remark == "no certified optimum");
  const ResultsFolder results = test::certified_results(test::joined({quick, slow}));
  const auto cells = run_groups(results);
  CHECK(compare_times(cells.at(0), cells.at(1), nullptr, {TargetScale::optimum, 0.1}).remark ==
        "no certified optimum");
}

TEST_CASE("sparsity: counts at the first checkpoint within the target are compared") {
  const std::vector<std::uint64_t> hundred{100, 100, 100, 100, 100, 100, 100, 100, 100, 104};
  const std::vector<std::uint64_t> more(10, 112);
  const std::vector<std::uint64_t> far_more{130, 140, 150, 130, 140, 150, 130, 140, 150, 160};
  const Comparison equal = compared_sparsity(hundred, more);
  CHECK(equal.verdict() == Verdict::reproduced);
  CHECK(equal.judgement->estimate.value.low == Approx(1.12));
  CHECK(equal.methods[0].measured == Bounds{100, 100});
  CHECK(equal.methods[1].measured == Bounds{112, 112});
  CHECK(equal.methods[1].arrived == 10);
  CHECK(compared_sparsity(hundred, far_more).verdict() == Verdict::not_reproduced);
  const Comparison less = compared_sparsity(far_more, hundred);
  CHECK(less.verdict() == Verdict::not_reproduced);
  // 97 of 100 pairs are outside on one side, as in 7 of all arrangements at least: doubled once.
  CHECK(less.judgement->p->two_sided() == Approx(2 * 7 / 184'756.0));
  const Comparison open = compared_sparsity(hundred, {110, 120, 130, 110, 120, 130, 110, 120, 130, 140});
  CHECK(open.verdict() == Verdict::undecided);
  CHECK(open.remark == "may be chance");
  CHECK(compared_sparsity({100, 100, 100}, more).remark == "3 runs of The first, 10 are needed");
}

TEST_CASE("sparsity: runs that do not come near enough may have any number") {
  const std::vector<std::uint64_t> hundred(10, 100);
  const Comparison nobody = compared_sparsity(hundred, hundred, 0.001);
  CHECK(nobody.verdict() == Verdict::undecided);
  CHECK(nobody.remark == "0 of 10 runs of The second get there");
  CHECK(nobody.judgement->estimate.value == Bounds{0, infinity});
  // Six runs each get to 0.01, which leaves 36 sure pairs of 100.
  const Comparison some = compared_sparsity(hundred, hundred, 0.02);
  CHECK(some.methods[0].arrived == 6);
  CHECK(some.verdict() == Verdict::undecided);
  CHECK(some.judgement->estimate.interval == Bounds{0, infinity});
}

TEST_CASE("rate: a slope is held against the expected one plus the tolerance") {
  std::vector<test::Step> steps{{0, 1}};
  for (double seconds = 0.1; seconds < 101; seconds *= std::pow(10, 0.1))
    steps.push_back({seconds, 0.5 / std::sqrt(10 * seconds)});  // passes are ten times the seconds
  std::vector<std::vector<ResultRow>> runs;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) runs.push_back(certified_run(steps, "m", seed));
  const ResultsFolder results = test::certified_results(runs);
  const auto cells = run_groups(results);
  ManifestOptimum optimum = results.manifest.optima.at(0);
  const auto check_cell = [&](const RunGroup& of, double slope, double tolerance) {
    Comparison cell = check_rate(of, &optimum, {slope, false, tolerance});
    decide({&cell, 1});
    return cell;
  };
  const auto check = [&](double slope, double tolerance) {
    return check_cell(cells.at(0), slope, tolerance);
  };
  const Comparison as_expected = check(-0.5, 0.1);
  CHECK(as_expected.verdict() == Verdict::reproduced);
  CHECK(as_expected.remark == "over passes 100 to 1000");
  CHECK(as_expected.judgement->estimate.value.low == Approx(-0.5).margin(1e-6));
  CHECK_FALSE(as_expected.target);
  CHECK(as_expected.methods.at(0).measured->low == Approx(0.5 * test::example_bound / std::sqrt(1000)));
  CHECK_FALSE(as_expected.judgement->p);  // the runs do not differ
  CHECK_THAT(check(-0.3, 0.1).remark, ContainsSubstring("steeper than the bound"));
  CHECK(check(-0.3, 0.1).verdict() == Verdict::reproduced);
  CHECK(check(-1, 0.1).verdict() == Verdict::not_reproduced);
  CHECK_THAT(check(-1, 0.1).remark, ContainsSubstring("flatter than the bound"));

  // As fast, but from far above where the runs began.
  auto risen_runs = runs;
  for (auto& run : risen_runs) run.front().suboptimality = 0.004;
  const ResultsFolder risen = test::certified_results(risen_runs);
  const Comparison above = check_cell(run_groups(risen).at(0), -0.5, 0.1);
  CHECK(above.verdict() == Verdict::reproduced);
  CHECK(above.remark == "over passes 100 to 1000; still above the 0.004 that the runs began with");

  runs.resize(9);
  const ResultsFolder nine = test::certified_results(runs);
  const Comparison few = check_cell(run_groups(nine).at(0), -0.5, 0.1);
  CHECK(few.verdict() == Verdict::undecided);
  CHECK(few.remark == "over passes 100 to 1000; 9 runs of The m, 10 are needed");
  CHECK(few.judgement->estimate.value.low == Approx(-0.5).margin(1e-6));

  optimum.objective = optimum.lower_bound * (1 + 0.002);  // the last suboptimality is 0.016
  CHECK(check(-0.5, 0.1).verdict() == Verdict::undecided);
  CHECK_THAT(check(-0.5, 0.1).remark, ContainsSubstring("not far enough above the certificate's gap"));
  CHECK(check_rate(cells.at(0), nullptr, {-1, false, 0}).remark == "no certified optimum");
}

TEST_CASE("rate: runs that do not differ are decided by both halves of the decade, others by chance") {
  const auto cell_of_runs = [](double early, double late, double spread) {
    std::vector<std::vector<ResultRow>> runs;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      // So steep up to 316 of 1000 passes, and so steep from there on.
      std::vector<test::Step> steps{{0, 1}};
      for (double seconds = 0.1; seconds < 101; seconds *= std::pow(10, 0.1)) {
        const double s = seconds / std::sqrt(1000);
        const double tilt = spread * (static_cast<double>(seed) - 5.5);
        steps.push_back({seconds, 0.01 * std::pow(s, (s < 1 ? early : late) + tilt)});
      }
      runs.push_back(certified_run(steps, "m", seed));
    }
    const ResultsFolder results = test::certified_results(runs);
    Comparison cell =
        check_rate(run_groups(results).at(0), &results.manifest.optima.at(0), {-0.5, false, 0.1});
    decide({&cell, 1});
    return cell;
  };
  CHECK(cell_of_runs(-0.5, -0.7, 0).verdict() == Verdict::reproduced);
  CHECK(cell_of_runs(-0.3, -0.2, 0).verdict() == Verdict::not_reproduced);
  const Comparison bent = cell_of_runs(-0.8, -0.2, 0);
  CHECK(bent.verdict() == Verdict::undecided);
  CHECK_THAT(bent.remark, ContainsSubstring("the slopes of its halves lie on both sides"));
  CHECK_FALSE(bent.judgement->p);
  const Comparison noisy = cell_of_runs(-0.5, -0.5, 0.02);
  CHECK(noisy.verdict() == Verdict::reproduced);
  CHECK(noisy.judgement->p->for_claim < 0.01);
}
