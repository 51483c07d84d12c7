#include "plots/claims/verdict.hpp"

#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"
#include "tests/plots/claims/example_counts.hpp"

using namespace descent;
using test::example_claims;
using test::faster_claim;
using test::five;
using test::nowhere;
using test::race;
using test::runs_arriving;

namespace {

/// Answer to the only claim, in the only setting with results.
SettingAnswer only_answer(const Claims& claims, const std::vector<ResultsFolder>& results) {
  const Answers answers = answer(claims, {results});
  REQUIRE(answers.at(0).size() == 1);
  return answers[0][0];
}

/// "x: holds", "x stand-in: fails (no vote)".
std::vector<std::string> verdicts_in(const SettingAnswer& answer) {
  std::vector<std::string> texts;
  for (const DatasetVerdict& each : answer.datasets)
    texts.push_back(each.dataset + (each.source == "file" ? ": " : ' ' + each.source + ": ") +
                    std::string(text_of(each.verdict)) + (each.votes ? "" : " (no vote)"));
  return texts;
}

using Texts = std::vector<std::string>;

/// Runs under L2, with that variant of "quick".
ResultsFolder l2_race(double quick, double slow, const std::string& variant, const ObjectiveForm& form) {
  ResultsFolder results = race(quick, slow);
  std::vector<std::vector<ResultRow>> runs;
  for (const StoredRun& run : results.runs) {
    runs.push_back(test::changed(run.rows, &ResultRow::regularizer, "l2"));
    if (run.rows[0].method == "quick") runs.back() = test::changed(runs.back(), &ResultRow::variant, variant);
  }
  results = test::certified_results(runs);
  results.manifest.form = form;
  return results;
}

}  // namespace

TEST_CASE("a dataset holds or fails if most decided comparisons say so and none says the reverse") {
  const auto verdict = [](const std::vector<Answer>& answers, bool of_times = true) {
    std::vector<Comparison> comparisons(answers.size());
    for (std::size_t i = 0; i < answers.size(); ++i) comparisons[i].answer = answers[i];
    return verdict_of(comparisons, of_times);
  };
  constexpr auto yes = Answer::in_favour;
  constexpr auto no = Answer::against;
  constexpr auto level = Answer::level;
  constexpr auto open = Answer::undecided;
  CHECK(verdict({yes, yes}) == Verdict::holds);
  CHECK(verdict({yes, yes, level}) == Verdict::holds);
  CHECK(verdict({yes, yes, open, open, open}) == Verdict::holds);
  CHECK(verdict({no, no, level}) == Verdict::fails);
  CHECK(verdict({no, open, no}) == Verdict::fails);
  CHECK(verdict({yes, level}) == Verdict::mixed);  // half is not more than half
  CHECK(verdict({no, level}) == Verdict::mixed);
  CHECK(verdict({level, level}) == Verdict::mixed);
  CHECK(verdict({yes, yes, yes, yes, no}) == Verdict::mixed);
  CHECK(verdict({no, no, no, no, yes}) == Verdict::mixed);
  CHECK(verdict({}) == Verdict::open);
  CHECK(verdict({yes, open, open}) == Verdict::open);
  CHECK(verdict({no}) == Verdict::open);
  // A number needs one comparison.
  CHECK(verdict({yes, open}, false) == Verdict::holds);
  CHECK(verdict({no}, false) == Verdict::fails);
  CHECK(verdict({open}, false) == Verdict::open);
}

TEST_CASE("a dataset has a comparison for each rival and target") {
  Claim claim = faster_claim();
  claim.others = {{"slow"}, {"slower"}};
  claim.targets = {0.3, 0.01};
  const SettingAnswer found = only_answer(
      example_claims({claim}), {test::certified_results(test::joined(
                                   {runs_arriving("quick", five(20)), runs_arriving("slow", five(60)),
                                    runs_arriving("slower", five(nowhere))}))});
  REQUIRE(found.datasets.size() == 1);
  const DatasetVerdict& verdict = found.datasets[0];
  CHECK(verdict.verdict == Verdict::holds);
  CHECK(verdict.experiment == "example");
  CHECK(verdict.scale == TargetScale::optimum);
  REQUIRE(verdict.comparisons.size() == 4);
  const auto check = [&](std::size_t i, const char* rival, double target, Answer expected) {
    CAPTURE(i);
    CHECK(verdict.comparisons[i].methods.at(1).label == rival);
    CHECK(verdict.comparisons[i].target == target);
    CHECK(verdict.comparisons[i].answer == expected);
  };
  check(0, "The slow", 0.3, Answer::in_favour);
  check(1, "The slow", 0.01, Answer::undecided);
  check(2, "The slower", 0.3, Answer::in_favour);
  check(3, "The slower", 0.01, Answer::undecided);
  // A claim about two rivals is not answered by a configuration that has only one of them.
  CHECK_FALSE(has_results(answer(example_claims({claim}), {std::vector{race(1, 2)}})));
  claim.others = {{"slow"}};
  CHECK(has_results(answer(example_claims({claim}), {std::vector{race(1, 2)}})));
}

