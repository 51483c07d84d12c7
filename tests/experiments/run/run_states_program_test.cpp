// Runs that `descent run` finds done in a results folder, also with --dry-run and --only.

#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "support/process/processor.hpp"
#include "support/records/manifest.hpp"
#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: the provenance of a run records its surroundings, and figures report throttled cores") {
  TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string run = run_files_in(experiment.path("out")).front();
  const std::filesystem::path file =
      provenance_file(experiment.path("out"), std::filesystem::path(run).stem().string());
  Json json = read_json(file);
  json["surroundings"]["throttles"] = 2;
  std::ofstream(file) << json.dump(1) << '\n';
  CHECK_THAT(experiment.run().out, ContainsSubstring("Slowed down for heat, or by other virtual machines"));
}

TEST_CASE("program: --dry-run says what would run, what it would take, and writes nothing") {
  TinyExperiment experiment;
  experiment.config["methods"][0]["offset"] = true;
  const auto dry_run = [&](std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"run", experiment.write(), "--dry-run", "--jobs", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramRun dry = run_program(arguments, experiment.folder());
    CHECK(dry.status == 0);
    return dry.out;
  };
  const std::string out = dry_run();
  for (const char* text : {"tiny: 6 runs: 6 to do", "estimate: about 1 s of CPU time billed", " at a time",
                           "Permuted DCD: 2 runs: 2 to do",
                           ": reference optimum to be computed, which is not in the estimate\n"}) {
    CHECK_THAT(out, ContainsSubstring(text));
  }
  // Once, not for every seed.
  const std::string constant = "nonsmooth_scd offset=true step = 1 (default: not tuned)";
  CHECK(out.find(constant) < out.size());
  CHECK(out.find(constant) == out.rfind(constant));
  CHECK(files_in(experiment.folder()) == 2);  // the data and the configuration

  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 100;
  CHECK_THAT(dry_run(), ContainsSubstring("estimate: at most 10 min of CPU time billed"));
  CHECK_THAT(dry_run({"--only", "method=batch_comid"}), ContainsSubstring("estimate: at most 3 min of CPU"));
  experiment.config["cpu_seconds"] = 0.01;
  REQUIRE(run_program({"run", experiment.write(), "--quiet", "--only", "method=permuted_dcd"},
                      experiment.folder())
              .status == 0);
  CHECK_THAT(dry_run(), ContainsSubstring("tiny: 6 runs: 2 done, 4 to do") &&
                            ContainsSubstring("Permuted DCD: 2 runs: 2 done"));
  CHECK_THAT(dry_run({"--only", "method=batch_comid"}),
             ContainsSubstring("tiny: 6 runs: 2 to do, 4 left out") &&
                 ContainsSubstring("Permuted DCD: 2 runs: 2 left out"));

  // One run uses one core; several take at least as long as the longest.
  const std::string other = experiment.write("other", tiny_data(2)).string();
  experiment.config["cpu_seconds"] = {{"default", 10}, {experiment.data(), 600}};
  experiment.config["methods"] = {{{"name", "permuted_dcd"}}};
  experiment.config["seeds"] = 1;
  CHECK_THAT(dry_run(), ContainsSubstring("; 10 min of wall time with 1 run at a time\n"));
  experiment.config["datasets"].push_back(other);
  CHECK_THAT(dry_run(), ContainsSubstring("; 10 min of wall time with "));

  // Each thread has a core of its own, and the budget is of wall time.
  if (physical_cores().size() < 2) return;
  experiment.config["datasets"] = {experiment.data()};
  experiment.config["cpu_seconds"] = 100;
  experiment.config["seeds"] = 6;
  experiment.config["methods"] = {{{"name", "lbfgs"}, {"threads", 2}}};
  experiment.config["loss"] = "logistic";
  experiment.config["regularizer"] = "l2";
  CHECK_THAT(dry_run(), ContainsSubstring("estimate: at most 20 min of CPU time billed") &&
                            ContainsSubstring("; 10 min of wall time with 1 run at a time\n"));
}

TEST_CASE("program: --dry-run tells what has failed, and what a new bound makes outdated") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = "l1";
  experiment.config["methods"] = Json::array({Json{{"name", "batch_comid"}, {"step", 0.5}}});
  experiment.config["seeds"] = 3;
  REQUIRE(experiment.run().status == 0);
  const std::vector<std::string> files = run_files_in(experiment.path("out"));
  REQUIRE(files.size() == 3);
  let_fail(files[0]);
  lower_bound_by(1, files[1]);
  const ProgramRun dry = experiment.run({"--dry-run"});
  CHECK_THAT(dry.out, ContainsSubstring("tiny: 3 runs: 1 done, 1 to try again, having failed, 1 to repeat"));
  CHECK_THAT(experiment.run().out, ContainsSubstring("3 runs, 2 to do"));
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("tiny: 3 runs: 3 done\n"));
}

TEST_CASE("program: --only run=ID repeats one failed run alone") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  std::vector<std::string> ids;
  for (const std::string& file : run_files_in(experiment.path("out"))) {
    ids.push_back(std::filesystem::path(file).stem().string());
    let_fail(file);
  }
  REQUIRE(experiment.run({"--only", "run=" + ids[2]}).status == 0);
  for (const std::string& id : ids) {
    const auto rows = read_rows(experiment.path("out/runs/" + id + ".csv"));
    CHECK(run_status::is_failed(rows.back().status) == (id != ids[2]));
  }
  check_refused(experiment.run({"--only", "run=0123", "--quiet"}),
                "--only: no run of the configuration has the id \"0123\"");

  // Fails before any certified optimum is computed.
  CHECK(experiment.run({"--only", "run=0123"}, "other").status == 2);
  CHECK_FALSE(std::filesystem::exists(experiment.path("other")));
}

