#include "plots/claims/verdict.hpp"

#include "plots/claims/verdict_report.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"

using namespace descent;
using test::faster_claim;
using test::joined;
using test::nowhere;
using test::runs_arriving;
using test::ten;

namespace {

/// In the only setting that the results have.
SettingAnswer answer_to(const Claim& claim, const std::vector<ResultsFolder>& results) {
  const Answers answers = answer(test::example_claims({claim}), results);
  REQUIRE(answers.claims.at(0).answers.size() == 1);
  return answers.claims[0].answers[0];
}

bool has_answer(const Claims& claims, const std::vector<ResultsFolder>& results) {
  return answer(claims, results).has_results();
}

ResultsFolder results_of(std::vector<std::vector<std::vector<ResultRow>>> lists) {
  return test::certified_results(joined(std::move(lists)));
}

/// "quick" arrives after one second, "slow" after two.
ResultsFolder quick_and_slow() {
  return results_of({runs_arriving("quick", ten(1)), runs_arriving("slow", ten(2))});
}

std::vector<Comparison> cells_with(const std::vector<Verdict>& verdicts) {
  std::vector<Comparison> cells;
  for (const Verdict verdict : verdicts) {
    cells.emplace_back();
    cells.back().judgement = Judgement{{}, std::nullopt, std::nullopt, verdict};
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
      results_of({runs_arriving("quick", ten(1), "b"), runs_arriving("slow", ten(2), "b"),
                  runs_arriving("quick", ten(2), "a"), runs_arriving("slow", ten(1), "a")});
  const SettingAnswer result = answer_to(faster_claim({0.1, 0.01}, {"a", "b", "c"}), {results});
  CHECK(result.verdict == Verdict::not_reproduced);
  CHECK(result.reason() == "holds in 1 of 4 comparisons, fails in 1, 2 undecided");
  CHECK(result.missing == std::vector<std::string>{"c"});
  REQUIRE(result.cells.size() == 4);
  const auto check = [&](std::size_t i, const char* dataset, double target, Verdict verdict,
                         const char* remark) {
    CAPTURE(i);
    CHECK(result.cells[i].dataset == dataset);
    CHECK(result.cells[i].target == target);
    CHECK(result.cells[i].verdict() == verdict);
    CHECK(result.cells[i].remark == remark);
  };
  check(0, "a", 0.1, Verdict::not_reproduced, "");
  check(1, "a", 0.01, Verdict::undecided, "the median run of neither gets there");
  check(2, "b", 0.1, Verdict::reproduced, "");
}

TEST_CASE("a comparison takes both methods from the same folder, the last that has them, and says so") {
  const ResultsFolder only_quick = results_of({runs_arriving("quick", ten(1))});
  const ResultsFolder only_slow = results_of({runs_arriving("slow", ten(2))});
  const ResultsFolder earlier = results_of({runs_arriving("quick", ten(2)), runs_arriving("slow", ten(1))});
  ResultsFolder both = results_of({runs_arriving("quick", ten(2)), runs_arriving("slow", ten(6))});
  both.runs = test::changed(both.runs, &ResultRow::experiment, "real");
  const Claims claims = test::example_claims({faster_claim({0.3, 0.1})});
  CHECK_FALSE(has_answer(claims, {only_quick, only_slow}));
  const std::vector<ResultsFolder> folders{earlier, both, only_quick};
  const Answers answers = answer(claims, folders);
  const SettingAnswer& result = answers.claims.at(0).answers.at(0);
  CHECK(result.verdict == Verdict::reproduced);
  CHECK(result.cells.at(0).judgement->estimate.value.low == Approx(3));
  CHECK(result.cells[0].experiment == "real");
  REQUIRE(answers.overlaps.size() == 1);
  CHECK(answers.overlaps[0].taken == "real");
  CHECK(answers.overlaps[0].passed_over == "example");
  CHECK(answers.overlaps[0].datasets == std::vector<std::string>{"a9a"});

  const VerdictSources sources{"claims.json", {"results/a", "results/b", "results/c"}};
  constexpr const char* line = "a9a from real instead of example";
  CHECK_THAT(
      verdict_text(claims, sources, answers, false),
      ContainsSubstring("several folders have are taken from the last one named:\n  " + std::string(line)));
  CHECK_THAT(verdict_markdown(claims, sources, answers), ContainsSubstring(line));
  CHECK_THAT(verdict_json(claims, sources, answers), ContainsSubstring("\"passed_over\": \"example\""));
}

TEST_CASE("only the claim's loss, regularizer, lambda and variant count") {
  ResultsFolder results = quick_and_slow();
  const Claim claim = faster_claim();
  const auto answers_with = [&](auto change) {
    Claims claims = test::example_claims({claim});
    change(claims);
    return has_answer(claims, {results});
  };
  CHECK(answers_with([](Claims&) {}));
  CHECK_FALSE(answers_with([](Claims& claims) { claims.claims[0].regularizer = "l2"; }));
  CHECK_FALSE(answers_with([](Claims& claims) { claims.claims[0].others[0].variant = "average=true"; }));
  CHECK_FALSE(answers_with([](Claims& claims) { claims.readings[0].lambda.factor = 0.1; }));
  CHECK_FALSE(answers_with([](Claims& claims) { claims.readings[0].form.is_sum = true; }));
  CHECK(answers_with([](Claims& claims) { claims.readings[0].form.l2_factor = 1; }));  // it is under L1
  CHECK_FALSE(answers_with([](Claims& claims) { claims.claims[0].loss = "logistic"; }));
}

namespace {

/// The runs as those of the problem with another regularizer and variant of "quick".
ResultsFolder under_l2(std::vector<std::vector<ResultRow>> runs, const std::string& variant,
                       const ObjectiveForm& form, const std::string& source) {
  runs = test::changed(test::changed(runs, &ResultRow::regularizer, "l2"), &ResultRow::source, source);
  for (auto& run : runs)
    if (run[0].method == "quick") run = test::changed(run, &ResultRow::variant, variant);
  ResultsFolder results = test::certified_results(std::move(runs));
  results.manifest.regularizers = {"l2"};
  results.manifest.form = form;
  for (ManifestMethod& method : results.manifest.methods) {
    if (method.name == "quick") method.variant = variant;
  }
  return results;
}

}  // namespace

TEST_CASE("a claim is answered by reading, protocol and source of the data, as far as there are results") {
  const ObjectiveForm sum{true, 1};
  const ObjectiveForm mean{};
  const auto runs = [](double quick, double slow) {
    return joined({runs_arriving("quick", ten(quick)), runs_arriving("slow", ten(slow))});
  };
  const std::vector<ResultsFolder> results{
      under_l2(runs(1, 2), "", sum, "file"),
      under_l2(runs(2, 1), "offset=true", sum, "file"),
      under_l2(runs(1, 3), "offset=true", mean, "file"),
      under_l2(runs(1, 4), "offset=true", mean, "stand-in"),
      under_l2(runs(1, 5), "", ObjectiveForm{true, 0.5}, "file"),  // of no reading
      test::certified_results(runs(1, 6)),                         // under L1
  };
  Claims claims = test::example_claims({faster_claim(), faster_claim(), faster_claim()});
  claims.readings = {{"as printed", sum, {1, 1, "1/m"}}, {"mean", mean, {1, 1, "1/m"}}};
  claims.protocols = {{"as published", {}}, {"all tuned", {{"l2", {"quick", "offset=true"}}}}};
  claims.claims[1].regularizer = "l2";
  claims.claims[2] = test::rate_claim();
  claims.claims[2].method = {"slow"};
  claims.claims[2].regularizer = "l2";
  const Answers answers = answer(claims, results);
  REQUIRE(answers.claims.size() == 3);

  // No protocol changes anything under L1.
  REQUIRE(answers.claims[0].answers.size() == 1);
  CHECK(answers.claims[0].answers[0].setting == ClaimSetting{1, std::nullopt, "file"});
  CHECK(answers.claims[0].answers[0].cells.at(0).judgement->estimate.value.low == Approx(6));

  const auto& found = answers.claims[1].answers;
  REQUIRE(found.size() == 4);
  const auto check = [&](std::size_t i, const ClaimSetting& setting, Verdict verdict, double ratio) {
    CAPTURE(i);
    CHECK(found[i].setting == setting);
    CHECK(found[i].verdict == verdict);
    REQUIRE(found[i].cells.size() == 1);
    CHECK(found[i].cells[0].judgement->estimate.value.low == Approx(ratio));
    CHECK(found[i].cells[0].source == setting.source);
  };
  check(0, {0, 0, "file"}, Verdict::reproduced, 2);
  check(1, {0, 1, "file"}, Verdict::not_reproduced, 0.5);
  check(2, {1, 1, "file"}, Verdict::reproduced, 3);
  check(3, {1, 1, "stand-in"}, Verdict::reproduced, 4);

  // "slow" is the same method under both protocols: of the first folder that has it.
  REQUIRE(answers.claims[2].answers.size() == 3);
  CHECK(answers.claims[2].answers[0].setting == ClaimSetting{0, std::nullopt, "file"});
  CHECK(answers.unknown_methods.empty());
}

TEST_CASE("comparisons of one claim in one setting are a family, those of other settings are none of it") {
  const ResultsFolder real = quick_and_slow();
  ResultsFolder made = real;
  made.runs = test::changed(made.runs, &ResultRow::source, "stand-in");
  const Answers answers =
      answer(test::example_claims({faster_claim({0.3, 0.2, 0.1})}), std::vector{real, made});
  REQUIRE(answers.claims[0].answers.size() == 2);
  for (const SettingAnswer& each : answers.claims[0].answers) {
    REQUIRE(each.cells.size() == 3);
    for (const Comparison& cell : each.cells)
      CHECK(cell.judgement->holm_p == Approx(3 * cell.judgement->p->two_sided()));
  }
}

TEST_CASE("a method that no results have is named, if they have others of its claim") {
  const ResultsFolder results = quick_and_slow();
  Claim misspelt = faster_claim();
  misspelt.others = {{"slow", ""}, {"slwo", "average=true"}};
  Claim elsewhere = faster_claim();
  elsewhere.method = {"a"};
  elsewhere.others = {{"b"}};
  Claim of_l2 = faster_claim();  // of which there are no results at all
  of_l2.regularizer = "l2";
  of_l2.others = {{"other", ""}};
  const Answers answers = answer(test::example_claims({misspelt, elsewhere, of_l2}), {&results, 1});
  REQUIRE(answers.unknown_methods.size() == 1);
  CHECK(text_of(answers.unknown_methods[0].method) == "slwo average=true");
  CHECK(answers.unknown_methods[0].there.empty());
  CHECK(answers.claims[0].answers.at(0).missing == std::vector<std::string>{"a9a"});
  // Of a variant that they do not have, those that they have are told.
  misspelt.others = {{"slow", "average=treu"}};
  CHECK(answer(test::example_claims({misspelt}), {&results, 1}).unknown_methods.at(0).there ==
        std::vector<std::string>{"slow"});
  Claim of_one = test::rate_claim();
  of_one.method = {"slow", "average=treu"};
  CHECK(answer(test::example_claims({of_one}), {&results, 1}).unknown_methods.at(0).there ==
        std::vector<std::string>{"slow"});
  of_one.datasets = {"elsewhere"};
  CHECK(answer(test::example_claims({of_one}), {&results, 1}).unknown_methods.empty());
}

TEST_CASE("a claim may be about passes, and then setup has no say") {
  // Ten passes a second: what is slower in seconds may need fewer passes.
  auto quick = runs_arriving("quick", ten(4));
  for (auto& run : quick) {
    for (ResultRow& row : run) row.passes /= 8;
  }
  const ResultsFolder results = results_of({quick, runs_arriving("slow", ten(2))});
  Claim claim = faster_claim();
  std::get<FasterAssertion>(claim.assertion).in = Axis::passes;
  const Answers answers = answer(test::example_claims({claim, faster_claim()}), {&results, 1});
  const SettingAnswer& in_passes = answers.claims[0].answers.at(0);
  CHECK(in_passes.verdict == Verdict::reproduced);
  CHECK_FALSE(in_passes.with_setup);
  CHECK(in_passes.cells[0].methods[0].measured->low == Approx(5));
  CHECK(in_passes.cells[0].judgement->estimate.value.low == Approx(4));
  CHECK(answers.claims[1].answers.at(0).verdict == Verdict::not_reproduced);
}

TEST_CASE("a claim about m < n leaves out datasets of the other shape") {
  ResultsFolder results =
      results_of({runs_arriving("quick", ten(1), "wide"), runs_arriving("slow", ten(2), "wide"),
                  runs_arriving("quick", ten(2), "tall"), runs_arriving("slow", ten(1), "tall")});
  REQUIRE(results.manifest.datasets.at(0).name == "wide");
  results.manifest.datasets[1].columns = 4;  // as many as rows
  Claim claim = faster_claim({0.1}, {"wide", "tall"});
  claim.when = "m < n";
  SettingAnswer result = answer_to(claim, {results});
  REQUIRE(result.cells.size() == 1);
  CHECK(result.cells[0].dataset == "wide");
  CHECK(result.verdict == Verdict::reproduced);
  claim.when = "m >= n";
  result = answer_to(claim, {results});
  REQUIRE(result.cells.size() == 1);
  CHECK(result.cells[0].dataset == "tall");
  CHECK(result.verdict == Verdict::not_reproduced);
  claim.datasets = {"wide"};
  CHECK_FALSE(has_answer(test::example_claims({claim}), {results}));
}

TEST_CASE("the shape of a dataset is that of its rows from the same source") {
  ResultsFolder real = quick_and_slow();
  ResultsFolder made = real;
  made.runs = test::changed(made.runs, &ResultRow::source, "stand-in");
  made.manifest.datasets.at(0).source = "stand-in";
  real.manifest.datasets.at(0).columns = 4;  // as many as rows
  Claim claim = faster_claim();
  claim.when = "m < n";
  for (const auto& folders : {std::vector{made, real}, std::vector{real, made}})
    CHECK(answer_to(claim, folders).setting.source == "stand-in");
}

TEST_CASE("without references every cell is undecided and says so") {
  ResultsFolder results = quick_and_slow();
  results.manifest.optima.clear();
  const SettingAnswer result = answer_to(faster_claim({0.1, 0.01}), {results});
  CHECK(result.verdict == Verdict::undecided);
  for (const Comparison& cell : result.cells) CHECK(cell.remark == "no certified optimum");
}

TEST_CASE("sparsity and rates are answered too") {
  ResultsFolder results = quick_and_slow();
  Claim claim = faster_claim();
  claim.assertion = EqualSparsityAssertion{1.25};
  CHECK(answer_to(claim, {results}).verdict == Verdict::reproduced);  // three weights each
  const SettingAnswer rate = answer_to(test::rate_claim(), {results});
  REQUIRE(rate.cells.size() == 1);
  CHECK(rate.verdict == Verdict::undecided);
  CHECK_THAT(rate.cells[0].remark, ContainsSubstring("checkpoints in the last decade are too few"));
}

TEST_CASE("the rules speak of the kinds of claims that there are") {
  Claims claims = test::example_claims({faster_claim()});
  CHECK_THAT(verdict_rules(claims), StartsWith("Times are CPU seconds"));
  CHECK_THAT(verdict_rules(claims),
             ContainsSubstring("Hodges-Lehmann") && ContainsSubstring("at least half"));
  CHECK_THAT(verdict_rules(claims),
             ContainsSubstring("fewer than 10 runs") && ContainsSubstring("at most 0.05"));
  CHECK_THAT(verdict_rules(claims), !ContainsSubstring("slope") && !ContainsSubstring("nonzeros"));
  CHECK_THAT(verdict_rules(claims),
             ContainsSubstring("conditional on the constants") && ContainsSubstring("by the clock alone"));
  claims.claims[0] = test::rate_claim();
  CHECK_THAT(verdict_rules(claims), StartsWith("A slope is") && !ContainsSubstring("Times are"));
  CHECK_THAT(verdict_rules(claims), ContainsSubstring("BCa") && !ContainsSubstring("Hodges-Lehmann"));
}
