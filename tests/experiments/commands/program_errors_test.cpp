// Messages and exit status for errors.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Runs a command with a limit on file size, in units of 512 bytes. The limit's signal is ignored, so writes
/// fail as on a full disk.
ProgramRun under_file_limit(int half_kilobytes, const std::string& command) {
  return run_script("trap '' XFSZ\nulimit -f " + std::to_string(half_kilobytes) + "\n" + command);
}

}  // namespace

TEST_CASE("program: unknown commands, options and words are refused with the usage") {
  check_refused(
      {{{"frobnicate"}, "unknown command \"frobnicate\"\nusage: descent COMMAND"},
       {{"rum"}, "unknown command \"rum\", did you mean 'run'?\nusage: descent COMMAND"},
       {{"run", "x.json", "--ouput", "x"}, "--ouput"},
       {{"run", "x.json", "--ouput", "x"}, "usage: descent run CONFIG..."},
       {{"run", "x.json", "--jbos=3"}, "'--jbos=3', did you mean '--jobs'?\nusage: descent run"},
       {{"run", "x.json", "--jobs", "many"}, "descent: --jobs: must be a whole number, got \"many\"\n"},
       {{"solve", "--bias=x"}, "descent: --bias: must be a number, got \"x\"\n"},
       {{"list", "methods", "--verbos"}, "'--verbos', did you mean '--verbose'?"},
       {{"run"}, "no configuration given\nusage: descent run CONFIG..."},
       {{"tune"}, "no configuration given\nusage: descent tune CONFIG..."},
       {{"reference"}, "no configuration given\nusage: descent reference CONFIG..."},
       {{"crossvalidate"}, "no configuration given\nusage: descent crossvalidate CONFIG"},
       {{"crossvalidate", "a.json", "b.json"}, "one configuration at a time"},
       {{"plot"}, "no results folder given\nusage: descent plot DIR..."},
       {{"verify"}, "no results folder given\nusage: descent verify DIR..."},
       {{"replay"}, "no results folder or file of a run given"},
       {{"solve", "--regularizer", "l2"}, "usage: descent solve"},
       {{"list", "everything"}, "unknown word \"everything\"\nusage: descent list methods|datasets"},
       {{"list", "method"}, "unknown word \"method\", did you mean 'methods'?\nusage: descent list"},
       {{"list", "methods", "pegasos"}, "list methods: \"pegasos\" is a word too many\nusage: "},
       {{"data", "inf", "a9a"}, "unknown word \"inf\", did you mean 'info'?\nusage: descent data list"},
       {{"data", "info", "a9a", "b"}, "data info: takes fewer words\nusage: descent data list"},
       {{"list", "columns", "--markdown"}, "--markdown is for: descent list "},
       {{"data", "make", "a9b"}, "a9b has no stand-in to make"},
       {{"data", "info"}, "data info: no name given\nusage: descent data list"}});
  const ProgramRun nothing = run_program({});
  CHECK(nothing.status == 2);
  CHECK_THAT(nothing.err, ContainsSubstring("usage: descent COMMAND"));
}

TEST_CASE("program: help is for standard output and exit status 0") {
  for (const char* command : {"run", "plot", "tune", "solve", "list", "data"}) {
    const ProgramRun help = run_program({command, "--help"});
    CAPTURE(command);
    CHECK(help.status == 0);
    CHECK_THAT(help.out, ContainsSubstring(std::string("usage: descent ") + command));
    CHECK(help.err.empty());
    CHECK_THAT(run_program({"--help"}).out, ContainsSubstring(std::string("  ") + command));
    CHECK(run_program({"help", command}).out == help.out);
  }
  CHECK_THAT(run_program({"--help"}).out, ContainsSubstring("\n  --version "));
  check_refused(run_program({"help", "rum"}), "unknown command \"rum\", did you mean 'run'?");
  CHECK(run_program({"--version"}).out.starts_with("descent "));
}

