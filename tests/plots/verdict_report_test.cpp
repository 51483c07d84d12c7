#include "plots/verdict_report.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/plots/example_claims.hpp"

using namespace descent;
using test::faster_claim;
using test::joined;
using test::nowhere;
using test::runs_arriving;

namespace {

using Json = nlohmann::json;

/// Three claims: one with a dataset for each verdict and one without results, one without any, and a rate.
class Example {
 public:
  Example() {
    results_ = test::certified_results(
        joined({runs_arriving("quick", {1, 1, 1}, "yes_1"), runs_arriving("slow", {2, 2, 2}, "yes_1"),
                runs_arriving("quick", {4, 4, 4}, "no|2"), runs_arriving("slow", {1, 1, 1}, "no|2"),
                runs_arriving("quick", {1, 1, 1}, "far"),
                runs_arriving("slow", {nowhere, nowhere, nowhere}, "far")}));
    for (auto& run : results_.runs) {
      for (ResultRow& row : run) row.source = row.dataset == "yes_1" ? "stand-in" : "file";
    }
    Claim first = faster_claim({0.1}, {"yes_1", "no|2", "far", "missing"});
    first.statement = "Quick < slow | always.";
    Claim second = faster_claim();
    second.id = "elsewhere";
    second.regularizer = "l2";
    Claim third = faster_claim({}, {"far"});
    third.id = "rate";
    third.assertion = RateAssertion{{"quick", ""}, -0.5, false, 0.1};
    claims = test::example_claims({first, second, third});
    answers = answer(claims, {&results_, 1});
  }

  Claims claims;
  std::vector<ClaimAnswer> answers;
  VerdictSources sources{"claims/mine.json", {"results/a", "results/b"}};

 private:
  ResultsFolder results_;
};

}  // namespace

TEST_CASE("the text has each claim's verdict and a line with numbers for each comparison") {
  const Example example;
  const std::string text = verdict_text(example.claims, example.sources, example.answers);
  CAPTURE(text);
  CHECK_THAT(text,
             StartsWith("Findings\nA paper, section 1; claims: claims/mine.json; results: results/a, "
                        "results/b\n\n(1) quick-is-faster: not reproduced (holds in 2 of 4 comparisons, "
                        "fails in 1, 1 undecided)\n    Quick < slow | always.\n"));
  CHECK_THAT(text, ContainsSubstring(
                       "    dataset           methods               target  runs there  seconds  ratio"));
  CHECK_THAT(text,
             ContainsSubstring("    yes_1 (stand-in)  The quick : The slow  0.1     3/3 : 3/3   1 : 2    2"));
  CHECK_THAT(text, ContainsSubstring("0.25   [0.25, 0.25]"));
  CHECK_THAT(text, ContainsSubstring("1 : –    > 100  [100, ∞]"));
  CHECK_THAT(text, ContainsSubstring("no results of all methods: missing\n"));
  CHECK_THAT(text, ContainsSubstring("\n(1) elsewhere: undecided (no results)\n"));
  CHECK_THAT(text, ContainsSubstring("too few, 5 are needed"));
  CHECK(text.ends_with(verdict_rules(example.claims) + "\n"));
}

TEST_CASE("a verdict that setup changes is told so") {
  auto quick = runs_arriving("quick", {1, 1, 1});
  for (auto& run : quick) {
    for (ResultRow& row : run) row.setup_seconds = 3;
  }
  const ResultsFolder results = test::certified_results(joined({quick, runs_arriving("slow", {2, 2, 2})}));
  const Claims claims = test::example_claims({faster_claim()});
  const std::string text = verdict_text(claims, {"c", {"r"}}, answer(claims, {&results, 1}));
  CHECK_THAT(text, ContainsSubstring("reproduced (with setup: not reproduced)\n"));
  CHECK_THAT(text, ContainsSubstring("0.562 [0.562, 0.562]"));
}

