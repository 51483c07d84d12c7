// descent verify: from the results of a run to answers.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/experiments/crossvalidation/tiny_crossvalidation.hpp"
#include "tests/experiments/run_files.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Results of nonsmooth_scd and batch_comid on the tiny data, ten seeds each, and claims about them.
class VerifiedExperiment {
 public:
  VerifiedExperiment() {
    experiment.config["seeds"] = 10;
    experiment.config["passes"] = 40;
    experiment.config["checkpoints"] = 30;
    claims = Json::parse(R"json({
      "title": "Findings", "source": "A paper", "loss": "hinge", "lambda": "1/m",
      "claims": [
        {"id": "faster", "finding": "(1)", "statement": "Permuted dual CD is faster than non-smooth SCD.",
         "kind": "faster", "regularizer": "l2", "faster": "permuted_dcd", "slower": "nonsmooth_scd",
         "relative_suboptimalities": [0.1]},
        {"id": "rate", "finding": "(2)", "statement": "Non-smooth SCD does not stand still.", "kind": "rate",
         "regularizer": "l2", "method": "nonsmooth_scd", "expected_slope": -0.01, "logarithm": false,
         "tolerance": 0},
        {"id": "other", "finding": "(3)", "statement": "The same under L1.", "kind": "faster",
         "regularizer": "l1", "faster": "permuted_dcd", "slower": "nonsmooth_scd",
         "relative_suboptimalities": [0.1]}
      ]})json");
    for (Json& claim : claims["claims"]) claim["datasets"] = {experiment.data()};
  }

  /// Runs the experiment and returns the folder of its results.
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

TEST_CASE("program: verify answers claims from results, as text, Markdown and JSON") {
  const VerifiedExperiment verified;
  const std::string results = verified.run();
  const std::string markdown = verified.experiment.path("reports/claims.md");
  const std::string json_path = verified.experiment.path("claims-answered.json");
  const ProgramRun run = run_program(
      {"verify", results, "--claims", verified.write_claims(), "--markdown", markdown, "--json", json_path});
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  CHECK_THAT(run.out, StartsWith("Findings\nA paper; claims: "));
  CHECK_THAT(run.out, ContainsSubstring("\n  (2) rate    ✓ 1/1"));
  CHECK_THAT(run.out, ContainsSubstring("\n  (3) other   –"));
  CHECK_THAT(run.out, !ContainsSubstring("95 % interval"));
  CHECK_THAT(file_text(markdown),
             StartsWith("### Findings\n") && ContainsSubstring("| (2) rate | reproduced 1/1 |"));

  const Json json = read_json(json_path);
  REQUIRE(json["claims"].size() == 3);
  const Json& times = json["claims"][0]["answers"][0]["cells"][0];
  CHECK(times["methods"][0]["runs"] == 10);
  CHECK(times["methods"][0]["arrived"] == 10);
  CHECK_FALSE(times["ratio"].is_null());  // the verdict itself depends on the machine
  const Json& cell = json["claims"][1]["answers"][0]["cells"][0];
  CHECK(cell["slope"]["value"].get<double>() < -0.01);
  CHECK(cell["slope"]["interval_low"].get<double>() <= cell["slope"]["value"].get<double>());
  CHECK(cell["p_holm"].get<double>() <= 0.05);
  CHECK(json["claims"][2]["answers"].empty());

  const ProgramRun brief = run_program(
      {"verify", results, "--claims", verified.write_claims(), "--brief", "--markdown", markdown});
  CHECK_THAT(brief.out, StartsWith("Findings: 2 verdicts: ") &&
                            Catch::Matchers::EndsWith(" undecided\n  " + markdown + "\n"));

  // A second time the very same: nothing is left to chance.
  CHECK(run_program({"verify", results, "--claims", verified.write_claims()}).out == run.out);
  const ProgramRun all = run_program({"verify", results, "--claims", verified.write_claims(), "--all"});
  CHECK_THAT(all.out, ContainsSubstring("95 % interval") && ContainsSubstring("p (Holm)"));
}

TEST_CASE("program: verify without certified optima decides nothing, and says why") {
  const VerifiedExperiment verified;
  const std::string results = verified.run();
  Json manifest = read_json(results + "/manifest.json");
  manifest["references"] = Json::array();
  verified.experiment.write("out/manifest.json", sealed(manifest).dump());
  const ProgramRun run = run_program({"verify", results, "--claims", verified.write_claims(), "--all"});
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("undecided: no certified optimum"));
  CHECK_THAT(run.out,
             ContainsSubstring("  real: undecided (holds in 0 of 1 comparisons, fails in 0, 1 undecided)"));
  CHECK_THAT(run.out, ContainsSubstring("\n  (1) faster  ? 0/1\n"));
}

