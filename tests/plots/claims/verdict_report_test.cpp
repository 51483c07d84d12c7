#include "plots/claims/verdict_report.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"

using namespace descent;
using test::faster_claim;
using test::joined;
using test::nowhere;
using test::runs_arriving;
using test::ten;

namespace {

using Json = nlohmann::json;

/// Three claims: one with a real dataset for each verdict, one of stand-in data and one without results; one
/// without any; and a rate.
class Example {
 public:
  Example() {
    results_ = test::certified_results(
        joined({runs_arriving("quick", ten(1), "made_1"), runs_arriving("slow", ten(2), "made_1"),
                runs_arriving("quick", ten(4), "no|2"), runs_arriving("slow", ten(1), "no|2"),
                runs_arriving("quick", ten(1), "far"), runs_arriving("slow", ten(nowhere), "far")}));
    for (auto& run : results_.runs) {
      for (ResultRow& row : run) row.source = row.dataset == "made_1" ? "stand-in" : "file";
    }
    Claim first = faster_claim({0.1}, {"made_1", "no|2", "far", "missing"});
    first.statement = "Quick < slow | always.";
    Claim second = faster_claim();
    second.id = "elsewhere";
    second.regularizer = "l2";
    Claim third = test::rate_claim({"far"});
    third.id = "rate";
    claims = test::example_claims({first, second, third});
    answers = answer(claims, {&results_, 1});
  }

  std::string text(bool all) const { return verdict_text(claims, sources, answers, all); }

  Claims claims;
  Answers answers;
  VerdictSources sources{"claims/mine.json", {"results/a", "results/b"}};

 private:
  ResultsFolder results_;
};

}  // namespace

TEST_CASE("the text is a table with a row a claim and a column a setting") {
  const Example example;
  const std::string text = example.text(false);
  CAPTURE(text);
  CHECK_THAT(text, StartsWith("Findings\nA paper, section 1; claims: claims/mine.json; results: results/a, "
                              "results/b\n\n"
                              "  finding              real              stand-in\n"
                              "  (1) quick-is-faster  ✗ 1/2, 1 against  ✓ 1/1\n"
                              "  (1) elsewhere        –                 –\n"
                              "  (1) rate             ? 0/1             –\n\n"
                              "✓ reproduced, ✗ not reproduced"));
  CHECK(text.ends_with("\nEvery comparison with its numbers, and the rules: --all\n"));
  CHECK_THAT(text, !ContainsSubstring("have no results of"));
}

TEST_CASE("with several readings and protocols their names stand above the columns") {
  Example example;
  example.claims.readings = {{"as printed", {true, 1}, {1, 1, "1/m"}}, {"mean", {}, {1, 1, "1/m"}}};
  example.claims.protocols = {{"as published", {}}, {"tuned", {{"l2", {"quick", "offset=true"}}}}};
  for (SettingAnswer& each : example.answers.claims[0].answers) each.setting.reading = 1;
  SettingAnswer other = example.answers.claims[0].answers[0];
  other.setting = {0, 1, "stand-in"};
  example.answers.claims[1].answers.push_back(other);
  example.answers.unknown_methods = {{{"quikc", "offset=true"}, {"quikc", "quikc average=true"}},
                                     {{"far"}, {}}};
  const std::string text = example.text(false);
  CAPTURE(text);
  CHECK_THAT(text,
             ContainsSubstring("                       as printed        as printed  mean              mean\n"
                               "                       tuned             –           –                 –\n"
                               "  finding              stand-in          real        real              "
                               "stand-in\n"));
  CHECK_THAT(text,
             ContainsSubstring("These folders have no results of quikc offset=true (but of quikc, quikc "
                               "average=true), far: comparisons with them are not made.\n"));
  const std::string markdown = verdict_markdown(example.claims, example.sources, example.answers);
  CAPTURE(markdown);
  CHECK_THAT(markdown, ContainsSubstring("as printed, tuned, stand-in |"));
  CHECK_THAT(markdown, ContainsSubstring("as printed (Σ hinge + λ‖w‖₁ or Σ hinge + λ‖w‖², λ = 1/m); mean "));
  CHECK_THAT(markdown, ContainsSubstring("tuned (quick offset=true under l2)"));
  const Json json = Json::parse(verdict_json(example.claims, example.sources, example.answers));
  CHECK(json["table"]["columns"][0] ==
        Json{{"reading", "as printed"}, {"protocol", "tuned"}, {"source", "stand-in"}});
  CHECK(json["table"]["rows"][0]["entries"][0].is_null());
  CHECK(json["table"]["rows"][1]["entries"][0] == "not reproduced 1/2, 1 against");
  CHECK(json["protocols"][1]["variants"]["l2"]["quick"] == "offset=true");
  CHECK(json["unknown_methods"][0]["name"] == "quikc");
}

