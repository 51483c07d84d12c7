#include "tests/catch.hpp"
#include "tests/plots/claims/example_claims.hpp"
#include "tests/support/error_of.hpp"

using namespace descent;

namespace {

nlohmann::json claims_json() {
  return nlohmann::json::parse(R"json({
    "title": "Findings", "source": "A paper", "loss": "hinge", "lambda": "0.1/m",
    "datasets": ["x", ["big", "sample"]], "supplements": ["more"], "targets": [0.1, 1e-3],
    "claims": [
      {"id": "a-1", "finding": "(1)", "statement": "A is faster than B and C.", "kind": "faster",
       "regularizer": "l2", "faster": "a", "slower": ["b", {"name": "a", "variant": "average=true"}],
       "in": "passes", "range": [null, 2]},
      {"id": "b", "finding": "(2)", "statement": "A is as sparse as B.", "kind": "number", "number": "nonzeros",
       "regularizer": "l1", "method": "a", "ratio_to": "b", "datasets": ["x"], "targets": [0.01],
       "range": [0.8, 1.25]},
      {"id": "c", "finding": "(3)", "statement": "A falls like 1/t.", "kind": "number", "number": "slope",
       "loss": "logistic", "regularizer": "l2", "method": {"name": "a"}, "range": [null, -0.9]},
      {"id": "d", "finding": "(4)", "statement": "L1 errs least.", "kind": "number", "number": "test_errors",
       "method": {"model": "L1", "rule": "minimum"}, "less": [{"model": "Logistic"}], "range": [null, -0.5]}
    ]})json");
}

nlohmann::json json_with_settings() {
  nlohmann::json json = claims_json();
  json["claims"][0].erase("in");  // over CPU time
  json["settings"] = nlohmann::json::parse(R"json([
    {"name": "own", "title": "A tuned", "protocol": "own"},
    {"name": "own-sum", "title": "as printed", "variation_of": "own", "protocol": "own", "setup": false, "form": "sum",
     "l2_factor": 1, "lambda": "2/m^2", "claims": ["a-1", "c"], "data": {"x": "x-raw"}}])json");
  return json;
}

/// Error message without the folder.
std::string claims_complaint(const nlohmann::json& json) {
  const std::string message = test::error_of<ConfigError>([&] { test::claims_of(json); });
  return message == "accepted" ? message : message.substr(message.find("claims.json"));
}

struct ClaimsMistake {
  const char* pointer;
  nlohmann::json value;
  const char* message;
};

void check_mistake(nlohmann::json json, const ClaimsMistake& mistake) {
  json[nlohmann::json::json_pointer(mistake.pointer)] = mistake.value;
  CAPTURE(mistake.pointer, mistake.value.dump());
  CHECK_THAT(claims_complaint(json), StartsWith("claims.json: ") && ContainsSubstring(mistake.message));
}

}  // namespace

TEST_CASE("a claims file is read with both kinds of claims, about runs and about models") {
  const Claims claims = test::claims_of(claims_json());
  CHECK(claims.title == "Findings");
  CHECK(claims.source == "A paper");
  CHECK(claims.supplements == std::vector<std::string>{"more"});
  REQUIRE(claims.settings.size() == 1);
  CHECK(claims.settings[0].name.empty());
  CHECK(claims.settings[0].form == ObjectiveForm{});
  CHECK(claims.settings[0].lambda.value(4) == 0.025);
  REQUIRE(claims.claims.size() == 4);
  const std::vector<Alternatives> all{{"x"}, {"big", "sample"}};

  const Claim& faster = claims.claims[0];
  CHECK(faster.id == "a-1");
  CHECK(faster.finding == "(1)");
  CHECK(faster.statement == "A is faster than B and C.");
  CHECK(faster.loss == "hinge");
  CHECK(faster.regularizer == "l2");
  CHECK(faster.datasets == all);
  CHECK(faster.method == ClaimedMethod{"a", ""});
  CHECK(faster.others == std::vector<ClaimedMethod>{{"b", ""}, {"a", "average=true"}});
  CHECK(faster.targets == std::vector<double>{0.1, 1e-3});
  CHECK(faster.axis == Axis::passes);
  CHECK(faster.ratio == Bounds{-infinity, 2});
  CHECK_FALSE(faster.number);

  const Claim& sparse = claims.claims[1];
  REQUIRE(sparse.number);
  CHECK(sparse.number->relation == NumberInRange::Relation::ratio_to_other);
  CHECK(sparse.number->range == Bounds{0.8, 1.25});
  CHECK(sparse.others == std::vector<ClaimedMethod>{{"b", ""}});
  CHECK(sparse.datasets == std::vector<Alternatives>{{"x"}});
  CHECK(sparse.targets == std::vector<double>{0.01});

  const Claim& slope = claims.claims[2];
  CHECK(slope.loss == "logistic");
  CHECK(slope.number->number == "slope");
  CHECK(slope.number->relation == NumberInRange::Relation::alone);
  CHECK(slope.number->range == Bounds{-infinity, -0.9});
  CHECK(slope.targets.empty());

  const Claim& models = claims.claims[3];
  CHECK(models.of_models);
  CHECK(models.number->relation == NumberInRange::Relation::less_other);
  CHECK(models.method == ClaimedMethod{"L1", "minimum"});
  CHECK(models.others == std::vector<ClaimedMethod>{{"Logistic", ""}});
  CHECK(models.loss.empty());
}