TEST_CASE("program: a wrong configuration is one line with file and place, before anything runs") {
  const TinyExperiment experiment;
  const auto refused = [&](const std::string& text, const std::string& message) {
    const std::string path = experiment.write("wrong.json", text).string();
    // The correct configuration before it is not run either.
    check_refused(run_program({"run", experiment.write(), path, "--out", experiment.path("out")}),
                  path + ": " + message);
    CHECK_FALSE(std::filesystem::exists(experiment.path("out")));
  };
  refused("{\n  \"name\": \"x\",\n  \"seeds\": ]\n}", "not JSON: parse error at line 3, column 12");
  Json json = experiment.config;
  json["methods"][2]["step"] = -1;
  refused(json.dump(), "/methods/2/step: must be a number > 0 or \"rows\", got -1");
  json["methods"][2] = {{"name", "batch_comit"}};
  refused(json.dump(), "/methods/2/name: unknown method \"batch_comit\", did you mean 'batch_comid'?");
  json["methods"][2] = {{"name", "l1_psa"}};
  refused(json.dump(), "/methods/2/name: l1_psa does not solve hinge + l2; it solves hinge + l1");
  refused("{\"a\": 1e999}", "/a: not JSON: number overflow");
}

TEST_CASE("program: wrong values of options are refused") {
  const TinyExperiment tiny;
  const std::string config = tiny.write();
  check_refused(
      {{{"run", tiny.path("none.json")}, "none.json: cannot be opened"},
       {{"run", config, "--jobs", "0"}, "--jobs must be >= 1, got 0"},
       {{"tune", config, "--jobs", "-1"}, "--jobs must be >= 1, got -1"},
       {{"run", config, "--out", ""}, "--out: must be a folder, got \"\""},
       {{"run", config, "--memory-limit", "2GB"},
        "--memory-limit: must be bytes > 0, as in 500000000, 512M or 2G"},
       {{"run", config, "--time-limit", "0"}, "--time-limit: must be > 0 and finite, got 0"},
       {{"run", config, "--time-limit", "soon"}, "--time-limit"},
       {{"reference", config, "--gap", "0"}, "--gap: must be > 0 and finite, got 0"},
       {{"reference", config, "--seconds", "-1"}, "--seconds: must be > 0 and finite, got -1"},
       {{"reference", config, "--seconds", "inf"}, "--seconds: must be > 0 and finite, got inf"},
       {{"replay", "what?"}, "\"what?\" is neither the file of a run, DIR/runs/ID.csv, nor a results"},
       {{"replay", tiny.path("none/runs/00.csv")}, "00.csv"},
       {{"verify", tiny.path("none")}, "none/manifest.json"},
       {{"plot", tiny.path("none")}, "none"}});
}

TEST_CASE("program: a tuning whose trials all fail says so, and ends with 1") {
  TinyExperiment tiny;
  tiny.config["regularizer"] = "l1";
  tiny.config["methods"] = {{"name", "batch_comid"}};
  const ProgramRun run = run_script(
      "export TMPDIR=/proc\n" + program_words({"tune", tiny.write(), "--quiet", "--out", tiny.path("out")}));
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("1 method without a new constant: every trial failed"));
  CHECK(run.out.empty());
}

TEST_CASE("program: a folder for temporary files that is none is told with the variable that names it") {
  TinyExperiment tiny;
  REQUIRE(tiny.run({"--quiet"}).status == 0);
  tiny.config["regularizer"] = "l1";
  tiny.config["methods"] = {{"name", "batch_comid"}};  // its step is left to tuning
  const std::vector<std::vector<std::string>> commands{
      {"solve", "--dataset", tiny.data(), "--regularizer", "l2", "--method", "permuted_dcd"},
      {"tune", tiny.write(), "--quiet", "--out", tiny.path("out")},
      {"replay", tiny.path("out")}};
  for (const std::vector<std::string>& words : commands) {
    CAPTURE(words);
    check_refused(run_script("export TMPDIR=/nowhere\n" + program_words(words)),
                  "descent: the environment variable TMPDIR must name a folder for temporary files, got "
                  "\"/nowhere\": No such file or directory");
  }
}

