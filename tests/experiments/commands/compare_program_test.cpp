// descent compare.

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
    if (first.method == "batch_comid") std::filesystem::remove(file);
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
  std::ofstream(provenance) << moved.dump(1) << '\n';
  check_refused(compare(experiment), "times of different processors do not compare");
  CHECK(compare(experiment, {"--mixed-processors"}).status == 0);

  experiment.config["checkpoints"] = 4;
  experiment.config["passes"] = 8;
  std::filesystem::remove_all(experiment.path("b"));
  REQUIRE(experiment.run({}, "b").status == 0);
  CHECK_THAT(compare(experiment).out,
             ContainsSubstring("the configurations differ in /checkpoints, /passes\n"));
}

TEST_CASE("compare refuses other than two results folders", "[compare]") {
  check_refused({{{"compare", "x"}, "takes two results folders, got 1"},
                 {{"compare", "x", "y"}, "x"},
                 {{"compare", "x", "y", "--margin", "0"}, "--margin"}});
}

}  // namespace descent::test
