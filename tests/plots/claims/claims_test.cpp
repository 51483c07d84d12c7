#include "plots/claims/claims.hpp"

#include <nlohmann/json.hpp>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"
#include "tests/support/error_of.hpp"

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
       "method": "a", "others": "b", "datasets": ["x"], "shares_of_start": [0.01], "within": 1.25},
      {"id": "c", "finding": "Theorem 1", "statement": "A falls like 1/t.", "kind": "rate", "regularizer": "l2",
       "method": {"name": "a"}, "datasets": ["x"], "when": "m >= n", "expected_slope": -1, "logarithm": true,
       "tolerance": 0}
    ]})json");
}

/// The message of the error, without the folder.
std::string complaint(const Json& json) {
  const std::string message = test::error_of<ConfigError>([&] { test::claims_of(json); });
  return message == "accepted" ? message : message.substr(message.find("claims.json"));
}

}  // namespace

TEST_CASE("a claims file is read with all kinds of claims") {
  const Claims claims = test::claims_of(example());
  CHECK(claims.title == "Findings");
  CHECK(claims.source == "A paper");
  CHECK(claims.loss == "hinge");
  REQUIRE(claims.readings.size() == 1);
  CHECK(claims.readings[0].name == "mean form, λ = 0.1/m");
  CHECK(claims.readings[0].form == ObjectiveForm{});
  CHECK(claims.readings[0].lambda.value(4) == 0.025);
  REQUIRE(claims.protocols.size() == 1);
  CHECK(claims.protocols[0].name.empty());
  CHECK(claims.protocols[0].replacements.empty());
  REQUIRE(claims.claims.size() == 3);
  const Claim& faster = claims.claims[0];
  CHECK(faster.id == "a-1");
  CHECK(faster.finding == "(1)");
  CHECK(faster.datasets == std::vector<std::string>{"x", "y"});
  CHECK(faster.when == "m < n");
  const auto& times = std::get<FasterAssertion>(faster.assertion);
  CHECK(faster.method == ClaimedMethod{"a", ""});
  CHECK(faster.others == std::vector<ClaimedMethod>{{"b", ""}, {"a", "average=true"}});
  CHECK(faster.targets.values == std::vector<double>{0.1, 1e-3});
  CHECK(faster.targets.scale == TargetScale::optimum);
  CHECK(times.in == Axis::cpu_seconds);
  const auto& sparsity = std::get<EqualSparsityAssertion>(claims.claims[1].assertion);
  CHECK(claims.claims[1].others == std::vector<ClaimedMethod>{{"b", ""}});
  CHECK(sparsity.within == 1.25);
  CHECK(claims.claims[1].targets.scale == TargetScale::start);
  CHECK(claims.claims[1].targets.values == std::vector<double>{0.01});
  CHECK(claims.claims[2].targets.values.empty());
  CHECK(claims.claims[1].when.empty());
  const auto& rate = std::get<RateAssertion>(claims.claims[2].assertion);
  CHECK(claims.claims[2].method == ClaimedMethod{"a", ""});
  CHECK(rate.expected_slope == -1);
  CHECK(rate.logarithm);
  CHECK(claims.claims[2].when == "m >= n");
}

