// descent compare: two results folders, and two builds of the program.

#include <filesystem>

#include "experiments/program/build_info.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

namespace descent::test {
namespace {

/// Multiplies the times of a method's runs, as if they had been measured so.
void slow_down(const TinyExperiment& experiment, const std::string& method, double factor) {
  for (const std::string& file : run_files_in(experiment.path("b"))) {
    if (read_rows(file).front().method != method) continue;
    change_rows(file, [&](std::vector<ResultRow>& rows) {
      for (ResultRow& row : rows) {
        row.cpu_seconds *= factor;
        row.setup_seconds *= factor;
      }
    });
  }
}

std::string line_of(const ProgramRun& run, const std::string& method) {
  const std::size_t start = run.out.find("\n  " + method);
  return start == std::string::npos ? "" : run.out.substr(start, run.out.find('\n', start + 1) - start);
}

ProgramRun compare(const TinyExperiment& experiment, const std::vector<std::string>& more = {}) {
  return run_program(joined({"compare", experiment.path("a"), experiment.path("b")}, more));
}

void copy_results(const TinyExperiment& experiment) {
  std::filesystem::copy(experiment.path("a"), experiment.path("b"), std::filesystem::copy_options::recursive);
}

}  // namespace

TEST_CASE("compare finds the one method that is slower, and by how much", "[compare]") {
  TinyExperiment experiment;
  experiment.config["seeds"] = 6;
  const bool by_passes = GENERATE(true, false);
  if (!by_passes) {
    experiment.config.erase("passes");
    experiment.config["cpu_seconds"] = 0.02;
  }
  REQUIRE(experiment.run({}, "a").status == 0);
  if (!by_passes)  // no checkpoint may be a decade after the one before it, as where a run had to wait
    for (const std::string& file : run_files_in(experiment.path("a")))
      change_rows(file, [](std::vector<ResultRow>& rows) {
        double seconds = 1e-4;
        for (ResultRow& row : std::span(rows).subspan(1)) row.cpu_seconds = seconds *= 1.1;
      });
  copy_results(experiment);
  if (!by_passes)  // as two machines of different speed would have it
    for (const std::string& file : run_files_in(experiment.path("b")))
      change_rows(file, [](std::vector<ResultRow>& rows) { rows.back().passes *= 1.01; });
  const ProgramRun same = compare(experiment);
  CAPTURE(same.out, same.err);
  CHECK(same.status == 0);
  CHECK_THAT(same.out,
             ContainsSubstring("slower by more than 2 % for certain: none; the widest interval is ±0.0 %"));
  CHECK_THAT(same.out, ContainsSubstring(by_passes ? "4 passes, 6 pairs, same numbers"
                                                   : "1e-6 of D*, 6 pairs, same numbers"));
  slow_down(experiment, "permuted_dcd", 1.05);
  slow_down(experiment, "nonsmooth_scd", 0.9);
  const ProgramRun run = compare(experiment);
  CAPTURE(run.out);
  CHECK(run.status == 1);
  CHECK_THAT(line_of(run, "Permuted DCD"), ContainsSubstring("  1.050  [1.050, 1.050]  SLOWER"));
  CHECK_THAT(run.out, ContainsSubstring("slower by more than 2 % for certain: Permuted DCD; "));
  if (by_passes)
    CHECK_THAT(line_of(run, "Non-smooth SCD"), ContainsSubstring("  0.900  [0.900, 0.900]  faster"));
  CHECK(compare(experiment, {"--margin", "0.06"}).status == 0);
  if (!by_passes) return;
  CHECK_THAT(line_of(compare(experiment, {"--margin", "0.15"}), "Non-smooth SCD"),
             ContainsSubstring("not slower"));

  // Pairs that scatter about 3 % decide nothing: the interval reaches below the margin.
  for (const std::string& file : run_files_in(experiment.path("b"))) {
    const ResultRow first = read_rows(file).front();
    constexpr double factors[] = {0.9, 0.98, 1, 1, 1.02, 1.04};  // times 1.05
    if (first.method == "permuted_dcd")
      change_rows(file, [&](std::vector<ResultRow>& rows) {
        for (ResultRow& row : rows) {
          row.cpu_seconds *= factors[first.seed - 1];
          row.setup_seconds *= factors[first.seed - 1];
        }
      });
  }
  const ProgramRun scattered = compare(experiment);
  CAPTURE(scattered.out);
  CHECK(scattered.status == 0);
  CHECK_THAT(line_of(scattered, "Permuted DCD"),
             ContainsSubstring("  1.050  [0.") && ContainsSubstring("]  undecided"));
  const std::string line = line_of(scattered, "Permuted DCD");
  const double low = std::stod(line.substr(line.find('[') + 1));
  const double high = std::stod(line.substr(line.find(", ") + 2));
  const std::size_t widest = scattered.out.find("±") + std::string("±").size();
  CHECK(std::stod(scattered.out.substr(widest)) == Approx(50 * (high - low)).margin(0.11));
}

TEST_CASE("compare tells what it does not compare", "[compare]") {
  TinyExperiment experiment;
  experiment.config["seeds"] = 6;
  REQUIRE(experiment.run({}, "a").status == 0);
  copy_results(experiment);
  for (const std::string& file : run_files_in(experiment.path("b"))) {
    const ResultRow first = read_rows(file).front();
    if (first.method == "permuted_dcd" && first.seed == 3) let_fail(file);
    if (first.method == "batch_comid") forget_run(file);
    if (first.method == "nonsmooth_scd" && first.seed == 1)
      change_rows(file, [](std::vector<ResultRow>& rows) {
        rows[2].objective = *rows[2].objective + 1e-9;
        if (rows[2].lower_bound) rows[2].suboptimality = *rows[2].objective - *rows[2].lower_bound;
      });
  }
  const ProgramRun run = compare(experiment);
  CAPTURE(run.out, run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring(build_info().compiler + ' ' + build_info().flags + ", on "));
  for (const char* const text : {"4 passes, 5 pairs, same numbers", "6 pairs, OTHER NUMBERS in 1",
                                 ": only in A\n", "2 runs failed or without a sound one of the same seed"})
    CHECK_THAT(run.out, ContainsSubstring(text));

  const std::vector<std::string> files = run_files_in(experiment.path("b"));
  const auto sound = std::ranges::find_if(files, [](const std::string& file) {
    const ResultRow first = read_rows(file).front();
    return first.method == "nonsmooth_scd" && first.seed == 2;
  });
  REQUIRE(sound != files.end());
  const auto provenance =
      provenance_file(experiment.path("b"), std::filesystem::path(*sound).stem().string());
  Json moved = read_json(provenance);
  moved["machine"]["processor"] = "Abacus 3000";
  std::ofstream(provenance) << sealed(moved).dump(1) << '\n';
  check_refused(compare(experiment), "times of different processors do not compare");
  CHECK(compare(experiment, {"--mixed-processors"}).status == 0);

  experiment.config["checkpoints"] = 4;
  experiment.config["passes"] = 8;
  std::filesystem::remove_all(experiment.path("b"));
  REQUIRE(experiment.run({}, "b").status == 0);
  CHECK_THAT(compare(experiment).out,
             ContainsSubstring("the configurations differ in /checkpoints, /passes/default"));
}

TEST_CASE("compare runs two programs side by side on the same work", "[compare]") {
  TinyExperiment experiment;
  experiment.config["stop_at"] = 0.5;
  const std::string program = built_program();
  const std::string watched = experiment
                                  .write("watched", "#!/bin/sh\nnproc >> " + experiment.path("cores") +
                                                        "\nexec " + program + " \"$@\"\n")
                                  .string();
  std::filesystem::permissions(watched, std::filesystem::perms::owner_all);
  const ProgramRun run =
      run_program({"compare", "--config", experiment.write(), program, watched, "--seeds", "2", "--passes",
                   "3", "--only", "method=permuted_dcd", "--out", experiment.path("out")});
  CAPTURE(run.out, run.err);
  CHECK(run.status == 0);
  CHECK_THAT(run.out, ContainsSubstring("3 passes, 2 pairs, same numbers"));
  CHECK_THAT(run.out, ContainsSubstring("an interval needs 5 pairs on each problem"));
  CHECK(runs_without_times(experiment.path("out/a")) == runs_without_times(experiment.path("out/b")));
  CHECK(run_files_in(experiment.path("out/a")).size() == 2);
  CHECK(file_text(experiment.path("cores")) == "1\n1\n");  // both on one core
  const Json config = read_json(experiment.path("out/configs/tiny.json"));
  CHECK(config["passes"] == 3);
  CHECK(config["seeds"] == Json{1, 2});
  CHECK_FALSE(config.contains("stop_at"));
  experiment.config.erase("passes");
  check_refused(
      {{{"compare", "--config", experiment.write(), program, program, "--out", experiment.path("out")},
        "has results; give another folder"},
       {{"compare", "--config", experiment.write(), program, experiment.path("out")}, "no such program"},
       {{"compare", "--config", experiment.path("none.json"), program, program}, "none.json"},
       {{"compare", experiment.path("out/a")},
        "takes two results folders or, with --config, two programs; got 1"},
       {{"compare", "--config", experiment.path("tiny.json")}, "two programs; got 0"},
       {{"compare", experiment.path("out/a"), experiment.path("none")}, "none"},
       {{"compare", "x", "y", "--passes", "3"}, "--passes: goes with --config"},
       {{"compare", "x", "y", "--margin", "0"}, "--margin"}});
  const ProgramRun broken = run_program({"compare", "--config", experiment.write(), program, "/bin/false",
                                         "--seeds", "1", "--out", experiment.path("broken")});
  CHECK(read_json(experiment.path("broken/configs/tiny.json"))["passes"] == 100);
  CHECK(broken.status == 2);  // 1 means slower
  CHECK_THAT(broken.err, ContainsSubstring("/bin/false run"));
}

TEST_CASE("compare stops at eight seeds if they decide, else at the most, and the programs take turns",
          "[compare]") {
  TinyExperiment experiment;
  experiment.config["methods"] = {{{"name", "permuted_dcd"}}};
  experiment.config["seeds"] = 8;
  REQUIRE(experiment.run({}, "a").status == 0);
  Json manifest = read_json(experiment.path("a/manifest.json"));
  manifest["program"]["dirty"] = true;
  std::ofstream(experiment.path("a/manifest.json")) << sealed(manifest).dump(1) << '\n';
  copy_results(experiment);
  for (const std::string& file : run_files_in(experiment.path("b")))
    change_rows(file, [](std::vector<ResultRow>& rows) {
      for (ResultRow& row : rows) {
        row.cpu_seconds *= row.seed % 2 == 0 ? 0.9 : 1.2;
        row.setup_seconds *= row.seed % 2 == 0 ? 0.9 : 1.2;
      }
    });
  // Programs whose results are there already.
  const auto program = [&](const std::string& name, const std::string& results, const std::string& first) {
    const std::string script = "#!/bin/sh\n" + first + "\necho \"$6\" >" + experiment.path(name) +
                               ".references\nmkdir -p \"$4\" && cp -r " + experiment.path(results) +
                               "/. \"$4\"\n";
    const auto path = experiment.write(name, script);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  };
  const std::string first = program("first", "a", "");
  const std::string same = program("same", "a", "");
  const std::string scattered = program("scattered", "b", "");
  const std::string once = program("once", "a", "[ -e once.ran ] && exit 3; touch once.ran");
  const auto compare_with = [&](const std::string& other, const std::string& out) {
    return run_program({"compare", "--config", experiment.write(), first, other, "--seeds", "10", "--out",
                        experiment.path(out)},
                       experiment.folder());
  };
  const ProgramRun decided = compare_with(same, "decided");
  CAPTURE(decided.out, decided.err);
  CHECK(decided.status == 0);
  CHECK(decided.err.ends_with("8 seeds of at most 10\n"));
  CHECK(read_json(experiment.path("decided/configs/tiny.json"))["passes"] == 4);  // the configuration's
  CHECK_THAT(decided.out, ContainsSubstring("A " + first + ": commit ") && ContainsSubstring(", changed, ") &&
                              ContainsSubstring("B " + same + ": commit "));
  CHECK(file_text(experiment.path("first.references")) == experiment.path("decided/references/a") + "\n");
  CHECK(file_text(experiment.path("same.references")) == experiment.path("decided/references/b") + "\n");
  const ProgramRun open = compare_with(scattered, "open");
  CHECK(open.err.ends_with("10 seeds of at most 10\n"));
  CHECK_THAT(open.out, ContainsSubstring("undecided"));
  const ProgramRun ended = compare_with(once, "ended");
  CHECK(ended.status == 2);
  const std::size_t of_once = ended.err.find("descent: " + once + " run ");
  CHECK(of_once != std::string::npos);
  CHECK(ended.err.find("\nor " + first + " run ") > of_once);

  std::filesystem::create_directories(experiment.path("half/b"));
  check_refused(
      {{{"compare", "--config", experiment.write(), first, same, "--out", experiment.path("half")},
        "has results; give another folder"},
       {{"compare", "--config", experiment.write(), experiment.path("none"), same}, "no such program"},
       {{"compare", "--config", experiment.write(), first, same, "--seeds", "0"},
        "--seeds: must be at least 1"},
       {{"compare", "x", "y", "--only", "method=x"}, "--only: goes with --config"},
       {{"compare", "x", "y", "--seeds", "3"}, "--seeds: goes with --config"}});
}

}  // namespace descent::test