TEST_CASE("of alternatives the first with real results votes; stand-ins and supplements never do") {
  Claims claims = example_claims({faster_claim({{"x"}, {"big", "sample"}, {"ccat", "ccat-small"}})});
  claims.supplements = {"more"};
  const std::vector<ResultsFolder> all{race(1, 4, "more"),
                                       race(4, 1, "sample"),
                                       race(1, 4, "big"),
                                       race(1, 4, "sample", "stand-in"),
                                       race(4, 1, "x"),
                                       race(1, 4, "x", "stand-in"),
                                       race(1, 1, "other"),
                                       race(1, 1, "more", "stand-in"),
                                       race(1, 4, "ccat", "stand-in")};
  const SettingAnswer found = only_answer(claims, all);
  CHECK(verdicts_in(found) == Texts{"x: fails", "big: holds", "x stand-in: holds (no vote)",
                                    "sample: fails (no vote)", "sample stand-in: holds (no vote)",
                                    "ccat stand-in: holds (no vote)", "more: holds (no vote)",
                                    "more stand-in: mixed (no vote)"});
  CHECK(found.missing == Texts{"ccat or ccat-small"});
  CHECK(found.votes() == 2);
  CHECK(found.count(Verdict::holds) == 1);
  CHECK(found.count(Verdict::fails) == 1);
  CHECK(found.count(Verdict::mixed) == 0);

  const SettingAnswer without_big = only_answer(claims, {all[1], race(1, 4, "big", "stand-in")});
  CHECK(verdicts_in(without_big) == Texts{"sample: fails", "big stand-in: holds (no vote)"});
  CHECK(without_big.missing == Texts{"x", "ccat or ccat-small"});
}

TEST_CASE("the last folder that has both methods on a dataset counts") {
  ResultsFolder later = race(4, 1);
  later.runs = test::changed(later.runs, &ResultRow::experiment, "later");
  const Claims claims = example_claims({faster_claim({{"a9a"}, {"x"}})});
  const ResultsFolder only_quick = test::certified_results(runs_arriving("quick", five(1)));
  const SettingAnswer found = only_answer(claims, {race(1, 4), race(1, 4, "x"), later, only_quick});
  CHECK(verdicts_in(found) == Texts{"a9a: fails", "x: holds"});
  CHECK(found.datasets[0].experiment == "later");
  CHECK(found.datasets[0].passed_over == race(1, 4).runs[0].rows[0].experiment);
  CHECK(found.datasets[1].passed_over.empty());
  CHECK_FALSE(has_results(
      answer(claims, {std::vector{only_quick, test::certified_results(runs_arriving("slow", five(1)))}})));
}

TEST_CASE("only results of the claim's problem count") {
  const std::vector<ResultsFolder> results{race(1, 4)};
  const auto is_answered = [&](auto change) {
    Claims claims = example_claims({faster_claim()});
    change(claims.claims[0], claims.settings[0]);
    return has_results(answer(claims, {results}));
  };
  CHECK(is_answered([](Claim&, Setting&) {}));
  CHECK_FALSE(is_answered([](Claim& claim, Setting&) { claim.loss = "logistic"; }));
  CHECK_FALSE(is_answered([](Claim& claim, Setting&) { claim.regularizer = "l2"; }));
  CHECK_FALSE(is_answered([](Claim& claim, Setting&) { claim.method.variant = "step=1"; }));
  CHECK_FALSE(is_answered([](Claim& claim, Setting&) { claim.others[0].variant = "step=1"; }));
  CHECK_FALSE(is_answered([](Claim& claim, Setting&) { claim.datasets = {{"x"}}; }));
  CHECK_FALSE(is_answered([](Claim&, Setting& setting) { setting.lambda.factor = 0.1; }));
  CHECK_FALSE(is_answered([](Claim&, Setting& setting) { setting.form.is_sum = true; }));
  // Row weights make another problem.
  std::vector<ResultsFolder> weighted = results;
  weighted[0].manifest.datasets[0].weighting = "balanced class weights";
  CHECK_FALSE(has_results(answer(example_claims({faster_claim()}), {weighted})));
}