TEST_CASE("what is wrong in a claims file is told with its place and what would be right") {
  struct Mistake {
    const char* pointer;
    Json value;
    const char* message;
  };
  const auto mistake = GENERATE(values<Mistake>({
      {"/lambda", "1/n", R"(/lambda: must be a number > 0, "a/m" or "a/m^2" with a number a > 0, got "1/n")"},
      {"/lambda", "-1/m", "/lambda: must be a number > 0"},
      {"/lambda", "inf/m", "/lambda: must be a number > 0"},
      {"/lambda", -1, "/lambda: must be a number > 0, got -1"},
      {"/lambda", true, "/lambda: must be a number > 0, \"a/m\" or"},
      {"/form", "total", "/form: must be \"mean\" or \"sum\", got \"total\""},
      {"/l2_factor", 2, "/l2_factor: must be 0.5 or 1, got 2"},
      {"/protocols", Json::array(), "/protocols: must have at least 1 element"},
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
       "/claims/0/relative_suboptimalities/0: must be below 1, got 1"},
      {"/claims/0/relative_suboptimalities/0", 0, "must be a number > 0, got 0"},
      {"/claims/0/shares_of_start", Json{0.1},
       "/claims/0/shares_of_start: stands beside \"relative_suboptimalities\"; a claim has one of the two"},
      {"/claims/0/in", "updates", "/claims/0/in: must be \"cpu_seconds\" or \"passes\", got \"updates\""},
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

TEST_CASE("a claim may count passes") {
  Json json = example();
  json["claims"][0]["in"] = "passes";
  CHECK(std::get<FasterAssertion>(test::claims_of(json).claims[0].assertion).in == Axis::passes);
}

TEST_CASE("a name that is no method's is refused with the ones that are near") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> known{"a", "pegasos"};
  Json json = example();
  for (Json& claim : json["claims"]) claim["datasets"] = {"x"};
  json["claims"][0]["slower"] = {"a_method", "pegasso"};
  CHECK_THROWS_WITH(read_claims(folder.write("claims.json", json.dump()), known),
                    ContainsSubstring("claims.json: /claims/0: no method is called \"a_method\""));
  json["claims"][0]["slower"] = "pegasso";
  CHECK_THROWS_WITH(read_claims(folder.write("claims.json", json.dump()), known),
                    ContainsSubstring("no method is called \"pegasso\", did you mean 'pegasos'?"));
  json["claims"][0]["slower"] = "pegasos";
  json["claims"][1]["others"] = "pegasos";
  CHECK(read_claims(folder.write("claims.json", json.dump()), known).claims.size() == 3);
  json["protocols"] = {{{"name", "tuned"}, {"variants", {{"l2", {{"pegasus", "offset=true"}}}}}}};
  CHECK_THROWS_WITH(read_claims(folder.write("claims.json", json.dump()), known),
                    ContainsSubstring("/protocols: no method is called \"pegasus\""));
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

TEST_CASE("readings and protocols are read, and a protocol changes the plain methods of its regularizer") {
  Json json = example();
  json.erase("lambda");
  json["readings"] = Json::parse(R"([
    {"name": "as printed", "form": "sum", "l2_factor": 1, "lambda": "2/m^2"},
    {"name": "mean", "lambda": 0.5}, {"name": "text", "form": "mean", "lambda": "0.25"}])");
  json["protocols"] = Json::parse(R"([
    {"name": "as published"}, {"name": "tuned", "variants": {"l2": {"a": "offset=true", "b": "step=1"}}}])");
  const Claims claims = test::claims_of(json);
  REQUIRE(claims.readings.size() == 3);
  const Reading& printed = claims.readings[0];
  CHECK(printed.name == "as printed");
  CHECK(printed.form == ObjectiveForm{true, 1});
  CHECK(printed.lambda.value(4) == 0.125);
  CHECK(printed.lambda.text == "2/m^2");
  CHECK(claims.readings[1].lambda.value(4) == 0.5);
  CHECK(claims.readings[2].lambda.value(4) == 0.25);
  CHECK(printed.fits({true, 1}, "l2"));
  CHECK_FALSE(printed.fits({true, 0.5}, "l2"));
  CHECK(printed.fits({true, 0.5}, "l1"));  // which has no ‖w‖²
  CHECK_FALSE(printed.fits({false, 1}, "l1"));

  REQUIRE(claims.protocols.size() == 2);
  CHECK(claims.protocols[0].name == "as published");
  const auto under_tuned = [&](std::size_t claim) {
    return methods_of(under(claims.protocols[1], claims.claims[claim]));
  };
  CHECK(under_tuned(0) ==
        std::vector<ClaimedMethod>{{"a", "offset=true"}, {"b", "step=1"}, {"a", "average=true"}});
  CHECK(under_tuned(1) == std::vector<ClaimedMethod>{{"a"}, {"b"}});  // under l1
  CHECK(under_tuned(2) == std::vector<ClaimedMethod>{{"a", "offset=true"}});
  CHECK(methods_of(under(claims.protocols[0], claims.claims[0])) == methods_of(claims.claims[0]));
}

TEST_CASE("what is wrong with readings and protocols is told with its place") {
  const auto complaint_about = [](const char* key, const char* value, bool keeps_lambda = false) {
    Json json = example();
    if (!keeps_lambda) json.erase("lambda");
    json[key] = Json::parse(value);
    return complaint(json);
  };
  const char* const good = R"([{"name": "a", "lambda": 1}])";
  CHECK(complaint_about("readings", good) == "accepted");
  CHECK(complaint_about("readings", good, true) ==
        "claims.json: /lambda: each of the \"readings\" has its own");
  CHECK_THAT(complaint_about("readings", "[]"), ContainsSubstring("/readings: must have at least 1 element"));
  CHECK_THAT(complaint_about("readings", R"([{"lambda": 1}])"),
             ContainsSubstring("/readings/0: the key \"name\" is missing"));
  CHECK_THAT(complaint_about("readings", R"([{"name": "a", "lambda": 1}, {"name": "a", "lambda": 2}])"),
             ContainsSubstring("/readings/1/name: stands twice"));
  CHECK_THAT(complaint_about("readings", R"([{"name": "a", "lamda": 1}])"),
             ContainsSubstring("/readings/0/lamda: unknown key \"lamda\", did you mean 'lambda'?"));
  CHECK_THAT(complaint_about("protocols", R"([{"name": ""}])", true),
             ContainsSubstring("/protocols/0/name: must not be empty"));
  CHECK_THAT(complaint_about("protocols", R"([{"name": "p", "variants": {"l2": {"a": ""}}}])", true),
             ContainsSubstring("/protocols/0/variants/l2/a: must not be empty"));
  CHECK_THAT(
      complaint_about("protocols", R"([{"name": "p", "variants": {"l2": {"a": "average=true"}}}])", true),
      ContainsSubstring("/claims/0: under the protocol \"p\" it names a average=true twice"));
  CHECK_THAT(complaint_about("protocols", R"([{"name": "p", "variants": {"l1": {"b": null}}}])", true),
             ContainsSubstring("/claims/1: the protocol \"p\" leaves out all that a is compared with"));
}

TEST_CASE("a protocol leaves out a method that is the same as another one with its constants") {
  Json json = example();
  json["protocols"] =
      Json::parse(R"([{"name": "tuned", "variants": {"l2": {"a": "offset=true", "b": null}}}])");
  const Claims claims = test::claims_of(json);
  CHECK(methods_of(under(claims.protocols.at(0), claims.claims[0])) ==
        std::vector<ClaimedMethod>{{"a", "offset=true"}, {"a", "average=true"}});
}