TEST_CASE("program: solve tells of its arguments, not of places in a configuration") {
  const TinyExperiment tiny;
  const std::vector<std::string> solve{
      "solve", "--dataset", tiny.data(), "--references", tiny.path("references"), "--regularizer", "l2"};
  const std::vector<std::string> pegasos = joined(solve, {"--method", "pegasos"});
  const std::vector<std::string> dual_cd = joined(solve, {"--method", "permuted_dcd"});
  check_refused(
      {{joined(dual_cd, {"--set", "tol=1"}),
        "descent: --set: permuted_dcd has no option \"tol\", did you mean 'tolerance'?; it has shrinking, "
        "tolerance, "
        "max_shrunk_passes, order, relaxation\n"},
       {joined(dual_cd, {"--set", "tolerence=1"}), "has no option \"tolerence\", did you mean 'tolerance'?"},
       {joined(solve, {"--method", "stochastic_dcd", "--set", "step=1"}),
        "descent: --set: stochastic_dcd has no option \"step\"; it has none\n"},
       {joined(dual_cd, {"--set", "max_shrunk_passes=-1"}), "descent: --set max_shrunk_passes: must be "},
       {joined(pegasos, {"--set", "name=l2"}), "--set: pegasos has no option \"name\""},
       {joined(pegasos, {"--set", "regularizer=l2"}), "--set: pegasos has no option \"regularizer\""},
       {joined(pegasos, {"--set", "=l2"}), "--set: pegasos has no option \"\""},
       {joined(pegasos, {"--set", "batch=1", "--set", "batch=2"}), "--set: batch is given twice"},
       {joined(pegasos, {"--set", "batch=\xff"}), "batch: must be "},
       {joined(pegasos, {"--set", "batch=0"}), "batch: must be an integer >= 1"},
       {joined(pegasos, {"--set", "batch"}), "--set: must be NAME=VALUE, got \"batch\""},
       {joined(solve, {"--method", "pegasus"}),
        "descent: --method: unknown method \"pegasus\", did you mean 'pegasos'?"},
       {{"solve", "--dataset", tiny.data(), "--regularizer", "l1", "--method", "pegasos"},
        "pegasos does not solve hinge + l1; it solves hinge + l2"},
       {{"solve", "--dataset", tiny.data(), "--regularizer", "l3", "--method", "pegasos"},
        "descent: --regularizer: unknown regularizer \"l3\""},
       {joined(pegasos, {"--loss", "hing"}), "descent: --loss: unknown loss \"hing\""},
       {joined(pegasos, {"--lambda", "1/n"}),
        "descent: --lambda: must be a number > 0, \"a/m\" or \"a/m^2\" with a > 0, or \"C=c\", got "
        "\"1/n\"\n"},
       {joined(pegasos, {"--l2-factor", "3"}), "descent: --l2-factor: must be 0.5 or 1, got 3\n"},
       {joined(pegasos, {"--lambda", "C=0"}), "or \"C=c\", got \"C=0\""},
       {joined(pegasos, {"--lambda", "C=abc"}), "descent: --lambda: must be a number > 0, "},
       {joined(pegasos, {"--C", "1"}), "--C': --lambda C=VALUE gives it"},
       {joined(pegasos, {"--standardize"}), "'--standardize': that stands in the configuration"},
       {joined(pegasos, {"--read", "decimal=x"}), "descent: --read decimal: must be"},
       {joined(pegasos, {"--free-bias"}), "descent: --free-bias: there is no bias"},
       {joined(pegasos, {"--seed", "-1"}), "--seed: must be a whole number from 0 to 999999, got -1"},
       {joined(pegasos, {"--seed", "1.5"}), "--seed: must be a whole number from 0 to 999999, got 1.5"},
       {joined(pegasos, {"--seed", "one"}), "--seed: must be a whole number from 0 to 999999, got \"one\""},
       {joined(pegasos, {"--seed", "99999999999999999999999"}),
        "--seed: must be a whole number from 0 to 999999, got "},
       {joined(pegasos, {"--gap", "1e-3"}), "--gap: pegasos has no dual weights"},
       {joined(dual_cd, {"--gap", "0"}), "--gap: must be > 0 and finite, got 0"},
       {joined(pegasos, {"--cpu-seconds", "0"}), "--cpu-seconds: must be > 0 and finite, got 0"},
       {joined(dual_cd, {"--out", tiny.path("missing/weights")}), "missing/weights"},
       {joined(dual_cd, {"--out", tiny.folder().string()}), tiny.folder().string()},
       {joined(dual_cd, {"--out", ""}), "--out: must be the path of a file"},
       {{"solve", "--dataset", "a9b", "--regularizer", "l2", "--method", "pegasos"},
        "descent: --dataset: 'a9b': no such file or dataset, did you mean 'a9a'? (datasets: "},
       {{"solve", "--dataset", "./none", "--regularizer", "l2", "--method", "pegasos"},
        "descent: --dataset: ./none: no such file"}});
}

