// The whole program, from a configuration to run files and figures.

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/catch.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"
#include "tests/sanitizers.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/lock_owner.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: rounded values are said in manifest, captions and tables") {
  TinyExperiment experiment;
  experiment.config["values"] = "float";
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  CHECK(read_json(experiment.path("out/manifest.json"))["datasets"][0]["values"] == "float");
  CHECK_THAT(file_text(experiment.path("out/tables/time_to_target.md")),
             ContainsSubstring("tiny (values rounded), hinge + l2"));
  CHECK_THAT(file_text(experiment.path("out/figures/tiny.caption.txt")),
             ContainsSubstring("Values rounded to single precision"));
  experiment.config.erase("values");
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  CHECK_FALSE(read_json(experiment.path("out/manifest.json"))["datasets"][0].contains("values"));
  CHECK_THAT(file_text(experiment.path("out/figures/tiny.caption.txt")), !ContainsSubstring("ounded"));
}

TEST_CASE("program: runs with a budget of passes repeat bit for bit, one or two at a time") {
  const TinyExperiment experiment;
  const ProgramRun first = experiment.run({"--quiet", "--jobs", "1"}, "first");
  CAPTURE(first.err);
  REQUIRE(first.status == 0);
  REQUIRE(experiment.run({"--quiet", "--jobs", "2"}, "second").status == 0);
  const auto one = runs_without_times(experiment.path("first"));
  const auto two = runs_without_times(experiment.path("second"));
  REQUIRE(one.size() == 3 * 2);
  CHECK(one == two);

  // Another seed gives another path for randomised methods; other methods repeat theirs.
  std::map<std::string, std::set<std::string>> paths;
  for (const auto& file : std::filesystem::directory_iterator(experiment.path("first/runs"))) {
    const auto rows = read_rows(file.path());
    std::string path;
    for (const ResultRow& row : rows) path += fmt::format("{} ", *row.objective);
    paths[rows.front().method].insert(path);
    CHECK(rows.back().status == run_status::budget);
  }
  CHECK(paths["nonsmooth_scd"].size() == 2);
  CHECK(paths["permuted_dcd"].size() == 2);
  CHECK(paths["batch_comid"].size() == 1);

  // Final names belong to complete files only, and the manifest lists all.
  const Json manifest = read_json(experiment.path("first/manifest.json"));
  REQUIRE(manifest["runs"].size() == one.size());
  for (const Json& planned : manifest["runs"]) CHECK(one.contains(planned["id"].get<std::string>() + ".csv"));
  CHECK(files_in(experiment.path("first/runs")) == one.size());
  for (const std::string name :
       {"curves.csv", "figures/gnuplot/tiny.gp", "figures/tiny.pdf", "figures/gnuplot/tiny.svg"}) {
    CAPTURE(name);
    CHECK(std::filesystem::file_size(experiment.path("first/" + name)) > 0);
  }
}

TEST_CASE("program: a second run repeats nothing, and does what is missing") {
  TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const auto versions = versions_in(experiment.path("out/runs"));
  const auto texts = runs_without_times(experiment.path("out"));
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  CHECK(versions_in(experiment.path("out/runs")) == versions);

  // A missing and a failed run are repeated, the others stay.
  const auto gone = experiment.folder() / "out/runs" / versions.begin()->first;
  const auto failed = experiment.folder() / "out/runs" / versions.rbegin()->first;
  std::filesystem::remove(gone);
  let_fail(failed);
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  auto again = versions_in(experiment.path("out/runs"));
  CHECK(runs_without_times(experiment.path("out")) == texts);
  CHECK(again.size() == versions.size());
  for (const auto& [name, version] : versions) {
    const bool was_open = name == gone.filename() || name == failed.filename();
    CHECK((again[name] == version) != was_open);
  }

  // One more seed adds one run per method.
  experiment.config["seeds"] = 3;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  again = versions_in(experiment.path("out/runs"));
  CHECK(again.size() == 9);
}

