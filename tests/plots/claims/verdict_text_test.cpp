// Texts and JSON of verdicts.

#include "plots/claims/verdict.hpp"

#include <optional>

#include "plots/claims/verdict_tables.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"
#include "tests/plots/claims/example_counts.hpp"

using namespace descent;
using test::five;
using test::nowhere;
using test::race;

namespace {

using Document = Json;

/// Claims with their answers from results.
struct Answered {
  Answered(Claims all, const ClaimSources& results)
      : claims(std::move(all)), answers(answer(claims, results)) {}

  std::string text(bool all) const { return verdict_text(claims, answers, {"A remark"}, all); }
  std::string summary() const { return verdict_summary(claims, answers); }
  Document document() const {
    return verdict_document(claims, {"claims/mine.json", {"results/a", "results/b"}, {"A remark"}}, answers);
  }

  Claims claims;
  Answers answers;
};

/// Two main settings and two variations, one without results; a claim about times and one about nonzeros.
/// "quick" wins the race on x and, tuned, on y; nothing is decided on z.
Answered example(const std::optional<Summary>& summary = {}) {
  Claim faster = test::faster_claim({{"x"}, {"y"}, {"big", "z"}, {"gone"}});
  Claim sparse = test::faster_claim({{"x"}});
  sparse.id = "quick_is-sparse";
  sparse.finding = "(2) a|b";
  sparse.statement =
      "Quick is as sparse as slow at the end of a run, and this is said in more than a hundred "
      "letters, so that it stands below.";
  sparse.targets.clear();
  sparse.number = {"nonzeros", NumberInRange::Relation::ratio_to_other, {0.8, 1.25}};
  const Lambda lambda{1, 1, "1/m"};
  Claims claims = test::example_claims(
      {faster, sparse}, {{"plain", "nothing tuned", {}, lambda, "plain"},
                         {"tuned", "quick tuned", {}, lambda, "tuned"},
                         {"printed", "sum of the losses", {true, 1}, lambda, "plain", "plain"},
                         {"raw", "z in other units", {}, lambda, "plain", "plain", {{"z", "z-raw"}}},
                         {"late", "without results", {}, lambda, "late", "tuned"}});
  claims.summary = summary;
  std::vector<ResultsFolder> results{race(1, 4, "x"), race(4, 1, "y"), race(nowhere, nowhere, "z"),
                                     race(1, 4, "y", "stand-in"), race(40, nowhere, "z-raw")};
  results[0].runs = test::changed(results[0].runs, &ResultRow::nonzeros, 12'345);
  ResultsFolder printed = race(1, 1.1, "x");
  printed.manifest.form = {true, 1};
  results.push_back(printed);
  for (ResultsFolder& each : results) each.manifest.methods[0].protocols = {"plain"};
  ResultsFolder tuned = race(1, 8, "y");
  tuned.manifest.methods[0].protocols = {"tuned"};
  tuned.manifest.methods[1].protocols = {"tuned"};
  results.push_back(tuned);
  return {std::move(claims), {results}};
}

/// One claim, one setting without a name.
Answered plain_example(const ResultsFolder& results) {
  return {test::example_claims({test::faster_claim()}), {std::vector{results}}};
}

}  // namespace

TEST_CASE("the overview is a table of findings and datasets, then variations, missing data and notes") {
  CHECK(example().text(false) ==
        R"(Findings
  finding                          x          y              z         gone  holds on
  (1): Quick is faster than slow.  holds / –  fails / holds  open / –  –     1 of 3 / 1 of 1
  (2) a|b: quick_is-sparse         holds / –                                 1 of 1 / –
Each cell: plain (nothing tuned) / tuned (quick tuned).

Variations: which verdicts they change
  variation             of  verdicts  changed
  sum of the losses  plain         2  (1): holds → mixed on x
  z in other units   plain         1  (1): open → holds on z-raw
1 variation not measured
no real results in these settings, so no vote: gone
A remark
Every comparison with its numbers, and the rules: --all
)");
}

TEST_CASE("the overview has a statement of the longest length, and the id in place of a longer one") {
  Claim claim = test::faster_claim();
  const auto first_cell = [&](std::size_t length) {
    claim.statement = std::string(length, 'x');
    const Answered shown(test::example_claims({claim}), {std::vector{race(1, 4)}});
    return overview_table(shown.claims, shown.answers).rows[0][0].text;
  };
  CHECK(first_cell(longest_statement) == "(1): " + std::string(longest_statement, 'x'));
  CHECK(first_cell(longest_statement + 1) == "(1): quick-is-faster");
}

TEST_CASE("results that answer nothing of the main table have a line for each other answer") {
  Claims claims = test::example_claims({test::faster_claim()});
  claims.settings[0].name = "main";
  claims.settings[0].title = "the mean";
  Setting sum = claims.settings[0];
  sum.name = "sum";
  sum.title = "the sum";
  sum.variation_of = "main";
  sum.form = {true, 1};
  claims.settings.push_back(sum);
  ResultsFolder printed = race(1, 4, "a9a");
  printed.manifest.form = {true, 1};
  const std::string text = Answered(claims, {std::vector{printed}}).text(false);
  CAPTURE(text);
  CHECK_THAT(text, ContainsSubstring(
                       "Findings\nThese results answer nothing of the main table, but in other settings:\n"
                       "  (1): Quick is faster than slow. (sum): a9a holds\n"));
}

TEST_CASE("with all, the text has every comparison with its numbers, and the rules") {
  const std::string text = example().text(true);
  CAPTURE(text);
  CHECK_THAT(text, ContainsSubstring(R"(
(1) quick-is-faster: Quick is faster than slow.
  plain: holds on 1 of 3
  dataset       verdict          compared              target     runs       measured       value  95 % interval  answer
  x             holds            The quick : The slow  0.3 of D*  5/5 : 5/5  1 : 4          4      [4, 4]         for
)"));
  CHECK_THAT(text, ContainsSubstring(R"(
  z             open             The quick : The slow  0.1 of D*  0/5 : 0/5  > 100 : > 100  ?      [0, ∞]         undecided: the median run of neither gets there
  y (stand-in)  holds (no vote)  The quick : The slow  0.3 of D*  5/5 : 5/5  1 : 4          4      [4, 4]         for
  y (stand-in)  holds (no vote)  The quick : The slow  0.1 of D*  5/5 : 5/5  1 : 4          4      [4, 4]         for
  no real results: gone
  tuned: holds on 1 of 1
)"));
  CHECK_THAT(text, ContainsSubstring("  5/5 : 0/5  40 : > 100  > 2.5  [2.5, ∞]       for\n"));
  CHECK_THAT(text,
             ContainsSubstring("The quick : The slow          5/5 : 5/5  12345 : 12345  1      [1, 1]"));
  CHECK(text.ends_with("\n\n" + rules_of(example().claims) + '\n'));
}

TEST_CASE("the rules name what the claims need") {
  const std::string rules = rules_of(example().claims);
  CHECK_THAT(rules, StartsWith("Faster: ") && ContainsSubstring("above 1.5, against it below 1/1.5") &&
                        ContainsSubstring(" D* is below 0.01 F(0). Number: for the claim if ") &&
                        ContainsSubstring("where the certified optimum has 90 % nonzeros or more. ") &&
                        ContainsSubstring("fewer than two decided comparisons of times, or none of numbers"));
}

TEST_CASE("a summary counts verdicts that hold by settings, claims and datasets, and is printed first") {
  Summary summary{"Quick is faster", {"untuned", "tuned"}};
  summary.rows.push_back(
      {"on x and y", {"plain", "tuned"}, {"quick-is-faster", "quick_is-sparse"}, {"x", "y"}});
  summary.rows.push_back({"on z", {"tuned", "late"}, {"quick-is-faster"}, {"z"}});
  const Answered counted = example(summary);
  const std::string table = R"(  Quick is faster  untuned  tuned
  on x and y       2 of 3   1 of 1
  on z             –        –
)";
  CHECK_THAT(counted.text(false), StartsWith("Findings\n" + table + "\n  finding  "));
  CHECK_THAT(counted.summary(), ContainsSubstring(" 0 open\n" + table));
  CHECK(counted.document()["summary"] ==
        Document{{"title", "Quick is faster"},
                 {"columns", {"untuned", "tuned"}},
                 {"rows",
                  {Document{{"title", "on x and y"}, {"cells", {"2 of 3", "1 of 1"}}},
                   Document{{"title", "on z"}, {"cells", {"–", "–"}}}}}});
}

TEST_CASE("the summary counts verdicts in each main setting, or says why nothing is decided") {
  CHECK(example().summary() ==
        "Findings: plain: 2 hold, 0 mixed, 1 fail, 1 open; tuned: 1 hold, 0 mixed, 0 fail, 0 open\n");
  CHECK(plain_example(race(1, 1)).summary() == "Findings: 0 hold, 1 mixed, 0 fail, 0 open\n");
  CHECK(plain_example(race(1, 4, "a9a", "stand-in")).summary() ==
        "Findings: none is decided: that takes real data, 5 runs of each method and certified optima, as in "
        "results/published\n");
}

TEST_CASE("a file without settings has no names of them in its texts") {
  ResultsFolder results = race(1, nowhere);
  for (auto& run : results.runs) {
    if (run.rows[0].method == "slow") run.rows.back().status = run_status::stalled;
  }
  const std::string text = plain_example(results).text(true);
  CAPTURE(text);
  CHECK_THAT(text, StartsWith("Findings\n  finding                          a9a    holds on\n"
                              "  (1): Quick is faster than slow.  holds  1 of 1\nA remark\n\n(1) "));
  CHECK_THAT(text, ContainsSubstring("\n  holds on 1 of 1\n"));
  CHECK_THAT(text, ContainsSubstring("  1 : ∞     ∞      [∞, ∞]         for\n"));
}

TEST_CASE("the document is JSON with every number, and null for what is infinite") {
  const Document document = example().document();
  const auto at = [&](const std::string& pointer) { return document.at(Document::json_pointer(pointer)); };
  CHECK(at("/settings/2") == Document{{"name", "printed"},
                                      {"title", "sum of the losses"},
                                      {"lambda", "1/m"},
                                      {"objectives", {"Σ hinge + λ‖w‖₁"}},
                                      {"protocol", "plain"},
                                      {"variation_of", "plain"}});
  REQUIRE(at("/variations").size() == 3);
  CHECK(at("/variations/0/compared") == 2);
  CHECK(at("/variations/0/changes") == Document::array({Document{{"id", "quick-is-faster"},
                                                                 {"finding", "(1)"},
                                                                 {"dataset", "x"},
                                                                 {"from", "holds"},
                                                                 {"to", "mixed"}}}));
  CHECK(at("/variations/2/compared") == 0);
  CHECK(at("/claims/0/kind") == "faster");
  CHECK(at("/claims/0/axis") == "cpu_seconds_with_setup");
  CHECK(at("/claims/1/number") == "nonzeros");
  CHECK(at("/claims/1/range") == Document{0.8, 1.25});
  CHECK(at("/claims/0/answers/1/missing") == Document{"x", "big or z", "gone"});

  const Document open = at("/claims/0/answers/0/datasets/2");
  CHECK(open["dataset"] == "z");
  CHECK(open["votes"] == true);
  CHECK(open["scale"] == "D*");
  REQUIRE(open["comparisons"].size() == 2);
  CHECK(open["comparisons"][1] == Document{{"methods",
                                            {Document{{"name", "quick"},
                                                      {"variant", ""},
                                                      {"label", "The quick"},
                                                      {"runs", 5},
                                                      {"arrived", 0},
                                                      {"measured", {100.0, nullptr}}},
                                             Document{{"name", "slow"},
                                                      {"variant", ""},
                                                      {"label", "The slow"},
                                                      {"runs", 5},
                                                      {"arrived", 0},
                                                      {"measured", {100.0, nullptr}}}}},
                                           {"target", 0.1},
                                           {"value", {0.0, nullptr}},
                                           {"interval", {0.0, nullptr}},
                                           {"answer", "undecided"},
                                           {"remark", "the median run of neither gets there"}});
  std::size_t comparisons = 0;
  for (const Document& claim : document["claims"]) {
    for (const Document& each : claim["answers"])
      for (const Document& verdict : each["datasets"]) comparisons += verdict["comparisons"].size();
  }
  CHECK(comparisons == 16);
}

TEST_CASE("the document of claims about models has their splits, and no loss") {
  Claim claim;
  claim.id = "errors";
  claim.finding = "Table 2";
  claim.statement = "L1 errs on 63.";
  claim.of_models = true;
  claim.datasets = {{"german"}};
  claim.method = {"L1", "minimum"};
  claim.number = {"test_errors", NumberInRange::Relation::alone, {56, 70}};
  const Claims claims = test::example_claims({claim});
  const std::vector<std::vector<CrossvalidationRow>> rows{
      {test::split_row("L1", "minimum", "own", 0, 66), test::split_row("L1", "minimum", "seeded", 1, 80)}};
  const Answered models(claims, {{}, rows});
  const Document document = models.document();
  CHECK_FALSE(document["claims"][0].contains("loss"));
  CHECK_FALSE(document["settings"][0].contains("objectives"));
  CHECK(document["claims"][0]["answers"][0]["datasets"][0]["comparisons"][1]["split"] == "seeded");
  CHECK_THAT(rules_of(claims),
             StartsWith("Number: ") && ContainsSubstring("it is open without a decided comparison"));
  CHECK_THAT(
      models.text(true),
      ContainsSubstring("german   mixed    L1        own     1/1   66        66     [66, 66]       for\n"));
}
