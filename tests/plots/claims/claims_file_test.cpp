#include "tests/plots/claims/example_claims.hpp"
#include "tests/support/wrong_inputs.hpp"

using namespace descent;

namespace {

Json claims_json() {
  return Json::parse(R"json({
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

Json json_with_settings() {
  Json json = claims_json();
  json["claims"][0].erase("in");  // over CPU time
  json["settings"] = Json::parse(R"json([
    {"name": "own", "title": "A tuned", "protocol": "own"},
    {"name": "own-sum", "title": "as printed", "variation_of": "own", "protocol": "own", "setup": false, "form": "sum",
     "l2_factor": 1, "lambda": "2/m^2", "data": {"x": "x-raw"}}])json");
  return json;
}

/// Error message after the file's name.
std::string claims_complaint(const Json& json) {
  const std::string message = test::error_of<ConfigError>([&] { test::claims_of(json); });
  const std::string begin = "claims.json: ";
  return message == "accepted" ? message : message.substr(message.find(begin) + begin.size());
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
  CHECK(own.bills_setup);
  CHECK(own.data.empty());
  CHECK(own.lambda.value(4) == 0.025);
  const Setting& sum = claims.settings[1];
  CHECK(sum.variation_of == "own");
  CHECK_FALSE(sum.bills_setup);
  CHECK(sum.form == ObjectiveForm{true, 1});
  CHECK(sum.lambda.value(4) == 0.125);
  CHECK(sum.data == std::map<std::string, std::string>{{"x", "x-raw"}});

  CHECK(sum.fits({true, 1}, "l2"));
  CHECK_FALSE(sum.fits({true, 0.5}, "l2"));
  CHECK(sum.fits({true, 0.5}, "l1"));  // has no ‖w‖²
  CHECK_FALSE(sum.fits({false, 1}, "l1"));
}

TEST_CASE("a claims file with a mistake is refused with its place and what would be right") {
  test::check_wrong_inputs("tests/plots/claims/wrong_claims.txt", json_with_settings(), claims_complaint);
}

TEST_CASE("a key that a claim needs is missed by name") {
  const auto complaint_without = [](const std::string& pointer, const char* key) {
    Json json = claims_json();
    (pointer.empty() ? json : json[Json::json_pointer(pointer)]).erase(key);
    return claims_complaint(json);
  };
  for (const char* key : {"id", "finding", "statement", "kind", "regularizer", "faster", "slower"})
    CHECK(complaint_without("/claims/0", key) ==
          "/claims/0: the key \"" + std::string(key) + "\" is missing");
  for (const char* key : {"number", "range", "method"})
    CHECK(complaint_without("/claims/1", key) ==
          "/claims/1: the key \"" + std::string(key) + "\" is missing");
  for (const char* key : {"title", "source", "claims", "loss", "datasets", "targets"})
    CHECK(complaint_without("", key) == "/: the key \"" + std::string(key) + "\" is missing");
  CHECK(complaint_without("/claims/0", "nothing") == "accepted");
}

TEST_CASE("a name that is no method's is refused with the ones that are near") {
  const test::TemporaryFolder folder;
  const std::vector<std::string> known{"a", "b", "pegasos"};
  Json json = claims_json();
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
