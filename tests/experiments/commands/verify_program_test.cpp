// descent verify: from results of a run to answers.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/experiments/crossvalidation/tiny_crossvalidation.hpp"
#include "tests/experiments/run_files.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Results of three methods on the tiny data, ten seeds each, and claims about them.
class VerifiedExperiment {
 public:
  VerifiedExperiment() {
    experiment.config["seeds"] = 10;
    experiment.config["passes"] = 40;
    experiment.config["checkpoints"] = 30;
    claims = Json::parse(R"json({
      "title": "Findings", "source": "A paper", "loss": "hinge", "lambda": "1/m", "targets": [0.1],
      "claims": [
        {"id": "faster", "finding": "(1)", "statement": "Permuted dual CD is faster than non-smooth SCD.",
         "kind": "faster", "regularizer": "l2", "faster": "permuted_dcd", "slower": "nonsmooth_scd"},
        {"id": "rate", "finding": "(2)", "statement": "Non-smooth SCD does not stand still.", "kind": "number",
         "number": "slope", "regularizer": "l2", "method": "nonsmooth_scd", "range": [null, -0.01]},
        {"id": "other", "finding": "(3)", "statement": "The same under L1.", "kind": "faster",
         "regularizer": "l1", "faster": "permuted_dcd", "slower": "nonsmooth_scd"}
      ]})json");
    claims["datasets"] = {experiment.data()};
  }

  /// Runs the experiment and returns its results folder.
  std::string run() const {
    const ProgramRun run = experiment.run({"--quiet"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    return experiment.path("out");
  }

  std::string write_claims() const { return experiment.write("claims.json", claims.dump()).string(); }

  TinyExperiment experiment;
  Json claims;
};

}  // namespace

TEST_CASE("program: verify answers claims from results, as text and JSON") {
  const VerifiedExperiment verified;
  const std::string results = verified.run();
  const std::string json_path = verified.experiment.path("verdicts.json");
  const ProgramRun run =
      run_program({"verify", results, "--claims", verified.write_claims(), "--json", json_path});
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK_THAT(run.out, StartsWith("Findings\n  finding  "));
  CHECK_THAT(run.out, ContainsSubstring("\n  (2): Non-smooth SCD does not stand still.             holds"));
  CHECK_THAT(run.out, ContainsSubstring("\n  (3): The same under L1.                               –"));
  CHECK_THAT(run.out, !ContainsSubstring("95 % interval"));

  const Json json = read_json(json_path);
  REQUIRE(json["claims"].size() == 3);
  const Json& times = json["claims"][0]["answers"][0]["datasets"][0]["comparisons"][0];
  CHECK(times["methods"][0]["runs"] == 10);
  CHECK(times["methods"][0]["arrived"] == 10);
  CHECK(times.contains("interval"));  // the answer itself depends on the machine
  const Json& slope = json["claims"][1]["answers"][0]["datasets"][0]["comparisons"][0];
  CHECK(slope["answer"] == "for");
  CHECK(slope["value"][0].get<double>() < -0.01);
  CHECK(json["claims"][2]["answers"].empty());

  const auto verify = [&](const char* option) {
    return run_program({"verify", results, "--claims", verified.write_claims(), option}).out;
  };
  const std::string brief = verify("--brief");
  CHECK_THAT(brief, StartsWith("Findings: 1 hold, 0 mixed, 0 fail, 1 open"));
  CHECK_THAT(brief, !ContainsSubstring("holds on") && !ContainsSubstring("Not tuned"));
  const std::string all = verify("--all");
  CHECK_THAT(all, ContainsSubstring("95 % interval") && ContainsSubstring("Only real data votes.\n"));
  CHECK(verify("--all") == all);  // deterministic
  CHECK_THAT(run_program({"verify", results, results, "--claims", verified.write_claims()}).out,
             ContainsSubstring(": two folders have results, of tiny and tiny: the later one counts"));
}

TEST_CASE("program: verify without certified optima decides nothing, and says why") {
  const VerifiedExperiment verified;
  const std::string results = verified.run();
  Json manifest = read_json(results + "/manifest.json");
  manifest["references"] = Json::array();
  verified.experiment.write("out/manifest.json", manifest.dump());
  const ProgramRun run = run_program({"verify", results, "--claims", verified.write_claims(), "--brief"});
  CHECK(run.status == 0);
  CHECK_THAT(run.out, StartsWith("Findings: none is decided: that takes real data, 5 runs of each method and "
                                 "certified optima"));
}