TEST_CASE("program: --only runs a part, whose figure can be drawn, and the rest later") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--only", "method=batch_comid"}).status == 0);
  CHECK(runs_without_times(experiment.path("out")).size() == 2);
  const auto part = versions_in(experiment.path("out/runs"));
  const std::string rest = "dataset=" + experiment.data() + ",method=permuted_dcd,method=nonsmooth_scd";
  REQUIRE(experiment.run({"--only", rest}).status == 0);
  auto all = versions_in(experiment.path("out/runs"));
  CHECK(all.size() == 6);
  for (const auto& [name, version] : part) CHECK(all[name] == version);
}

TEST_CASE("program: --only under L1 leaves the others with the new bound, until they are repeated") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = "l1";
  experiment.config["methods"] =
      Json::parse(R"([{"name": "batch_comid", "step": 0.5}, {"name": "nonsmooth_scd", "step": 1}])");
  REQUIRE(experiment.run().status == 0);
  const auto before = runs_without_times(experiment.path("out"));
  for (const std::string& file : run_files_in(experiment.path("out"))) lower_bound_by(0.5, file);
  const ProgramRun part = experiment.run({"--only", "method=batch_comid", "--quiet"});
  CAPTURE(part.err);
  CHECK(part.status == 0);
  const double bound = read_json(experiment.path("out/manifest.json"))["references"][0]["lower_bound"];
  for (const std::string& file : run_files_in(experiment.path("out"))) {
    for (const ResultRow& row : read_rows(file)) {
      CHECK(row.lower_bound == bound);
      CHECK(row.support_false.has_value() == (row.method == "batch_comid"));
    }
  }
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("tiny: 4 runs: 2 done, 2 to repeat"));
  CHECK(experiment.run().status == 0);
  CHECK(runs_without_times(experiment.path("out")) == before);
}

TEST_CASE("program: --only takes the label of a method's entry, with its commas") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([
    {"name": "permuted_dcd", "label": "DCD"}, {"name": "permuted_dcd", "shrinking": false, "label": "DCD, s"}])");
  const auto left_out = [&](const std::string& only) {
    return experiment.run({"--dry-run", "--only", only}).out;
  };
  CHECK_THAT(left_out("method=DCD, s"),
             ContainsSubstring("DCD: 2 runs: 2 left out") && ContainsSubstring("DCD, s: 2 runs: 2 to do"));
  CHECK_THAT(left_out("method=DCD,dataset=" + experiment.data()),
             ContainsSubstring("DCD, s: 2 runs: 2 left out"));
  CHECK_THAT(left_out("method=permuted_dcd"), ContainsSubstring("tiny: 4 runs: 4 to do"));
}

TEST_CASE("program: run says which methods nobody has tuned") {
  TinyExperiment experiment;
  experiment.config["methods"][0]["offset"] = true;
  const std::string note = "not tuned, at the default: nonsmooth_scd step = 1 (1 problem); `descent tune ";
  CHECK_THAT(experiment.run({"--only", "method=batch_comid"}, "other").out, !ContainsSubstring("not tuned"));
  CHECK_THAT(experiment.run().out, ContainsSubstring(note));
  CHECK_THAT(experiment.run().out, !ContainsSubstring("not tuned"));  // nothing to do
}

TEST_CASE("program: run repeats the run alone whose rows were changed") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string file = run_files_in(experiment.path("out"))[0];
  std::string text = file_text(file);
  const std::size_t digit = text.find_last_of("0123456789", text.find(",running") - 1);
  text[digit] = text[digit] == '1' ? '2' : '1';
  std::ofstream(file) << text;
  const auto before = versions_in(experiment.path("out/runs"));
  const ProgramRun repeated = experiment.run();
  CHECK(repeated.status == 0);
  CHECK_THAT(repeated.err, ContainsSubstring("descent: " + file + ": damaged, run again\n"));
  auto after = versions_in(experiment.path("out/runs"));
  for (const auto& [name, version] : before) CHECK((after[name] == version) == !file.ends_with(name));
  CHECK(experiment.run().err.find("damaged") == std::string::npos);
}

TEST_CASE("program: runs of another processor are drawn and not replaced") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  for (const std::string& run : run_files_in(experiment.path("out"))) {
    const auto file = provenance_file(experiment.path("out"), std::filesystem::path(run).stem().string());
    Json json = read_json(file);
    json["identity"]["processor"] = json["machine"]["processor"] = "Abacus 3000";
    std::ofstream(file) << json.dump(1) << '\n';
  }
  const auto before = versions_in(experiment.path("out/runs"));
  check_refused(experiment.run({"--quiet"}), "is of the processor Abacus 3000, and this one is ");
  CHECK(run_program({"plot", experiment.path("out")}).status == 0);
  CHECK(versions_in(experiment.path("out/runs")) == before);
}

TEST_CASE("program: a file that is there and cannot be read stops a run, and is left alone") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run().status == 0);
  const std::string file = run_files_in(experiment.path("out"))[0];
  std::filesystem::remove(file);
  std::filesystem::create_directory(file);
  check_refused(experiment.run({"--quiet"}),
                file + ": is not a regular file; move it away, and the run is carried out again");
  CHECK(std::filesystem::is_directory(file));
}

TEST_CASE("program: that nothing can be said is no reason to stop") {
  const TinyExperiment experiment;
  const ProgramRun silenced = run_script(
      program_words({"run", experiment.write(), "--out", experiment.path("out")}) + " 2>/dev/full");
  CHECK(silenced.status == 0);
  CHECK(runs_without_times(experiment.path("out")).size() == 6);
}