TEST_CASE("program: verify refuses what it cannot answer from, with exit status 2") {
  VerifiedExperiment verified;
  const std::string results = verified.run();
  check_refused(run_program({"verify", results}),
                "none of the claims of configs/claims/tao2013.json can be "
                "answered from " +
                    results + ": they compare methods on astro-physics, ");
  check_refused(run_program({"verify", results}, verified.experiment.folder()),
                "none of the claims of " + std::filesystem::absolute("configs/claims/tao2013.json").string());
  std::filesystem::create_directories(verified.experiment.path("configs/claims"));
  check_refused(run_program({"verify", results}, verified.experiment.folder()),
                "configs/claims/tao2013.json is not there: name a file with --claims");
  check_refused(run_program({"verify", results, "--claims", "none.json"}), "none.json: cannot be opened");
  verified.claims["claims"][1]["knid"] = "rate";
  check_refused(run_program({"verify", results, "--claims", verified.write_claims()}),
                "claims.json: /claims/1/knid: unknown key \"knid\", did you mean 'kind'?");
  CHECK_THAT(run_program({"verify", "--help"}).out, StartsWith("usage: descent verify DIR..."));
}

TEST_CASE("program: verify says so where the results have the claims' methods in other variants alone") {
  VerifiedExperiment verified;
  verified.experiment.config["methods"][0]["offset"] = true;
  check_refused(run_program({"verify", verified.run(), "--claims", verified.write_claims()}),
                " form; the results have nonsmooth_scd offset=true, and not nonsmooth_scd; claims name a "
                "variant by {\"name\": NAME, \"variant\": VARIANT}\n");
}

TEST_CASE("program: verify refuses a misspelt method with exit status 2, and names the near one") {
  VerifiedExperiment verified;
  const std::string results = verified.run();
  verified.claims["claims"][1]["method"] = "nonsmoth_scd";
  check_refused(run_program({"verify", results, "--claims", verified.write_claims()}),
                "/claims/1: no method is called \"nonsmoth_scd\", did you mean 'nonsmooth_scd'?");
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
  CHECK(verify({"--json", json, "--markdown", verified.experiment.path("answers.md")}).status == 0);
  CHECK(read_json(json)["notes"][0].get<std::string>() + '\n' == note);
  CHECK_THAT(file_text(verified.experiment.path("answers.md")), ContainsSubstring("28 of 30 runs done"));

  for (const std::string& file : files) std::filesystem::remove(file);
  check_refused(verify(), results + ": 0 of 30 runs done" + advice);
  std::filesystem::remove_all(results);
  std::filesystem::create_directory(results);
  check_refused(verify(),
                results + ": holds no results, neither manifest.json of `descent run` nor splits.csv");
}

TEST_CASE("program: verify does not pass untuned methods for tuned ones") {
  VerifiedExperiment verified;
  Json& config = verified.experiment.config;
  config["methods"][0]["offset"] = true;
  verified.claims["protocols"] =
      Json::parse(R"([{"name": "all tuned", "variants": {"l2": {"nonsmooth_scd": "offset=true"}}}])");
  const auto verify = [&] {
    return run_program({"verify", verified.run(), "--claims", verified.write_claims()}).out;
  };
  const std::string note = ": not tuned, at the default: nonsmooth_scd offset=true step on " +
                           verified.experiment.data() + "; `descent tune ";
  CHECK_THAT(verify(), ContainsSubstring(note));
  config["methods"][0]["step"] = 2;  // chosen by whoever wrote the configuration
  verified.claims["protocols"][0]["variants"]["l2"]["nonsmooth_scd"] = "step=2 offset=true";
  CHECK_THAT(verify(), !ContainsSubstring("not tuned"));
}

TEST_CASE("program: verify answers claims about models from the folder of a cross-validation") {
  const TinyCrossvalidation tiny;
  REQUIRE(tiny.crossvalidate({"--quiet"}).status == 0);
  Json json = Json::parse(R"json({
      "title": "Findings", "source": "A paper", "loss": "logistic",
      "claims": [{"id": "plain", "finding": "(1)", "statement": "No penalty keeps all.", "kind": "count",
        "datasets": ["tiny"], "count": "attributes_kept", "method": {"model": "plain"}, "expected": 6,
        "tolerance": 0}]})json");
  const std::string claims = tiny.write("claims.json", json.dump()).string();
  const ProgramRun run = run_program({"verify", tiny.path("results"), "--claims", claims});
  CAPTURE(run.err, run.out);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("(1) plain"));
  check_refused(run_program({"verify", tiny.path("results")}), "they compare methods on ");

  json["claims"][0]["method"]["model"] = "sparse";
  tiny.write("claims.json", json.dump());
  check_refused(
      run_program({"verify", tiny.path("results"), "--claims", claims}),
      "they compare models of a cross-validation on tiny; the results have plain and sparse with rule "
      "minimum, and not sparse; claims name a model by {\"model\": LABEL, \"rule\": RULE}\n");
}