TEST_CASE("a setting compares the entries of its protocol, on its form of the problem") {
  const ObjectiveForm sum{true, 1};
  std::vector<ResultsFolder> results{l2_race(1, 4, "offset=true", sum), l2_race(4, 1, "offset=true", {})};
  // One folder has both variants of "quick", each under its own protocols.
  for (auto& run : test::joined({runs_arriving("quick", five(16))}))
    results[0].runs.push_back({test::changed(run, &ResultRow::regularizer, "l2")});
  results[0].manifest.methods.push_back({"quick", "", "Quick, plain"});
  results[0].manifest.methods[0].protocols = {"tuned", "own"};
  results[0].manifest.methods[2].protocols = {"published"};
  // "slow" takes part under every protocol of its configuration.
  results[1].manifest.methods[0].protocols = {"any"};
  Claim claim = faster_claim();
  claim.regularizer = "l2";
  const Lambda lambda{1, 1, "1/m"};
  const Claims claims = example_claims({claim}, {{"own", "", sum, lambda, "own"},
                                                 {"published", "", sum, lambda, "published"},
                                                 {"averaged", "", sum, lambda, "averaged"},
                                                 {"mean", "", {}, lambda, "any"}});
  const auto found = answer(claims, {results}).at(0);
  REQUIRE(found.size() == 3);  // no variant of "quick" takes part under "averaged"
  CHECK(found[0].setting == 0);
  CHECK(verdicts_in(found[0]) == Texts{"a9a: holds"});
  CHECK(found[0].datasets[0].comparisons.at(0).methods.at(0).label == "The quick offset=true");
  CHECK(found[1].setting == 1);
  CHECK(verdicts_in(found[1]) == Texts{"a9a: fails"});
  CHECK(found[1].datasets[0].comparisons.at(0).methods.at(0).label == "Quick, plain");
  CHECK(found[2].setting == 3);
  CHECK(verdicts_in(found[2]) == Texts{"a9a: fails"});
  // A configuration without protocols says nothing about how constants were chosen.
  for (ResultsFolder& each : results)
    for (ManifestMethod& method : each.manifest.methods) method.protocols.clear();
  CHECK_FALSE(has_results(answer(claims, {results})));
}

TEST_CASE("a setting with data of its own answers for the datasets that it replaces, and for no others") {
  Claims claims = example_claims({faster_claim({{"x"}, {"big", "sample"}, {"gone"}})});
  claims.settings[0].data = {{"big", "big-raw"}, {"sample", "sample-raw"}};
  claims.supplements = {"more"};
  const SettingAnswer found =
      only_answer(claims, {race(1, 4, "x"), race(1, 4, "big"), race(4, 1, "sample-raw"), race(1, 4, "more")});
  CHECK(verdicts_in(found) == Texts{"sample-raw: fails"});
  CHECK(found.datasets[0].stands_for == "sample");
  CHECK(found.missing.empty());
}

TEST_CASE("a claim may be about passes, and then time has no say") {
  // Ten passes per second for "slow", ten eighths for "quick".
  ResultsFolder results = race(4, 2);
  for (auto& run : results.runs) {
    for (ResultRow& row : run.rows) row.passes /= row.method == "quick" ? 8 : 1;
  }
  Claim claim = faster_claim();
  claim.axis = Axis::passes;
  const DatasetVerdict verdict = only_answer(example_claims({claim}), {results}).datasets.at(0);
  CHECK(verdict.verdict == Verdict::holds);
  CHECK(verdict.comparisons[0].estimate->value.low == Approx(4));
  CHECK(only_answer(example_claims({faster_claim()}), {results}).datasets[0].verdict == Verdict::fails);
}

TEST_CASE("a setting may leave setup out of the times, but not out of passes") {
  ResultsFolder results = race(1, 4);
  for (auto& run : results.runs)
    if (run.rows[0].method == "quick") run.rows = test::changed(run.rows, &ResultRow::setup_seconds, 30);
  Claims claims = example_claims({faster_claim()});
  CHECK(only_answer(claims, {results}).datasets.at(0).verdict == Verdict::fails);
  claims.settings[0].bills_setup = false;
  const DatasetVerdict verdict = only_answer(claims, {results}).datasets.at(0);
  CHECK(verdict.verdict == Verdict::holds);
  CHECK(verdict.comparisons[0].estimate->value.low == Approx(4));
  claims.claims[0].axis = Axis::passes;
  CHECK(only_answer(claims, {results}).datasets[0].comparisons[0].methods[0].measured->low == Approx(10));
}