TEST_CASE("settings have the problem of the file where they name none of their own") {
  const Claims claims = test::claims_of(json_with_settings());
  REQUIRE(claims.settings.size() == 2);
  const Setting& own = claims.settings[0];
  CHECK(own.name == "own");
  CHECK(own.title == "A tuned");
  CHECK(own.protocol == "own");
  CHECK(own.variation_of.empty());
  CHECK(own.claims.empty());
  CHECK(own.bills_setup);
  CHECK(own.data.empty());
  CHECK(own.lambda.value(4) == 0.025);
  const Setting& sum = claims.settings[1];
  CHECK(sum.variation_of == "own");
  CHECK_FALSE(sum.bills_setup);
  CHECK(sum.form == ObjectiveForm{true, 1});
  CHECK(sum.lambda.value(4) == 0.125);
  CHECK(sum.claims == std::vector<std::string>{"a-1", "c"});
  CHECK(sum.data == std::map<std::string, std::string>{{"x", "x-raw"}});

  CHECK(sum.fits({true, 1}, "l2"));
  CHECK_FALSE(sum.fits({true, 0.5}, "l2"));
  CHECK(sum.fits({true, 0.5}, "l1"));  // has no ‖w‖²
  CHECK_FALSE(sum.fits({false, 1}, "l1"));
}