TEST_CASE("program: the manifest follows the configuration, and the same plan gives the same bytes") {
  TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::string manifest = experiment.path("out/manifest.json");
  const std::string first = file_text(manifest);
  for (const char* const damaged : {"{", "[]", ""}) {
    std::ofstream(manifest) << damaged;
    REQUIRE(experiment.run({"--quiet"}).status == 0);
    CHECK(file_text(manifest) == first);
  }
  experiment.config["title"] = "Another title";
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  CHECK(read_json(manifest)["title"] == "Another title");
}

TEST_CASE("program: killed while it runs, it leaves only whole files and goes on from there") {
  TinyExperiment experiment;
  experiment.config["passes"] = 20'000;
  experiment.config["seeds"] = 4;
  REQUIRE(experiment.run({"--quiet"}, "reference").status == 0);
  const std::string runs = shell_quoted(experiment.path("killed/runs"));
  // Killed when the first run exists. If it is already done, the checks below hold too.
  run_script(
      program_words({"run", experiment.write(), "--out", experiment.path("killed"), "--jobs", "2"}) +
      " & pid=$!\nwhile kill -0 $pid 2>/dev/null && ! ls " + runs +
      "/*.csv >/dev/null 2>&1; do sleep 0.01; done\nkill -9 $pid 2>/dev/null; wait $pid 2>/dev/null; true");
  const auto reference = runs_without_times(experiment.path("reference"));
  const auto left = runs_without_times(experiment.path("killed"));  // rejects half-written files
  CHECK_FALSE(left.empty());
  INFO(left.size() << " of " << reference.size() << " runs were done");
  for (const auto& [name, text] : left) CHECK(reference.at(name) == text);
  auto before = versions_in(experiment.path("killed/runs"));
  REQUIRE(experiment.run({"--quiet"}, "killed").status == 0);
  CHECK(runs_without_times(experiment.path("killed")) == reference);
  auto after = versions_in(experiment.path("killed/runs"));
  for (const auto& [name, text] : left) CHECK(after[name] == before[name]);
}

TEST_CASE("program: limits of a run that are ample change nothing") {
  const TinyExperiment experiment;
  std::vector<std::string> ample{"--time-limit", "300"};
  if (!is_sanitized) ample.insert(ample.end(), {"--memory-limit", "64G"});
  CHECK(experiment.run(ample).status == 0);
}

TEST_CASE("program: without --out results go to results/NAME, those of --quick beside them") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::array({Json{{"name", "permuted_dcd"}}});
  experiment.config["seeds"] = 5;
  const ProgramRun quick = run_program({"run", experiment.write(), "--quick"}, experiment.folder());
  CAPTURE(quick.err);
  REQUIRE(quick.status == 0);
  CHECK_THAT(quick.out, ContainsSubstring("3 runs, 3 to do, into results/tiny-quick"));
  CHECK_THAT(quick.out, ContainsSubstring("results/tiny-quick/figures: 2 figures (.pdf .png)\n"));
  CHECK_FALSE(std::filesystem::exists(experiment.path("results/tiny")));
  CHECK(std::filesystem::is_directory(experiment.path("results/references")));
  CHECK_FALSE(std::filesystem::exists(experiment.path("results/tiny-quick/references")));
  const auto manifest = read_json(experiment.path("results/tiny-quick/manifest.json"));
  CHECK(manifest["config"]["passes"] == 0.5);
  CHECK(manifest["config"]["seeds"] == Json::array({1, 2, 3}));
}

TEST_CASE("program: a stand-in does not replace the real data that a folder's runs are on") {
  TinyExperiment experiment;
  experiment.config["datasets"] = {"points-2d"};
  experiment.config["methods"] = Json::array({Json{{"name", "permuted_dcd"}}});
  std::filesystem::create_directory(experiment.path("data"));
  experiment.write("data/points-2d", tiny_data(1, 100, 2));
  const std::string run = program_words({"run", experiment.write(), "--quiet", "--out", "out"});
  REQUIRE(run_script("DESCENT_DATA=data " + run, experiment.folder()).status == 0);
  const std::string manifest = file_text(experiment.path("out/manifest.json"));
  check_refused(run_script("DESCENT_CACHE=none DESCENT_DATA= " + run, experiment.folder()),
                "its runs are on the file points-2d, which is not found now (is DESCENT_DATA set?)");
  check_refused(run_script("DESCENT_CACHE=none DESCENT_DATA= " + run + " --dry-run", experiment.folder()),
                "is not found now");
  CHECK(file_text(experiment.path("out/manifest.json")) == manifest);
  CHECK(run_script("DESCENT_DATA=data " + run, experiment.folder()).status == 0);
}

