// Claims about counts: read from a file, answered, and reported.

#include <nlohmann/json.hpp>

#include "plots/claims/verdict_report.hpp"
#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"
#include "tests/plots/claims/example_counts.hpp"

using namespace descent;
using test::claims_of;
using test::counted_run;
using test::split_row;

namespace {

using Json = nlohmann::json;

/// Two claims about runs and two about models, with λ = 1/m.
Json counting_example() {
  return Json::parse(R"json({
    "title": "Findings", "source": "A paper", "loss": "hinge", "lambda": "1/m",
    "claims": [
      {"id": "a", "finding": "(1)", "statement": "ADMM takes 435.", "kind": "count", "loss": "logistic",
       "regularizer": "l1", "datasets": ["a9a"], "count": "iterations", "method": "admm", "expected": 435,
       "tolerance": 5},
      {"id": "b", "finding": "(2)", "statement": "Its first update errs less.", "kind": "fewer", "loss": "logistic",
       "regularizer": "l1", "datasets": ["a9a"], "count": "errors", "fewer": "admm",
       "more": {"name": "admm", "variant": "rho=2"}},
      {"id": "c", "finding": "(3)", "statement": "L1 errs on 63.", "kind": "count", "datasets": ["german"],
       "count": "test_errors", "method": {"model": "L1", "rule": "minimum"}, "expected": 63, "tolerance": 7},
      {"id": "d", "finding": "(4)", "statement": "L1 errs least.", "kind": "fewer", "datasets": ["german"],
       "count": "test_errors", "fewer": {"model": "L1", "rule": "minimum"}, "more": [{"model": "Logistic"}]}
    ]})json");
}

/// Two variants of ADMM on a9a: 440 and 500 iterations, 6 and 4 points on the wrong side.
ResultsFolder results() {
  ResultsFolder folder;
  auto second = counted_run({0, 10, 500}, {0, 1, 2}, 0.05, 0);
  for (ResultRow& row : second) row.variant = "rho=2";
  folder.runs = {counted_run({0, 30, 440}, {0, 1, 3}, 0.05, 0.1), second};
  folder.manifest.losses = {"logistic"};
  folder.manifest.regularizers = {"l1"};
  folder.manifest.datasets = {{"a9a", "file", 4, 2, 8, 20}};
  folder.manifest.datasets[0].rows = 80;
  folder.manifest.methods = {{"admm", "", "ADMM"}, {"admm", "rho=2", "ADMM, ρ = 2"}};
  for (auto& run : folder.runs) {
    for (ResultRow& row : run) row.lambda = 1.0 / 80;
  }
  return folder;
}

/// One own and three seeded splits: L1 errs on 66 there and 61, 63, 65; no penalty on 60 and 70, 73, 76.
std::vector<CrossvalidationRow> splits() {
  return {split_row("L1", "minimum", "own", 0, 66),    split_row("L1", "minimum", "seeded", 1, 61),
          split_row("L1", "minimum", "seeded", 2, 63), split_row("L1", "minimum", "seeded", 3, 65),
          split_row("Logistic", "", "own", 0, 60),     split_row("Logistic", "", "seeded", 1, 70),
          split_row("Logistic", "", "seeded", 2, 73),  split_row("Logistic", "", "seeded", 3, 76)};
}

Answers answered(const Claims& claims) {
  const std::vector<ResultsFolder> folders{results()};
  const std::vector<std::vector<CrossvalidationRow>> crossvalidations{splits()};
  return answer(claims, folders, crossvalidations);
}

}  // namespace

TEST_CASE("claims about counts are read, of methods and of models") {
  const Claims claims = claims_of(counting_example());
  const Claim& first = claims.claims.at(0);
  const auto& count = std::get<CountAssertion>(first.assertion);
  CHECK(count.count == "iterations");
  CHECK(first.method == ClaimedMethod{"admm", ""});
  CHECK_FALSE(first.of_models);
  CHECK(count.expected == 435);
  CHECK(count.tolerance == 5);
  CHECK(first.loss == "logistic");
  const Claim& models = claims.claims.at(3);
  CHECK(models.of_models);
  CHECK(models.method == ClaimedMethod{"L1", "minimum"});
  CHECK(models.others == std::vector<ClaimedMethod>{{"Logistic", ""}});
  CHECK(claims.claims[3].loss == "hinge");
  CHECK(claims.claims[3].regularizer.empty());
}

TEST_CASE("claims that name their loss, or are about models, need none of the file") {
  Json json = counting_example();
  json.erase("loss");
  CHECK(claims_of(json).claims.size() == 4);
  json["claims"][1].erase("loss");
  CHECK_THROWS_WITH(
      claims_of(json),
      ContainsSubstring("/claims/1: the key \"loss\" is missing, here or at the top of the file"));
}

TEST_CASE("claims about models alone need no lambda, others do") {
  Json json = counting_example();
  json.erase("lambda");
  CHECK_THROWS_WITH(claims_of(json), ContainsSubstring("the key \"lambda\" is missing"));
  json["claims"].erase(0);
  json["claims"].erase(0);
  CHECK(claims_of(json).readings.at(0).name == "λ by cross-validation");
}