TEST_CASE("program: verify answers in a setting from the entries of its protocol") {
  VerifiedExperiment verified;
  Json& config = verified.experiment.config;
  config["methods"] = Json::parse(R"([
    {"name": "nonsmooth_scd", "protocols": ["published"]},
    {"name": "nonsmooth_scd", "offset": true, "protocols": "tuned"}, {"name": "permuted_dcd"}])");
  verified.claims["settings"] = Json::parse(R"([
    {"name": "published", "title": "as published", "protocol": "published"},
    {"name": "tuned", "title": "tuned", "protocol": "tuned"},
    {"name": "averaged", "title": "averaged", "protocol": "averaged", "variation_of": "tuned"}])");
  const auto verify = [&] {
    const std::string json = verified.experiment.path("answers.json");
    const ProgramRun run = run_program(
        {"verify", verified.run(), "--claims", verified.write_claims(), "--json", json, "--brief"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const Json document = read_json(json);
    std::vector<std::string> variants;
    for (const Json& answer : document["claims"][1]["answers"])
      variants.push_back(answer["datasets"][0]["comparisons"][0]["methods"][0]["variant"]);
    return std::pair{run.out, variants};
  };
  const auto [text, variants] = verify();
  CHECK(variants == std::vector<std::string>{"", "offset=true"});
  const std::string note = ": Not tuned, at the default: ";
  CHECK_THAT(text, ContainsSubstring(note));
  config["methods"][1]["step"] = 2;  // chosen by the configuration's author
  CHECK_THAT(verify().first, !ContainsSubstring("Not tuned"));

  // Protocols are not part of a run: new ones repeat no run, and the manifest has them.
  config["methods"][2]["protocols"] = {"tuned"};
  const ProgramRun again = verified.experiment.run();
  CHECK_THAT(again.out, ContainsSubstring("30 runs, 0 to do"));
  CHECK(read_json(verified.experiment.path("out/manifest.json"))["methods"][2]["protocols"] == Json{"tuned"});
  CHECK(verify().second == std::vector<std::string>{"", "step=2 offset=true"});

  config["methods"].push_back({{"name", "nonsmooth_scd"}, {"selection", "permuted"}, {"protocols", "tuned"}});
  config["methods"][1].erase("step");
  const std::string claims = verified.write_claims();
  const ProgramRun report = run_program({"report", verified.run(), "--claims", claims});
  CHECK(report.status == 2);
  CHECK_THAT(report.err, ContainsSubstring("\ndescent: " + claims +
                                           ": nonsmooth_scd under the protocol \"tuned\" is either "));
}

TEST_CASE("program: verify refuses what it cannot answer from, with exit status 2") {
  VerifiedExperiment verified;
  const std::string results = verified.run();
  check_refused(run_program({"verify", results}),
                "none of the claims of configs/claims/tao2013.json can be answered from " + results +
                    ": the first needs hinge + l2 on a9a or covtype or covtype-15k or ijcnn1 or ccat or "
                    "reuters-money or news20.binary or news20-tech, λ = 1/m (sum), protocol own: "
                    "nonsmooth_scd, cyclic_dcd; for a question of your own, write a claims file");
  check_refused(run_program({"verify", results}, verified.experiment.folder()),
                "none of the claims of " + std::filesystem::absolute("configs/claims/tao2013.json").string());
  std::filesystem::create_directories(verified.experiment.path("configs/claims"));
  check_refused(run_program({"verify", results}, verified.experiment.folder()),
                "configs/claims/tao2013.json is not there: name a file with --claims");
  check_refused(run_program({"verify", results, "--claims", "none.json"}), "none.json: cannot be opened");
  verified.claims["claims"][1]["knid"] = "rate";
  check_refused(run_program({"verify", results, "--claims", verified.write_claims()}),
                "claims.json: /claims/1/knid: unknown key \"knid\", did you mean 'kind'?");
  verified.claims["claims"][1].erase("knid");
  verified.claims["claims"][1]["method"] = "nonsmoth_scd";
  check_refused(run_program({"verify", results, "--claims", verified.write_claims()}),
                "/claims/1: no method is called \"nonsmoth_scd\", did you mean 'nonsmooth_scd'?");
  CHECK_THAT(run_program({"verify", "--help"}).out, StartsWith("usage: descent verify DIR..."));
}

TEST_CASE("program: verify says which runs are missing, and refuses folders that have none") {
  const VerifiedExperiment verified;
  const std::string results = verified.run();
  const auto verify = [&](const std::vector<std::string>& more = {}) {
    return run_program(joined({"verify", results, "--claims", verified.write_claims()}, more));
  };
  CHECK_THAT(verify().out, !ContainsSubstring("carries out the others"));
  const std::vector<std::string> files = run_files_in(results);
  REQUIRE(files.size() == 30);
  std::filesystem::remove(files[0]);
  let_fail(files[1]);
  const std::string advice = "; `descent run " + verified.experiment.path("tiny.json") +
                             "`, with the options that the results were begun with, carries out the others";
  const std::string note = results + ": 28 of 30 runs done" + advice + '\n';
  CHECK_THAT(verify().out, ContainsSubstring('\n' + note));
  CHECK_THAT(verify({"--brief"}).out, ContainsSubstring("\n  " + note));
  const std::string json = verified.experiment.path("answers.json");
  CHECK(verify({"--json", json}).status == 0);
  CHECK(read_json(json)["notes"][0].get<std::string>() + '\n' == note);

  for (const std::string& file : files) std::filesystem::remove(file);
  check_refused(verify(), results + ": none of its 30 runs is done yet");
  std::filesystem::remove_all(results);
  std::filesystem::create_directory(results);
  check_refused(verify(),
                results + ": holds no results, neither manifest.json of `descent run` nor splits.csv");
}

TEST_CASE("program: verify answers claims about models from the folder of a cross-validation") {
  const TinyCrossvalidation tiny;
  REQUIRE(tiny.crossvalidate({"--quiet"}).status == 0);
  Json json = Json::parse(R"json({
      "title": "Findings", "source": "A paper", "loss": "logistic",
      "claims": [{"id": "plain", "finding": "(1)", "statement": "No penalty keeps all.", "kind": "number",
        "datasets": ["tiny"], "number": "attributes_kept", "method": {"model": "plain"}, "range": [6, 6]}]})json");
  const std::string claims = tiny.write("claims.json", json.dump()).string();
  const ProgramRun run = run_program({"verify", tiny.path("results"), "--claims", claims});
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("(1): No penalty keeps all."));
  check_refused(run_program({"verify", tiny.path("results")}), "the first needs hinge + l2 on ");

  json["claims"][0]["method"]["model"] = "sparse";
  tiny.write("claims.json", json.dump());
  check_refused(run_program({"verify", tiny.path("results"), "--claims", claims}),
                "the first needs a cross-validation of models on tiny: sparse; for a question of your "
                "own, write a "
                "claims file (docs/verdicts.md)\n");
}