TEST_CASE("program: without gnuplot a run says so before the first run, and keeps all but the pictures") {
  const TinyExperiment experiment;
  const ProgramRun run =
      run_script("PATH=/nonexistent " +
                 program_words({"run", experiment.write(), "--quiet", "--out", experiment.path("out")}));
  CHECK(run.status == 2);
  CHECK_THAT(run.err,
             StartsWith("note: gnuplot is not installed: no figure will be drawn; install the package "
                        "gnuplot-nox\n"));
  CHECK(files_in(experiment.path("out/runs")) == 6);
  CHECK(std::filesystem::exists(experiment.path("out/curves.csv")));
}

TEST_CASE("program: plot draws the figure again from the files alone") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  std::filesystem::remove(experiment.data());
  std::filesystem::remove_all(experiment.path("out/figures"));
  const std::string curves = file_text(experiment.path("out/curves.csv"));
  std::filesystem::remove(experiment.path("out/curves.csv"));
  const ProgramRun plot = run_program({"plot", experiment.path("out")});
  CHECK(plot.status == 0);
  CHECK(std::filesystem::file_size(experiment.path("out/figures/gnuplot/tiny.svg")) > 0);
  CHECK(file_text(experiment.path("out/curves.csv")) == curves);
  CHECK_THAT(plot.out, ContainsSubstring(experiment.path("out/figures") + ": 1 figure (.pdf .png)\n"));
  CHECK(plot.err.empty());
  std::filesystem::remove(run_files_in(experiment.path("out")).front());
  const ProgramRun without = run_program({"plot", experiment.path("out")});
  CHECK(without.status == 0);
  CHECK_THAT(without.out, ContainsSubstring("  Missing runs: "));
  CHECK_THAT(file_text(experiment.path("out/figures/tiny.caption.txt")), ContainsSubstring(" Missing runs"));
}

TEST_CASE("program: plot draws a selection beside the figures, and refuses names that are not there") {
  TinyExperiment experiment;
  experiment.config["methods"][2]["datasets"] = Json::array({"second"});
  experiment.config["datasets"].push_back({{"file", experiment.data()}, {"title", "second"}});
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::string out = experiment.path("out");
  const std::string before = file_text(out + "/figures/gnuplot/tiny.gp");
  const auto plot = [&](const std::string& only) { return run_program({"plot", out, "--only", only}); };
  const ProgramRun selected = plot("dataset=second,method=permuted_dcd,method=Batch COMID");
  CHECK(selected.status == 0);
  const std::string drawn = out + "/selections/dataset_second_method_permuted_dcd_method_Batch_COMID";
  CHECK_THAT(selected.out, ContainsSubstring(drawn + ": 1 figure (.pdf .png)\n"));
  const std::string script = file_text(drawn + "/gnuplot/tiny.gp");
  CHECK_THAT(script, ContainsSubstring("tiny/a-2-permuted_dcd.dat") && ContainsSubstring("a-3-batch_comid"));
  CHECK_THAT(script, !ContainsSubstring("a-1-nonsmooth_scd.dat") && !ContainsSubstring("b-2"));
  CHECK(file_text(out + "/figures/gnuplot/tiny.gp") == before);

  check_refused(plot("method=permuted_dcd,batch_comid"),
                "--only: must be dataset=NAME, method=NAME or run=ID, by commas, got \"batch_comid\"");
  check_refused(plot("run=0123456789abcdef"), "--only: figures average the runs");
  check_refused(plot("dataset=b"), "--only: " + out + " has no dataset \"b\"; it has ");
  check_refused(plot("method=batch_comd"),
                " has no method \"batch_comd\"; it has nonsmooth_scd, permuted_dcd, batch_comid, did you "
                "mean 'batch_comid'?");
  check_refused(plot("dataset=" + experiment.data() + ",method=batch_comid"),
                "--only: " + out + " has no run of these");
  check_refused(plot("dataset=" + std::string(300, 'x')), "must have at most 200 bytes, has 308");

  // A file of the user is in the way: nothing is drawn or lost.
  const std::string own = drawn + "/tiny-of-the-user.pdf";
  experiment.write(own, "mine");
  check_refused(plot("dataset=second,method=permuted_dcd,method=Batch COMID"),
                own + ": is not among the files");
  CHECK(file_text(drawn + "/gnuplot/tiny.gp") == script);
}