TEST_CASE("numbers of nonzero weights are told in full, with the limit in the JSON") {
  auto runs = joined({runs_arriving("quick", {1, 1, 1}), runs_arriving("slow", {2, 2, 2})});
  for (auto& run : runs) {
    for (ResultRow& row : run) row.nonzeros = row.method == "quick" ? 12'345 : 13'000;
  }
  const ResultsFolder results = test::certified_results(std::move(runs));
  Claim claim = faster_claim();
  claim.when = DatasetShape::fewer_rows_than_columns;
  claim.assertion = EqualSparsityAssertion{{"quick", ""}, {{"slow", ""}}, {0.1}, 1.25};
  const Claims claims = test::example_claims({claim});
  const auto answers = answer(claims, {&results, 1});
  CHECK_THAT(verdict_text(claims, {"c", {"r"}}, answers), ContainsSubstring("  12345 : 13000  "));
  const Json json = Json::parse(verdict_json(claims, {"c", {"r"}}, answers));
  CHECK(json["claims"][0]["within"] == 1.25);
  CHECK(json["claims"][0]["when"] == "m < n");
}

TEST_CASE("the Markdown is a table with a line a claim, and all numbers below") {
  const Example example;
  const std::string text = verdict_markdown(example.claims, example.sources, example.answers);
  CAPTURE(text);
  CHECK_THAT(text,
             StartsWith("### Findings\n\n| finding | claim | verdict | where it holds |\n|---|---|---|---|\n"
                        "| (1) | Quick &lt; slow \\| always. | **not reproduced** | "));
  CHECK_THAT(text,
             ContainsSubstring("yes\\_1 (stand-in), The slow: 0.1 ✓ 2×<br>no\\|2, The slow: 0.1 ✗ 0.25×<br>"
                               "far, The slow: 0.1 ✓ > 100×<br>no results of all methods: missing |\n"));
  CHECK_THAT(text, ContainsSubstring("| **undecided** | no results |\n"));
  CHECK_THAT(text, ContainsSubstring("<details><summary>All comparisons</summary>\n\n### quick-is-faster\n"));
  CHECK_THAT(text, !ContainsSubstring("### elsewhere"));
  CHECK(text.ends_with("\n</details>\n"));
}

TEST_CASE("the JSON has every number, and null for what is infinite or unknown") {
  const Example example;
  const Json json = Json::parse(verdict_json(example.claims, example.sources, example.answers));
  CHECK(json["results"] == Json{"results/a", "results/b"});
  CHECK(json["loss"] == "hinge");
  CHECK(json["lambda_times_rows"] == 1.0);
  REQUIRE(json["claims"].size() == 3);
  const Json& claim = json["claims"][0];
  CHECK(claim["verdict"] == "not reproduced");
  CHECK(claim["kind"] == "faster");
  REQUIRE(claim["cells"].size() == 4);
  const Json& holds = claim["cells"][0];
  CHECK(holds["source"] == "stand-in");
  CHECK(holds["experiment"] == "example");
  CHECK(holds["verdict"] == "reproduced");
  CHECK(holds["verdict_with_setup"] == "reproduced");
  CHECK(holds["methods"][1]["name"] == "slow");
  CHECK(holds["methods"][1]["arrived"] == 3);
  CHECK(holds["methods"][1]["cpu_seconds_median"].get<double>() == Approx(2));
  CHECK(holds["ratio"]["value"].get<double>() == Approx(2));
  CHECK(holds["ratio"]["interval_low"].get<double>() == Approx(2));
  CHECK(holds["ratio_with_setup"]["value"].get<double>() == Approx(1.8));
  const Json& beyond = claim["cells"][2];
  CHECK(beyond["ratio"]["value"].is_null());
  CHECK(beyond["ratio"]["at_least"].get<double>() == Approx(100));
  CHECK(beyond["ratio"]["at_most"].is_null());
  CHECK(beyond["methods"][1]["cpu_seconds_median"].is_null());
  CHECK(claim["cells"][3]["remark"] == "no results");
  CHECK(claim["cells"][3]["ratio"].is_null());
  const Json& rate = json["claims"][2];
  CHECK(rate["kind"] == "rate");
  CHECK(rate["expected_slope"] == -0.5);
  CHECK(rate["tolerance"] == 0.1);
  CHECK(rate["logarithm"] == false);
  CHECK_FALSE(claim.contains("tolerance"));
  CHECK(rate["cells"][0]["slope"].is_null());
  CHECK(rate["cells"][0]["target"].is_null());
  CHECK_FALSE(rate["cells"][0].contains("ratio_with_setup"));
}