TEST_CASE("program: unknown and missing datasets are refused with the known ones") {
  TinyExperiment experiment;
  experiment.config["datasets"] = {experiment.data(), "a9b"};
  const ProgramRun run = experiment.run();
  check_refused(run,
                "tiny.json: /datasets/1: 'a9b': no such file or dataset, did you mean 'a9a'? (datasets: ");
  CHECK_THAT(run.err, ContainsSubstring("covtype"));
  CHECK_FALSE(std::filesystem::exists(experiment.path("out")));
}

TEST_CASE("program: a bad line of a data file is told by line and column") {
  TinyExperiment experiment;
  const std::string path = experiment.write("bad", "+1 1:0.5 3:1\n-1 2:1 2:7\n").string();
  check_refused(run_program({"solve", "--dataset", path, "--regularizer", "l2", "--method", "pegasos"}),
                path + ":2:8");
  experiment.config["datasets"].push_back(path);
  check_refused(experiment.run(), path + ":2:8");
  CHECK_FALSE(std::filesystem::exists(experiment.path("out")));
}

TEST_CASE("program: --only must name what the configuration has") {
  const TinyExperiment experiment;
  const auto refused = [&](const std::string& only, const std::string& message) {
    check_refused(experiment.run({"--only", only}), message);
    CHECK_FALSE(std::filesystem::exists(experiment.path("out")));
  };
  refused("method=permutd_dcd",
          "tiny.json has no method \"permutd_dcd\"; it has nonsmooth_scd, permuted_dcd, batch_comid, did you "
          "mean "
          "'permuted_dcd'?");
  refused("method=Permuted DC", "batch_comid, did you mean 'Permuted DCD'?");
  refused("dataset=a9a", "tiny.json has no dataset \"a9a\"; it has " + experiment.data());
  refused("seed=1", "--only: must be dataset=NAME, method=NAME or run=ID, by commas, got \"seed=1\"");
  refused("method=permuted_dcd,", "--only: must be dataset=NAME, method=NAME or run=ID, by commas, got \"\"");
}

TEST_CASE("program: --only and the folders of all configurations are checked before the first one runs") {
  const TinyExperiment experiment;
  Json json = experiment.config;
  json["methods"] = Json::array({Json{{"name", "pegasos"}}});
  const std::string same_name = experiment.write("other.json", json.dump()).string();
  const std::string first = experiment.write();
  const std::string out = experiment.path("out");
  check_refused(run_program({"run", first, same_name, "--out", out}),
                first + " and " + same_name + " are both named \"tiny\" and would share the folder " + out);
  json["name"] = "other";
  const std::string other = experiment.write("other.json", json.dump()).string();
  check_refused(run_program({"run", first, other, "--out", out, "--only", "method=cyclic_dcd"}),
                "--only: none of " + first + ", " + other + " has a method \"cyclic_dcd\"");
  CHECK_FALSE(std::filesystem::exists(out));
  // A name known to one configuration suffices; the other is skipped.
  const ProgramRun run =
      run_program({"run", first, other, "--out", out, "--only", "method=pegasos", "--quiet"});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  CHECK(runs_without_times(out + "/other").size() == 2);
  CHECK_FALSE(std::filesystem::exists(out + "/tiny"));
}

TEST_CASE("program: a folder that cannot be made is refused, whichever command wants it") {
  TinyExperiment experiment;
  const std::string below_a_file = experiment.data() + "/results";
  check_refused(run_program({"run", experiment.write(), "--out", below_a_file}),
                below_a_file + ": cannot be made: Not a directory");
  const std::string too_long = experiment.path(std::string(300, 'x'));
  check_refused(run_program({"run", experiment.write(), "--out", too_long}), "File name too long");
  check_refused(run_program({"reference", experiment.write(), "--references", experiment.data()}),
                experiment.data() + ": ");
  experiment.write("tuned", "a file where a folder should be");
  check_refused(run_program({"tune", experiment.write(), "--quiet"}), "tuned");
  std::filesystem::remove(experiment.path("tuned"));
  experiment.config["regularizer"] = "l1";
  experiment.config["methods"] = {{"name", "batch_comid"}};  // its step is left to tuning
  check_refused(run_program({"tune", experiment.write(), "--out", below_a_file}), "Not a directory");
}