TEST_CASE("a claims file with a mistake is refused with its place and what would be right") {
  check_mistake(
      claims_json(),
      GENERATE(values<ClaimsMistake>({
          {"/lambda", "1/n",
           R"(/lambda: must be a number > 0, "a/m" or "a/m^2" with a > 0, or "C=c", got "1/n")"},
          {"/lambda", -1, "/lambda: must be a number > 0, got -1"},
          {"/lambda", true, "/lambda: must be a number > 0, \"a/m\" or"},
          {"/form", "total", "/form: must be \"mean\" or \"sum\", got \"total\""},
          {"/l2_factor", 2, "/l2_factor: must be 0.5 or 1, got 2"},
          {"/settings", nlohmann::json::array(), "/settings: must have at least 1 element"},
          {"/title", "", "/title: must not be empty"},
          {"/supplements", {""}, "/supplements/0: must not be empty"},
          {"/claim", 1, "/claim: unknown key \"claim\", did you mean 'claims'?; known are title, source"},
          {"/claims", nlohmann::json::array(), "/claims: must have at least 1 element"},
          {"/claims/0/kind", "fastest", "/claims/0/kind: must be \"faster\" or \"number\", got \"fastest\""},
          {"/claims/0/fast", "a",
           "/claims/0/fast: unknown key \"fast\", did you mean 'faster'?; known are id"},
          {"/claims/0/range", {2, 1}, "/claims/0/range: ends at 1 below its begin, 2"},
          {"/claims/0/range", {0, nullptr}, "/claims/0/range: needs an end above 0, as ratios of times are"},
          {"/claims/0/range", {-2, -1}, "/claims/0/range: needs an end above 0, as ratios of times are"},
          {"/claims/0/id", "a 1", "/claims/0/id: must be made of letters, digits, - and _"},
          {"/claims/1/id", "a-1", "/claims/1/id: \"a-1\" stands twice"},
          {"/claims/0/finding", "", "/claims/0/finding: must not be empty"},
          {"/claims/0/statement", "", "/claims/0/statement: must not be empty"},
          {"/claims/0/slower", "a", "/claims/0/slower: is compared with itself"},
          {"/claims/0/slower/1", "b", "/claims/0/slower/1: stands twice"},
          {"/claims/0/slower", nlohmann::json::array(), "/claims/0/slower: must have at least 1 element"},
          {"/claims/0/faster", 1, "/claims/0/faster: must be a method's name or {\"name\": NAME"},
          {"/claims/0/slower/1/label", "A", "/claims/0/slower/1/label: unknown key \"label\""},
          {"/claims/0/faster", {{"model", "L1"}}, "/claims/0/faster/model: unknown key"},
          {"/claims/0/regularizer", "", "/claims/0/regularizer: must not be empty"},
          {"/datasets/1/1", "x", "/datasets/1/1: \"x\" stands twice"},
          {"/datasets/1", nlohmann::json::array(), "/datasets/1: must have at least 1 element"},
          {"/claims/1/datasets/0", 1, "/claims/1/datasets/0: must be a text, got 1"},
          {"/targets/1", 0.5, "/targets/1: must be below the one before it, 0.1"},
          {"/targets/0", 1, "/targets/0: must be below 1, got 1"},
          {"/claims/1/targets/0", 0, "/claims/1/targets/0: must be a number > 0, got 0"},
          {"/claims/0/in", "updates", "/claims/0/in: must be \"cpu_seconds\" or \"passes\", got \"updates\""},
          {"/claims/1/number", "nonzero",
           "/claims/1/number: unknown number of runs \"nonzero\", did you mean 'nonzeros'?"},
          {"/claims/3/number", "errors", "/claims/3/number: unknown number of models \"errors\""},
          {"/claims/1/range", {1}, "/claims/1/range: must have at least 2 elements"},
          {"/claims/1/range", {2, 1}, "/claims/1/range: ends at 1 below its begin, 2"},
          {"/claims/1/range",
           {nullptr, nullptr},
           "/claims/1/range: needs an end: nothing lies outside of it"},
          {"/claims/1/range/0", "0", "/claims/1/range/0: must be a number, got \"0\""},
          {"/claims/1/less", "b", "/claims/1/ratio_to: stands beside \"less\"; a claim has one of the two"},
          {"/claims/1/number", "errors", "/claims/1: \"nonzeros\" and \"ratio_to\" belong together"},
          {"/claims/2/number", "nonzeros", "/claims/2: \"nonzeros\" and \"ratio_to\" belong together"},
          {"/claims/2/less", "b", "/claims/2/less: compares counts, and \"slope\" is none"},
          {"/claims/2/targets", {0.1}, "/claims/2/targets: has no effect on this number"},
          {"/claims/2/number", "reached", "/claims/2: \"reached\" needs \"targets\""},
          {"/summary",
           nlohmann::json::parse(
               R"json({"title": "t", "columns": ["c"], "claims": ["a-3"], "rows": [{"title": "r"}]})json"),
           "/summary/claims/0: unknown claim \"a-3\""},
          {"/claims/3/loss", "hinge", "/claims/3/loss: unknown key \"loss\""},
          {"/claims/3/regularizer", "l1", "/claims/3/regularizer: unknown key \"regularizer\""},
          {"/claims/3/less/0",
           {{"model", "L1"}, {"rule", "minimum"}},
           "/claims/3/less/0: is compared with itself"},
          {"/claims/3/method/rul", "x", "/claims/3/method/rul: unknown key \"rul\", did you mean 'rule'?"},
      })));
}

TEST_CASE("a setting with a mistake is refused with its place and what would be right") {
  check_mistake(
      json_with_settings(),
      GENERATE(values<ClaimsMistake>({
          {"/settings/0/name", "my own", "/settings/0/name: must be made of letters, digits, - and _"},
          {"/settings/1/name", "own", "/settings/1/name: \"own\" stands twice"},
          {"/settings/0/title", "", "/settings/0/title: must not be empty"},
          {"/settings/0/protocol", "all tuned", "/settings/0/protocol: must be made of letters, digits,"},
          {"/settings/0/protocl", "own", "/settings/0/protocl: unknown key \"protocl\", did you mean"},
          {"/settings/0/variation_of", "own-sum",
           "/settings/0/variation_of: must name a setting before it, got \"own-sum\""},
          {"/settings/1/claims", nlohmann::json::array(), "/settings/1/claims: must have at least 1 element"},
          {"/settings/1/claims/0", "a-2", "/settings: own-sum is for a claim \"a-2\" that is not there"},
          {"/settings/1/data/x", "", "/settings/1/data/x: must not be empty"},
          {"/settings/1/form", "total", "/settings/1/form: must be \"mean\" or \"sum\""},
          {"/claims/0/in", "passes",
           "/settings: \"setup\": false of own-sum changes nothing: none of its claims"},
      })));
}

