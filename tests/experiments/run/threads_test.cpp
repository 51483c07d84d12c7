// Runs whose walks several threads share, in the whole program.

#include <map>

#include "plots/results/results_folder.hpp"
#include "support/process/processor.hpp"
#include "support/records/result_schema.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

namespace descent::test {
namespace {

Json entry_with_threads(int threads) {
  return {{"name", "lbfgs"}, {"threads", threads}, {"label", fmt::format("{} threads", threads)}};
}

}  // namespace

TEST_CASE("threads: results have their number and bits, and the conditions tell of several") {
  TinyExperiment experiment;
  experiment.config["loss"] = "squared_hinge";
  experiment.config["regularizer"] = "l2";
  experiment.config["seeds"] = 1;
  experiment.config["passes"] = 30;
  experiment.config["methods"] = {entry_with_threads(0), entry_with_threads(1), entry_with_threads(2)};

  for (const bool is_dry : {false, true}) {
    std::vector<std::string> arguments{"--jobs", "1"};
    if (is_dry) arguments.emplace_back("--dry-run");
    const ProgramRun refused = experiment.run(arguments, "out");
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring("works in 2 threads, each on a core of its own, but "));
  }
  if (physical_cores().size() < 2) {
    WARN("one core only: no run in two threads here");
    return;
  }

  const ProgramRun run = experiment.run({"--jobs", "2"}, "out");
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == 0);
  std::map<std::uint64_t, double> objectives;
  for (const std::string& file : run_files_in(experiment.path("out"))) {
    const ResultRow last = read_rows(file).back();
    objectives[last.threads.value_or(0)] = *last.objective;
    CHECK(last.cpu_seconds > 0);
  }
  REQUIRE(objectives.size() == 3);
  CHECK(objectives[2] == objectives[1]);
  const ResultsFolder results = read_results_folder(experiment.path("out"));
  const auto several =
      std::ranges::count(results.manifest.conditions, ConditionKind::several_threads, &Condition::kind);
  CHECK(several == 1);

  experiment.config["methods"] = {Json{{"name", "permuted_dcd"}, {"threads", 2}}};
  const ProgramRun unknown = experiment.run({}, "other");
  CHECK(unknown.status == 2);
  CHECK_THAT(unknown.err, ContainsSubstring("threads"));
}

}  // namespace descent::test