TEST_CASE("program: weights that are finite and an objective that is not are a run that diverged") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "batch_comid"}])");
  experiment.config["lambdas"] = Json::array({1e-300});
  experiment.config["seeds"] = 1;
  const ProgramRun run = experiment.run({"--quiet", "--reference-seconds", "0.1"});
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("diverged"));
  const auto files = run_files_in(experiment.path("out"));
  REQUIRE(files.size() == 1);
  const auto rows = read_rows(files[0]);
  CHECK(rows.back().status == run_status::diverged);
  CHECK_FALSE(std::isfinite(*rows.back().objective));
  CHECK(run_program({"replay", files[0]}).status == 0);
}

TEST_CASE(
    "program: what a killed plot has left half written disturbs no command, and the next plot removes it") {
  const TinyExperiment experiment;
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::string folder = experiment.path("out");
  const std::vector<std::string> left{
      "out/.curves.csv.partial-01234567", "out/tables/.x.csv.partial-01234567",
      "out/figures/descent-temporary-0123/tiny.pdf", "out/selections/w/gnuplot/tiny/.x.dat.partial-01234567"};
  std::filesystem::create_directory(experiment.path("out/figures/descent-temporary-0123"));
  std::filesystem::create_directories(experiment.path("out/selections/w/gnuplot/tiny"));
  for (const std::string& name : left) experiment.write(name, "half");
  for (const std::string& name : left) CHECK(std::filesystem::exists(experiment.path(name)));
  const ProgramRun plot = run_program({"plot", folder});
  CHECK(plot.status == 0);
  CHECK(plot.err.empty());
  for (const std::string& name : left) CHECK_FALSE(std::filesystem::exists(experiment.path(name)));
}

TEST_CASE("program: numbers of the data that are read as 0 are reported") {
  const TinyExperiment experiment;
  const std::string told = "Too small for double precision, read as 0: tiny (1 number).";
  CHECK_THAT(experiment.run().out, !ContainsSubstring("Too small"));
  experiment.write("tiny", test::tiny_data() + "+1 1:1 2:1e-400\n");
  CHECK_THAT(experiment.run({}, "second").out, ContainsSubstring(told));
  CHECK(read_json(experiment.path("second/manifest.json"))["datasets"][0]["underflows"] == 1);
  CHECK_THAT(run_program({"data", "info", experiment.data()}).out,
             ContainsSubstring("1 number is too small for double precision and read as 0"));
}

TEST_CASE("program: constants that were tuned on data with another checksum are used, and run says so") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd", "offset": true}])");
  experiment.config["tuning"] = {{"seeds", 1}};
  const std::vector<std::string> tune{"tune", experiment.write(), "--quiet", "--out", experiment.path("out")};
  REQUIRE(run_program(tune).status == 0);
  const std::string condition = "Tuned on other data, of another checksum: Non-smooth SCD";
  CHECK_THAT(experiment.run().out, !ContainsSubstring(condition));
  experiment.write("tiny", test::tiny_data(1) + "\n");  // same numbers of rows and columns
  CHECK_THAT(experiment.run().out, ContainsSubstring(condition));
  CHECK_THAT(experiment.run({"--dry-run"}).out, ContainsSubstring("another checksum"));
  CHECK_THAT(run_program(tune).out, ContainsSubstring("1 constant chosen"));
  CHECK_THAT(experiment.run().out, !ContainsSubstring(condition));
}

