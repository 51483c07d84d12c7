// The command `report`: its page and its errors.

#include "tests/catch.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: a report is one page beside the results, with or without claims") {
  const TinyExperiment experiment;
  const std::string out = experiment.path("out");
  REQUIRE(run_program({"run", experiment.write(), "--out", out, "--quiet"}).status == 0);
  CHECK_THAT(file_text(out + "/runs.csv"), StartsWith("experiment,dataset,source,"));

  const ProgramRun run = run_program({"report", out}, "/");
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring(out + "/report.html"));
  CHECK_THAT(file_text(out + "/report.html"), StartsWith("<!DOCTYPE html>"));

  // With answerable claims the page also has their verdicts; its data is packed.
  const auto size_without = std::filesystem::file_size(out + "/report.html");
  const Json claims = Json::parse(R"json({"title": "Findings", "source": "A paper", "loss": "hinge",
    "claims": [{"id": "rate", "finding": "(2)", "statement": "It falls.", "kind": "number", "number": "slope",
      "regularizer": "l2", "method": "nonsmooth_scd", "range": [null, 0]}]})json");
  const auto report_with = [&](Json changed, const std::string& dataset) {
    changed["datasets"] = {dataset};
    const std::string file = experiment.write("claims.json", changed.dump()).string();
    return run_program({"report", out, "--claims", file}, "/");
  };
  REQUIRE(report_with(claims, experiment.data()).status == 0);
  CHECK(std::filesystem::file_size(out + "/report.html") > size_without);
  check_refused(report_with(claims, "elsewhere"),
                "claims.json: none of its claims can be answered from these");
  CHECK(run_program({"report", out, out, "--out", experiment.path("both.html")}, "/").status == 0);
  CHECK(run_program({"report", out, out}, "/").status == 0);
  CHECK(std::filesystem::exists(experiment.path("report.html")));  // beside the first of several folders
  CHECK(file_text(experiment.path("both.html")).size() > file_text(out + "/report.html").size());
}

TEST_CASE("program: a report that cannot be made is refused with what would be right") {
  const TinyExperiment experiment;
  const std::string out = experiment.path("out");
  const auto refusal = [](const std::vector<std::string>& words) {
    const ProgramRun run = run_program(words, "/");
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK_THAT(refusal({"report"}), ContainsSubstring("no results folder given"));
  CHECK_THAT(refusal({"report", out}), ContainsSubstring(out));
  REQUIRE(run_program({"run", experiment.write(), "--out", out, "--quiet"}).status == 0);
  CHECK_THAT(refusal({"report", out, "--out", out + "/manifest.json"}),
             ContainsSubstring("--out: must be a file NAME.html, got "));
  CHECK_THAT(refusal({"report", out, "--out", ""}), ContainsSubstring("--out: must be a file"));
  CHECK_THAT(refusal({"report", out, "--claims", experiment.path("none.json")}),
             ContainsSubstring("none.json: cannot be opened"));
  CHECK_FALSE(std::filesystem::exists(out + "/report.html"));
}