TEST_CASE("a key that a claim needs is missed by name") {
  const auto complaint_without = [](const std::string& pointer, const char* key) {
    nlohmann::json json = claims_json();
    (pointer.empty() ? json : json[nlohmann::json::json_pointer(pointer)]).erase(key);
    return claims_complaint(json);
  };
  for (const char* key : {"id", "finding", "statement", "kind", "regularizer", "faster", "slower"})
    CHECK(complaint_without("/claims/0", key) ==
          "claims.json: /claims/0: the key \"" + std::string(key) + "\" is missing");
  for (const char* key : {"number", "range", "method"})
    CHECK(complaint_without("/claims/1", key) ==
          "claims.json: /claims/1: the key \"" + std::string(key) + "\" is missing");
  for (const char* key : {"title", "source", "claims", "loss", "datasets", "targets"})
    CHECK(complaint_without("", key) == "claims.json: /: the key \"" + std::string(key) + "\" is missing");
  CHECK(complaint_without("/claims/0", "nothing") == "accepted");
}

TEST_CASE("a name that is no method's is refused with the ones that are near") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> known{"a", "b", "pegasos"};
  nlohmann::json json = claims_json();
  const auto read = [&] { return read_claims(folder.write("claims.json", json.dump()), known); };
  CHECK(read().claims.size() == 4);  // names of models are not checked
  json["claims"][1]["ratio_to"] = "pegasso";
  CHECK_THROWS_WITH(read(),
                    ContainsSubstring("claims.json: /claims/1: no method is called \"pegasso\", did you mean "
                                      "'pegasos'?; `descent list methods` names them"));
}

TEST_CASE("an entry stands for a method under a protocol: the plainest that has its options") {
  Manifest manifest;
  manifest.methods = {{"psa", "batch=full step=1", "all rows", false, false, true, {"own"}},
                      {"psa", "step=1", "one row", false, false, true, {"published", "own"}},
                      {"psa", "", "tuned", false, false, true, {"tuned"}},
                      {"psa", "batch=full radius=optimum step=1", "gift", false, false, true, {"own"}},
                      {"dual", "shrinking=false", "Dual"}};
  const auto entry = [&](const ClaimedMethod& method, const char* protocol) {
    const ManifestMethod* const found = entry_for(manifest, method, protocol, {"a9a", "hinge", "l1"});
    return found == nullptr ? "none" : found->label;
  };
  CHECK(entry({"psa"}, "own") == "one row");
  CHECK(entry({"psa", "batch=full"}, "own") == "all rows");
  CHECK(entry({"psa", "radius=optimum"}, "own") == "gift");
  CHECK(entry({"psa", "radius=optimum batch=full"}, "own") == "gift");  // in any order
  CHECK(entry({"psa"}, "published") == "one row");
  CHECK(entry({"psa"}, "tuned") == "tuned");
  CHECK(entry({"psa", "batch=full"}, "tuned") == "none");
  CHECK(entry({"psa", "step=10"}, "own") == "none");
  CHECK(entry({"dual"}, "own") == "Dual");  // takes part in every protocol
  // One of two equally plain entries must be excluded, here by its problems.
  manifest.methods.push_back({"dual", "step=1", "Other dual"});
  CHECK(test::error_of([&] { entry({"dual"}, "own"); })
            .starts_with(
                "dual under the protocol \"own\" is either \"Dual\" or \"Other dual\" on a9a with hinge "
                "and l1: "));
  CHECK(entry({"dual", "step=1"}, "own") == "Other dual");
  manifest.methods[4].problems.emplace().insert({"a9a", "hinge", "l2"});
  CHECK(entry({"dual"}, "own") == "Other dual");
  // Without a protocol, an entry has exactly the options.
  CHECK(entry({"psa"}, "") == "tuned");
  CHECK(entry({"psa", "step=1"}, "") == "one row");
  CHECK(entry({"dual"}, "") == "none");
}