TEST_CASE("claims about numbers of runs: nonzeros, slopes and counts") {
  const auto verdict = [](const Claim& claim, const ResultsFolder& results) {
    return only_answer(example_claims({claim}), {results}).datasets.at(0);
  };
  Claim nonzeros = faster_claim();
  nonzeros.number = {"nonzeros", NumberInRange::Relation::ratio_to_other, {0.8, 1.25}};
  const DatasetVerdict at_targets = verdict(nonzeros, race(1, 2));  // three weights each
  CHECK(at_targets.verdict == Verdict::holds);
  CHECK(at_targets.comparisons.size() == 2);
  nonzeros.targets.clear();
  const DatasetVerdict at_end = verdict(nonzeros, race(1, 2));
  CHECK(at_end.verdict == Verdict::holds);
  REQUIRE(at_end.comparisons.size() == 1);
  CHECK_FALSE(at_end.comparisons[0].target);
  CHECK_FALSE(at_end.scale);
  ResultsFolder dense = race(1, 2);
  dense.manifest.datasets[0].columns = 10;
  dense.manifest.optima[0].nonzeros = 9;
  CHECK(verdict(nonzeros, dense).verdict == Verdict::does_not_apply);
  CHECK(only_answer(example_claims({nonzeros}), {dense}).votes() == 0);
  dense.manifest.optima[0].nonzeros = 8;
  CHECK(verdict(nonzeros, dense).verdict == Verdict::holds);

  Claim reached = faster_claim();
  reached.others.clear();
  reached.targets = {0.1};
  reached.number = {"reached", NumberInRange::Relation::alone, {0, 0.5}};
  CHECK(verdict(reached, race(1, 2)).verdict == Verdict::fails);
  CHECK(verdict(reached, race(nowhere, 2)).verdict == Verdict::holds);

  Claim slope = faster_claim();
  slope.targets.clear();
  slope.others.clear();
  slope.number = {"slope", NumberInRange::Relation::alone, {-1, 0}};
  const DatasetVerdict open = verdict(slope, race(1, 2));
  CHECK(open.verdict == Verdict::open);
  CHECK_THAT(open.comparisons.at(0).remark, ContainsSubstring("checkpoints in the last decade are too few"));

  Claim updates = slope;
  updates.number = {"iterations", NumberInRange::Relation::alone, {400, 400}};
  CHECK(verdict(updates, race(1, 2)).verdict == Verdict::holds);  // 100 at each checkpoint
  updates.number->range = {401, 500};
  CHECK(verdict(updates, race(1, 2)).verdict == Verdict::fails);
  updates.number = {"iterations", NumberInRange::Relation::less_other, {-250, -150}};
  updates.others = {{"slow"}};
  CHECK(verdict(updates, race(1, 2)).verdict == Verdict::fails);        // equally many
  CHECK(verdict(updates, race(nowhere, 2)).verdict == Verdict::holds);  // 200
}

TEST_CASE("claims about models are answered from the last cross-validation that has them") {
  using test::split_row;
  const std::vector<CrossvalidationRow> first{split_row("L1", "minimum", "own", 0, 66),
                                              split_row("Logistic", "", "own", 0, 60)};
  std::vector<CrossvalidationRow> second{split_row("L1", "minimum", "own", 0, 59)};
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    second.push_back(split_row("L1", "minimum", "seeded", seed, 60 + seed));
  const std::vector<std::vector<CrossvalidationRow>> folders{first, second};
  Claim range;
  range.datasets = {{"german"}};
  range.of_models = true;
  range.method = {"L1", "minimum"};
  range.number = {"test_errors", NumberInRange::Relation::alone, {56, 70}};
  Claim fewer = range;
  fewer.others = {{"Logistic", ""}};
  fewer.number = {"test_errors", NumberInRange::Relation::less_other, {-1000, -0.5}};
  const Answers answers = answer(example_claims({range, fewer}), {{}, folders});
  const DatasetVerdict of_range = answers.at(0).at(0).datasets.at(0);
  CHECK(of_range.verdict == Verdict::holds);
  CHECK(of_range.experiment == "credit");
  REQUIRE(of_range.comparisons.size() == 2);
  CHECK(of_range.comparisons[0].split == "own");
  CHECK(of_range.comparisons[0].estimate->value == Bounds{59, 59});
  CHECK(of_range.comparisons[1].split == "seeded");
  CHECK(of_range.comparisons[1].estimate->value == Bounds{63, 63});
  const DatasetVerdict of_fewer = answers.at(1).at(0).datasets.at(0);
  CHECK(of_fewer.verdict == Verdict::fails);
  REQUIRE(of_fewer.comparisons.size() == 1);
  CHECK(of_fewer.comparisons[0].estimate->value == Bounds{6, 6});
}