TEST_CASE("program: a disk that fills up leaves no half-written file, and a later run completes") {
  TinyExperiment experiment;
  experiment.config["checkpoints"] = 20;
  experiment.config["passes"] = 100;
  struct Stage {
    int half_kilobytes;  // a file size limit imitates a full disk
    const char* first_refused;
    bool has_failed_runs;
  };
  const auto stage = GENERATE(Stage{2, "manifest.json: cannot be written: File too large", false},
                              Stage{21, "runs.csv: cannot be written: File too large", true},
                              Stage{60, "runs.csv: cannot be written: File too large", false});
  CAPTURE(stage.half_kilobytes);
  const std::string out = experiment.path("out");
  const std::string words = program_words(
      {"run", experiment.write(), "--out", out, "--references", experiment.path("references"), "--quiet"});
  // Compute the optimum first, so that it cannot fill the disk.
  const ProgramRun reference = run_program(
      {"reference", experiment.path("tiny.json"), "--references", experiment.path("references"), "--quiet"});
  CAPTURE(reference.err);
  REQUIRE(reference.status == 0);
  const ProgramRun full = under_file_limit(stage.half_kilobytes, words);
  CAPTURE(full.err);
  CHECK(full.status == 2);
  CHECK_THAT(full.err, ContainsSubstring(out + "/" + stage.first_refused));
  std::size_t failed = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(out)) {
    const auto& path = file.path();
    CAPTURE(path.string());
    CHECK(path.extension() != ".partial");
    if (path.filename() == "manifest.json") CHECK_NOTHROW(read_json(path));
    if (path.parent_path().filename() != "runs") continue;
    REQUIRE_NOTHROW(read_rows(path));
    failed += run_status::is_failed(read_rows(path).back().status) ? 1 : 0;
  }
  CHECK((failed > 0) == stage.has_failed_runs);

  const ProgramRun later = run_script(words);
  CAPTURE(later.err);
  CHECK(later.status == 0);
  const auto runs = runs_without_times(out);
  CHECK(runs.size() == 6);
  for (const auto& [name, text] : runs) CHECK(text.find("failed") == std::string::npos);
}

TEST_CASE("program: runs that fail are rows that say so and exit status 1, the others are kept") {
  TinyExperiment experiment;
  experiment.write("tiny", tiny_data(1, 30, 4000));
  experiment.config["checkpoints"] = 60;
  // Room for everything except 60 iterates of 4000 weights. A step of batch_comid is a whole pass; it makes
  // four.
  const std::string words =
      program_words({"run", experiment.write(), "--out", experiment.path("out"), "--quiet"});
  const ProgramRun limited = under_file_limit(2048, words);
  CAPTURE(limited.err);
  CHECK(limited.status == 1);
  CHECK_THAT(limited.err, ContainsSubstring(
                              "Permuted DCD, seed 2: failed: cannot set an iterate aside: File too large\n"));
  CHECK_THAT(limited.err, ContainsSubstring("\n4 runs did not end well:\n") &&
                              ContainsSubstring("tries what failed again"));
  for (const auto& file : std::filesystem::directory_iterator(experiment.path("out/runs"))) {
    const auto rows = read_rows(file.path());
    if (rows[0].method == "batch_comid") {
      CHECK(rows.back().status == run_status::budget);
    } else {
      REQUIRE(rows.size() == 1);
      CHECK(rows[0].status == run_status::failed("cannot set an iterate aside: File too large"));
      CHECK_FALSE(rows[0].objective);
    }
  }
  CHECK(std::filesystem::exists(experiment.path("out/figures/gnuplot/tiny.svg")));
  CHECK(run_script(words).status == 0);
}

TEST_CASE("program: a results folder that was tampered with is told by file and line") {
  TinyExperiment experiment;
  experiment.config["methods"] = Json::array({Json{{"name", "permuted_dcd"}}});
  experiment.config["seeds"] = 1;
  const std::string out = experiment.path("out");
  REQUIRE(experiment.run({"--quiet"}).status == 0);
  const std::string run = versions_in(out + "/runs").begin()->first;
  const std::string text = file_text(out + "/runs/" + run);
  experiment.write("out/runs/" + run, text.substr(0, text.size() - 20));
  check_refused(run_program({"plot", out}), run + ":");
  const ProgramRun repeated = experiment.run({"--quiet"});
  CHECK(repeated.status == 0);
  CHECK_THAT(repeated.err, ContainsSubstring(run + ": damaged, run again\n"));
  CHECK(run_program({"plot", out}).status == 0);
  experiment.write("out/manifest.json", "{");
  check_refused(run_program({"plot", out}), "manifest.json: ");
}