TEST_CASE("with all, the text has each claim's verdicts and a line with numbers for each comparison") {
  const Example example;
  const std::string text = example.text(true);
  CAPTURE(text);
  CHECK_THAT(
      text, ContainsSubstring(
                "\n(1) quick-is-faster: Quick < slow | always. Targets of (F - D*)/D*: 0.1, in CPU seconds.\n"
                "  real: not reproduced (holds in 1 of 2 comparisons, fails in 1, 0 "
                "undecided)\n"));
  CHECK_THAT(
      text,
      ContainsSubstring(
          "  dataset  experiment  methods               (F - D*)/D*  runs there     CPU seconds  ratio"));
  CHECK_THAT(text,
             ContainsSubstring(
                 "  made_1   example     The quick : The slow  0.1          10/10 : 10/10  1 : 2        2 "));
  CHECK_THAT(text, ContainsSubstring("0.25   [0.25, 0.25]   1.1e-05  2.2e-05 "));
  CHECK_THAT(text, ContainsSubstring("1 : > 100    > 100  [100, ∞]"));
  CHECK_THAT(text, ContainsSubstring("no results of all methods: made_1, missing\n"));
  CHECK_THAT(text,
             ContainsSubstring(
                 "\n(1) elsewhere: Quick is faster than slow. Targets of (F - D*)/D*: 0.1, in CPU seconds.\n"
                 "  no results\n"));
  CHECK_THAT(text, ContainsSubstring("too few, 5 are needed"));
  CHECK(text.ends_with(verdict_rules(example.claims) + "\n"));
}

TEST_CASE("a verdict that setup changes is told so") {
  const auto quick = test::changed(runs_arriving("quick", ten(1)), &ResultRow::setup_seconds, 3);
  const ResultsFolder results = test::certified_results(joined({quick, runs_arriving("slow", ten(2))}));
  const Claims claims = test::example_claims({faster_claim()});
  const std::string text = verdict_text(claims, {"c", {"r"}}, answer(claims, {&results, 1}), true);
  CHECK_THAT(text, ContainsSubstring("reproduced (with setup: not reproduced)\n"));
  CHECK_THAT(text, ContainsSubstring("✓ 1/1 (with setup ✗)\n"));
  CHECK_THAT(text, ContainsSubstring("0.562 [0.562, 0.562]"));
}