TEST_CASE("what is wrong in a claim about counts is told with its place") {
  struct Mistake {
    const char* pointer;
    Json value;
    const char* message;
  };
  const auto mistake = GENERATE(values<Mistake>({
      {"/claims/0/count", "iteration",
       R"(/claims/0/count: unknown count "iteration", did you mean 'iterations'?; runs have iterations, outer_)"},
      {"/claims/0/count", "attributes_kept", "/claims/0/count: unknown count \"attributes_kept\""},
      {"/claims/2/count", "errors", "; models have test_errors, attributes_kept"},
      {"/claims/0/tolerance", -1, "/claims/0/tolerance: must be a number >= 0, got -1"},
      {"/claims/0/expected", -1, "/claims/0/expected: must be a number >= 0, got -1"},
      {"/claims/1/more", "admm", "/claims/1/more: is compared with itself"},
      {"/claims/2/regularizer", "l1", "/claims/2/regularizer: unknown key \"regularizer\""},
      {"/claims/2/loss", "hinge", "/claims/2/loss: unknown key \"loss\""},
      {"/claims/3/more/0", "Logistic", "/claims/3/more/0: must be a"},
      {"/claims/3/fewer/rul", "x", "/claims/3/fewer/rul: unknown key \"rul\", did you mean 'rule'?"},
  }));
  Json json = counting_example();
  json[Json::json_pointer(mistake.pointer)] = mistake.value;
  CAPTURE(mistake.pointer);
  CHECK_THROWS_WITH(claims_of(json), ContainsSubstring(mistake.message));
}

TEST_CASE("claims about counts are answered from runs and from cross-validations") {
  const Answers answers = answered(claims_of(counting_example()));
  const auto verdict = [&](std::size_t i) { return answers.claims.at(i).answers.at(0).verdict; };
  CHECK(verdict(0) == Verdict::reproduced);
  CHECK(verdict(1) == Verdict::not_reproduced);
  const SettingAnswer& count = answers.claims[2].answers.at(0);
  REQUIRE(count.cells.size() == 2);
  CHECK(count.cells[0].split == "own");
  CHECK(count.cells[1].methods.at(0).measured == Bounds{63, 63});
  CHECK(count.cells[1].remark == "3 splits of L1, 10 are needed");
  CHECK(count.verdict == Verdict::reproduced);
  const SettingAnswer& fewer = answers.claims[3].answers.at(0);
  REQUIRE(fewer.cells.size() == 2);
  CHECK(fewer.cells[0].verdict() == Verdict::not_reproduced);  // 66 against 60
  CHECK(fewer.cells[1].verdict() == Verdict::undecided);       // 9, 10, 11 fewer on three splits
}

TEST_CASE("without results of one of them there is no comparison") {
  Json json = counting_example();
  json["claims"][3]["more"][0]["model"] = "L2";
  json["claims"][1]["more"]["variant"] = "rho=3";
  const Answers answers = answered(claims_of(json));
  CHECK(answers.claims.at(1).answers.empty());
  CHECK(answers.claims.at(3).answers.empty());
}

TEST_CASE("reports of counts have the numbers, what is expected, and the splits") {
  const Claims claims = claims_of(counting_example());
  const Answers answers = answered(claims);
  const VerdictSources sources{"claims.json", {"results/a"}};
  const std::string text = verdict_text(claims, sources, answers, true);
  CAPTURE(text);
  CHECK_THAT(text,
             ContainsSubstring("dataset  experiment  method  runs  expected  iterations  95 % interval"));
  CHECK_THAT(text, ContainsSubstring("a9a      example     ADMM    1     435 ± 5   440         [440, 440]"));
  CHECK_THAT(text, ContainsSubstring("ADMM : ADMM, ρ = 2  1     6 : 4   -2          [-2, -2]"));
  CHECK_THAT(text, ContainsSubstring("german, own     credit      L1     1       63 ± 7    66"));
  CHECK_THAT(text, ContainsSubstring("german, seeded  credit      L1 : Logistic  3       63 : 73      10"));
  CHECK_THAT(text, ContainsSubstring("two one-sided tests place it within the tolerance of the expected "));

  const Json json = Json::parse(verdict_json(claims, sources, answers));
  CHECK(json["claims"][0]["kind"] == "count");
  CHECK(json["claims"][0]["loss"] == "logistic");
  CHECK(json["claims"][0]["expected"] == 435);
  CHECK(json["claims"][0]["answers"][0]["cells"][0]["mean"]["value"] == 440);
  const Json& cell = json["claims"][3]["answers"][0]["cells"][1];
  CHECK(json["claims"][3]["kind"] == "fewer");
  CHECK(cell["split"] == "seeded");
  CHECK(cell["methods"][0]["name"] == "L1");
  CHECK(cell["methods"][0]["variant"] == "minimum");
  CHECK(cell["methods"][0]["count_mean"] == 63);
  CHECK(cell["difference"]["value"] == 10);
}