TEST_CASE("program: constants that were tuned on data read or scaled otherwise are told, and chosen again") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd", "offset": true}])");
  experiment.config["tuning"] = {{"seeds", 1}};
  Json entry = {{"file", experiment.data()}, {"title", "t"}, {"positive", "1"}};
  const auto tune = [&] {
    experiment.config["datasets"] = Json::array({entry});
    return run_program({"tune", experiment.write(), "--quiet", "--out", experiment.path("out")}).out;
  };
  CHECK_THAT(tune(), ContainsSubstring("1 constant chosen"));
  CHECK_THAT(tune(), ContainsSubstring("nothing to tune"));
  experiment.config["standardize"] = true;
  const std::string condition = "Tuned on other data, read or scaled otherwise: Non-smooth SCD";
  CHECK_THAT(experiment.run().out, ContainsSubstring(condition));
  CHECK_THAT(tune(), ContainsSubstring("1 constant chosen"));
  CHECK_THAT(experiment.run().out, !ContainsSubstring(condition));
  entry["positive"] = "-1";
  CHECK_THAT(tune(), ContainsSubstring("1 constant chosen"));
}

TEST_CASE("program: run takes the constants that tune found, and the manifest says so") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd"}, {"name": "l1_psa"}])");
  experiment.config["regularizer"] = "l1";
  experiment.config["tuning"] = {{"seeds", 1}};
  const std::vector<std::string> tune_arguments{"tune", experiment.write(), "--quiet", "--out",
                                                experiment.path("out")};
  const ProgramRun tune = run_program(tune_arguments);
  CHECK(tune.status == 0);
  CHECK_THAT(tune.out, ContainsSubstring("tuned/tiny.json: 2 constants chosen"));
  CHECK_THAT(run_program(tune_arguments).out, ContainsSubstring("nothing to tune"));
  const ProgramRun with_constants = experiment.run();
  REQUIRE(with_constants.status == 0);
  CHECK_THAT(with_constants.out, !ContainsSubstring("not tuned"));
  const Json tuned = read_json(experiment.path("tuned/tiny.json"));
  const Json constants = read_json(experiment.path("out/manifest.json"))["constants"];
  REQUIRE(constants.size() == 3);
  CHECK(constants[0]["value"] == tuned["steps"][0]["constants"]["step"]);
  CHECK(constants[0]["tuning_cpu_seconds"] == tuned["steps"][0]["tuning_cpu_seconds"]);
  CHECK(constants[0]["tuning_runs"] == tuned["steps"][0]["tuning_runs"]);
  CHECK(constants[2]["option"] == "radius");
  CHECK_FALSE(constants[2].contains("tuning_cpu_seconds"));
  const Json optima = read_json(experiment.path("out/manifest.json"))["references"];
  REQUIRE(optima.size() == 1);
  CHECK(optima[0]["gap"].get<double>() <= 1e-8);
  CHECK(constants[0]["origin"]["file"] == experiment.path("tuned/tiny.json"));
  CHECK(constants[2]["origin"]["file"] ==
        std::filesystem::path(optima[0]["file"].get<std::string>()).filename().string());

  // Without their trials, constants are used all the same.
  std::filesystem::remove_all(experiment.path("out/trials"));
  CHECK_THAT(experiment.run().out, ContainsSubstring("0 to do"));
  CHECK_THAT(run_program(tune_arguments).out, ContainsSubstring("nothing to tune"));
}

TEST_CASE("program: --only run=ID computes no reference that the run does not need") {
  TinyExperiment experiment;
  experiment.config["regularizer"] = Json::array({"l1", "l2"});
  experiment.config["methods"] = Json::parse(
      R"([{"name": "l1_psa", "regularizer": "l1"}, {"name": "permuted_dcd", "regularizer": "l2"}])");
  experiment.config["seeds"] = 1;
  REQUIRE(experiment.run({"--only", "method=permuted_dcd"}).status == 0);
  const std::string id = std::filesystem::path(run_files_in(experiment.path("out")).at(0)).stem().string();
  for (const char* const folder : {"references", "out"}) std::filesystem::remove_all(experiment.path(folder));
  CHECK(experiment.run({"--only", "run=" + id}).status == 0);
  CHECK(versions_in(experiment.path("references")).size() == 1);
}