TEST_CASE("numbers of nonzero weights are told in full, with the limit in the JSON") {
  const ResultsFolder results = test::certified_results(
      joined({test::changed(runs_arriving("quick", ten(1)), &ResultRow::nonzeros, 12'345),
              test::changed(runs_arriving("slow", ten(2)), &ResultRow::nonzeros, 13'000)}));
  Claim claim = faster_claim();
  claim.when = "m < n";
  claim.assertion = EqualSparsityAssertion{1.25};
  const Claims claims = test::example_claims({claim});
  const auto answers = answer(claims, {&results, 1});
  CHECK_THAT(verdict_text(claims, {"c", {"r"}}, answers, true), ContainsSubstring("  12345 : 13000  "));
  const Json json = Json::parse(verdict_json(claims, {"c", {"r"}}, answers));
  CHECK(json["claims"][0]["within"] == 1.25);
  CHECK(json["claims"][0]["when"] == "m < n");
}

TEST_CASE("the Markdown is the same table, with what the claims say and all numbers below") {
  const Example example;
  const std::string text = verdict_markdown(example.claims, example.sources, example.answers);
  CAPTURE(text);
  CHECK_THAT(text, StartsWith("### Findings\n\n| finding | real | stand-in |\n|---|---|---|\n"
                              "| (1) quick-is-faster | not reproduced 1/2, 1 against | reproduced 1/1 |\n"
                              "| (1) elsewhere | – | – |\n| (1) rate | undecided 0/1 | – |\n\n"));
  CHECK_THAT(text, ContainsSubstring("- **(1) quick-is-faster**: Quick &lt; slow \\| always. Targets of "));
  CHECK_THAT(text, ContainsSubstring("Readings: mean form, λ = 1/m (mean hinge + λ‖w‖₁ or "));
  CHECK_THAT(text, ContainsSubstring(
                       "<details><summary>All comparisons</summary>\n\n### (1) quick-is-faster: real"));
  CHECK_THAT(text, ContainsSubstring("no results of all methods: made\\_1, missing"));
  CHECK_THAT(text, !ContainsSubstring("### (1) elsewhere"));
  CHECK(text.ends_with("\n</details>\n"));
}

TEST_CASE("the JSON has every number, and null for what is infinite or unknown") {
  const Example example;
  const Json json = Json::parse(verdict_json(example.claims, example.sources, example.answers));
  const auto check = [&](const std::string& pointer, const Json& expected) {
    CAPTURE(pointer);
    const Json& found = json.at(Json::json_pointer(pointer));
    if (expected.is_number_float())
      CHECK(found.get<double>() == Approx(expected.get<double>()));
    else
      CHECK(found == expected);
  };
  check("/results", {"results/a", "results/b"});
  check("/loss", "hinge");
  check("/readings/0/form", "mean");
  check("/readings/0/lambda", "1/m");
  CHECK(json["unknown_methods"].empty());
  REQUIRE(json["claims"].size() == 3);
  check("/claims/0/kind", "faster");
  check("/claims/0/scale", "optimum");
  REQUIRE(json["claims"][0]["answers"].size() == 2);
  const std::string real = "/claims/0/answers/0";
  check(real + "/verdict", "not reproduced");
  check(real + "/source", "file");
  check(real + "/protocol", nullptr);
  check(real + "/missing", {"made_1", "missing"});
  REQUIRE(json["claims"][0]["answers"][0]["cells"].size() == 2);
  const std::string against = real + "/cells/0";
  check(against + "/experiment", "example");
  check(against + "/verdict", "not reproduced");
  check(against + "/verdict_with_setup", "not reproduced");
  check(against + "/methods/1/name", "slow");
  check(against + "/methods/1/arrived", 10);
  check(against + "/methods/1/cpu_seconds_median", 1.0);
  check(against + "/methods/1/cpu_seconds_median_at_least", 1.0);
  check(against + "/ratio/value", 0.25);
  check(against + "/ratio/interval_low", 0.25);
  check(against + "/ratio_with_setup/value", 1.25 / 4.25);
  check(against + "/p_for", 1.0);
  check(against + "/p_against", 1 / 184'756.0);
  check(against + "/p", 2 / 184'756.0);
  check(against + "/p_holm", 4 / 184'756.0);
  const std::string beyond = real + "/cells/1";
  check(beyond + "/ratio/value", nullptr);
  check(beyond + "/ratio/at_least", 100.0);
  check(beyond + "/ratio/at_most", nullptr);
  check(beyond + "/methods/1/cpu_seconds_median", nullptr);
  CHECK(json["claims"][1]["answers"].empty());
  check("/claims/2/kind", "rate");
  check("/claims/2/expected_slope", -0.5);
  check("/claims/2/tolerance", 0.1);
  check("/claims/2/logarithm", false);
  CHECK_FALSE(json["claims"][2].contains("scale"));
  CHECK_FALSE(json["claims"][0].contains("tolerance"));
  const std::string slope = "/claims/2/answers/0/cells/0";
  for (const char* unknown : {"/slope", "/p", "/target"}) check(slope + unknown, nullptr);
  check(slope + "/verdict", "undecided");
  CHECK_FALSE(json.at(Json::json_pointer(slope)).contains("ratio_with_setup"));
}

TEST_CASE("datasets on which nothing is decided, and directions that are ours, are told") {
  const ResultsFolder results = test::certified_results(
      joined({runs_arriving("quick", ten(1), "near"), runs_arriving("slow", ten(2), "near"),
              runs_arriving("quick", ten(nowhere), "far"), runs_arriving("slow", ten(nowhere), "far")}));
  Claims claims = test::example_claims({faster_claim({0.1}, {"near", "far"})});
  const auto text = [&] { return verdict_text(claims, {"c", {"r"}}, answer(claims, {&results, 1}), false); };
  CHECK_THAT(text(), ContainsSubstring("✓ 1/2 (1 of 2 datasets)\n"));
  CHECK_THAT(text(), !ContainsSubstring("no finding of a paper"));
  claims.claims[0].finding = "ours";
  CHECK_THAT(text(), ContainsSubstring("ours quick-is-faster") && ContainsSubstring("no finding of a paper"));
}
