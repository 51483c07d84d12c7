#include "plots/claims.hpp"

#include <nlohmann/json.hpp>

#include "datasets/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/temporary_folder.hpp"

using namespace descent;

namespace {

using Json = nlohmann::json;

Json example() {
  return Json::parse(R"json({
    "title": "Findings", "source": "A paper", "loss": "hinge", "lambda": "0.1/m",
    "claims": [
      {"id": "a-1", "finding": "(1)", "statement": "A is faster than B and C.", "kind": "faster", "regularizer": "l2",
       "faster": "a", "slower": ["b", {"name": "a", "variant": "average=true"}], "datasets": ["x", "y"],
       "when": "m < n", "relative_suboptimalities": [0.1, 1e-3]},
      {"id": "b", "finding": "(2)", "statement": "A is as sparse as B.", "kind": "equal_sparsity", "regularizer": "l1",
       "method": "a", "others": "b", "datasets": ["x"], "relative_suboptimalities": [0.01], "within": 1.25},
      {"id": "c", "finding": "Theorem 1", "statement": "A falls like 1/t.", "kind": "rate", "regularizer": "l2",
       "method": {"name": "a"}, "datasets": ["x"], "when": "m >= n", "expected_slope": -1, "logarithm": true,
       "tolerance": 0}
    ]})json");
}

Claims read(const Json& json) {
  const test::TemporaryFolder folder;
  return read_claims(folder.write("claims.json", json.dump()));
}

/// The message of the error, without the folder.
std::string complaint(const Json& json) {
  try {
    read(json);
  } catch (const ConfigError& error) {
    const std::string text = error.what();
    return text.substr(text.find("claims.json"));
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a claims file is read with all kinds of claims") {
  const Claims claims = read(example());
  CHECK(claims.title == "Findings");
  CHECK(claims.source == "A paper");
  CHECK(claims.loss == "hinge");
  CHECK(claims.lambda_times_rows == 0.1);
  REQUIRE(claims.claims.size() == 3);
  const Claim& faster = claims.claims[0];
  CHECK(faster.id == "a-1");
  CHECK(faster.finding == "(1)");
  CHECK(faster.datasets == std::vector<std::string>{"x", "y"});
  CHECK(faster.when == DatasetShape::fewer_rows_than_columns);
  const auto& times = std::get<FasterAssertion>(faster.assertion);
  CHECK(times.faster == ClaimedMethod{"a", ""});
  CHECK(times.slower == std::vector<ClaimedMethod>{{"b", ""}, {"a", "average=true"}});
  CHECK(times.relative_suboptimalities == std::vector<double>{0.1, 1e-3});
  const auto& sparsity = std::get<EqualSparsityAssertion>(claims.claims[1].assertion);
  CHECK(sparsity.others == std::vector<ClaimedMethod>{{"b", ""}});
  CHECK(sparsity.within == 1.25);
  CHECK(claims.claims[1].when == DatasetShape::any);
  const auto& rate = std::get<RateAssertion>(claims.claims[2].assertion);
  CHECK(rate.method == ClaimedMethod{"a", ""});
  CHECK(rate.expected_slope == -1);
  CHECK(rate.logarithm);
  CHECK(claims.claims[2].when == DatasetShape::at_least_as_many_rows);
}

TEST_CASE("what is wrong in a claims file is told with its place and what would be right") {
  struct Mistake {
    const char* pointer;
    Json value;
    const char* message;
  };
  const auto mistake = GENERATE(values<Mistake>({
      {"/lambda", "1/n", R"(/lambda: must be "a/m" with a number a > 0, got "1/n")"},
      {"/lambda", "-1/m", "/lambda: must be \"a/m\""},
      {"/lambda", "inf/m", "/lambda: must be \"a/m\""},
      {"/lambda", 1, "/lambda: must be a text, got 1"},
      {"/title", "", "/title: must not be empty"},
      {"/claim", 1, "/claim: unknown key \"claim\", did you mean 'claims'?; known are title, source"},
      {"/claims", Json::array(), "/claims: must have at least 1 element"},
      {"/claims/0/kind", "fastest", "/claims/0/kind: unknown kind \"fastest\", did you mean 'faster'?"},
      {"/claims/0/fast", "a", "/claims/0/fast: unknown key \"fast\""},
      {"/claims/0/within", 2, "/claims/0/within: unknown key \"within\""},
      {"/claims/0/id", "a 1", "/claims/0/id: must be made of letters, digits and -"},
      {"/claims/1/id", "a-1", "/claims/1/id: \"a-1\" stands twice"},
      {"/claims/0/slower", "a", "/claims/0/slower: is compared with itself"},
      {"/claims/0/slower/1", "b", "/claims/0/slower/1: stands twice"},
      {"/claims/0/slower", Json::array(), "/claims/0/slower: must have at least 1 element"},
      {"/claims/0/faster", 1, "/claims/0/faster: must be a method's name or {\"name\": NAME"},
      {"/claims/0/slower/1/label", "A", "/claims/0/slower/1/label: unknown key \"label\""},
      {"/claims/0/datasets/1", "x", "/claims/0/datasets/1: stands twice"},
      {"/claims/0/when", "m > n", "/claims/0/when: must be \"m < n\" or \"m >= n\", got \"m > n\""},
      {"/claims/0/relative_suboptimalities/1", 0.5,
       "/claims/0/relative_suboptimalities/1: must be below the one before it, 0.1"},
      {"/claims/0/relative_suboptimalities/0", 1,
       "/claims/0/relative_suboptimalities/0: must be a relative suboptimality below 1, got 1"},
      {"/claims/0/relative_suboptimalities/0", 0, "must be a number > 0, got 0"},
      {"/claims/1/within", 1, "/claims/1/within: must be a factor > 1, got 1"},
      {"/claims/2/expected_slope", 0.5, "/claims/2/expected_slope: must be a number < 0, got 0.5"},
      {"/claims/2/tolerance", -0.1, "/claims/2/tolerance: must be a number >= 0, got -0.1"},
      {"/claims/2/logarithm", "yes", "/claims/2/logarithm: must be true or false, got \"yes\""},
  }));
  Json json = example();
  json[Json::json_pointer(mistake.pointer)] = mistake.value;
  CAPTURE(mistake.pointer);
  CHECK_THAT(complaint(json), StartsWith("claims.json: ") && ContainsSubstring(mistake.message));
}

TEST_CASE("a key that a claim needs is missed by name") {
  for (const char* key : {"id", "finding", "statement", "kind", "regularizer", "datasets", "faster", "slower",
                          "relative_suboptimalities"}) {
    Json json = example();
    json["claims"][0].erase(key);
    CHECK_THAT(complaint(json),
               ContainsSubstring("/claims/0: the key \"" + std::string(key) + "\" is missing"));
  }
  CHECK(complaint(example()) == "accepted");
}
