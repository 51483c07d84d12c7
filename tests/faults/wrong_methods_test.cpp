// Failing methods in the program descent_with_faults: each run ends alone with a row that says how. Other
// runs are complete, and the final output lists failures and how to repeat them.

#include <map>

#include "support/records/decision_file.hpp"
#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/trial_report.hpp"
#include "tests/sanitizers.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// A configuration of failing methods between two correct ones.
Json config_of(const std::vector<Json>& wrong) {
  Json config = small_config();
  config["regularizer"] = "l2";
  config["methods"] = Json::array({Json{{"name", "permuted_dcd"}}});
  for (const Json& method : wrong) config["methods"].push_back(method);
  config["methods"].push_back(Json{{"name", "batch_comid"}});
  config["seeds"] = 2;
  config["passes"] = 50;
  return config;
}

ProgramRun run_with_faults(const SmallExperiment& experiment, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = SmallExperiment::words();
  words.insert(words.end(), more.begin(), more.end());
  return StartedProgram(built_beside_tests("descent_with_faults"), words, experiment.folder()).wait();
}

struct RunEnd {
  std::string run_id;
  ResultRow row;  ///< last row
};

/// End of each method's runs, by name and variant.
std::map<std::string, std::vector<RunEnd>> run_ends(const SmallExperiment& experiment) {
  std::map<std::string, std::vector<RunEnd>> ends;
  for (const std::string& name : experiment.run_files()) {
    const std::filesystem::path path = experiment.results() / name;
    const ResultRow last = read_rows(path).back();
    ends[last.method + (last.variant.empty() ? "" : ' ' + last.variant)].push_back(
        {path.stem().string(), last});
  }
  return ends;
}

/// Checks that each of these methods ended in its way and is reported, and that all others have results.
void check_ends(const SmallExperiment& experiment, const ProgramRun& run,
                const std::map<std::string, std::string>& ends) {
  CAPTURE(run.err);
  CHECK(run.status == 1);
  CHECK(broken_files(experiment.results()) == std::vector<std::string>());
  const auto all = run_ends(experiment);
  REQUIRE(all.size() == ends.size() + 2);
  for (const auto& [method, runs] : all) {
    CAPTURE(method);
    CHECK(runs.size() == 2);
    for (const auto& [run_id, row] : runs) {
      if (!ends.contains(method)) {
        CHECK((row.status == run_status::budget || row.status == run_status::converged));
        CHECK(row.objective.has_value());
        continue;
      }
      CHECK_THAT(row.status, ContainsSubstring(ends.at(method)));
      CHECK_THAT(run.err, ContainsSubstring("  " + run_id + "  "));  // in the final list
    }
  }
  CHECK(experiment.has("curves.csv"));
}

}  // namespace

TEST_CASE("faults: methods that throw, crash or leave end alone, and all others are complete", "[faults]") {
  const SmallExperiment experiment(
      config_of({Json{{"name", "throws"}}, Json{{"name", "throws_number"}}, Json{{"name", "segfaults"}},
                 Json{{"name", "aborts"}}, Json{{"name", "exits"}, {"exit_status", 0}},
                 Json{{"name", "exits"}, {"exit_status", 2}}}));
  const std::map<std::string, std::string> ends{
      {"throws", "failed: the step has no length"},
      {"throws_number", "failed: ended by signal 6"},
      {"segfaults", "failed: ended by signal 11"},
      {"aborts", "failed: ended by signal 6"},
      {"exits", "failed: ended with exit status 0"},
      {"exits exit_status=2", "failed: ended with exit status 2"},
  };
  check_ends(experiment, run_with_faults(experiment), ends);

  // The last line says how to repeat one run.
  const ProgramRun first = run_with_faults(experiment);
  const std::size_t advice = first.err.rfind("--only run=");
  REQUIRE(advice != std::string::npos);
  const std::string id = first.err.substr(advice + std::string("--only run=").size(), 16);
  const auto before = versions_in(experiment.results() / "runs");
  const ProgramRun alone = run_with_faults(experiment, {"--only", "run=" + id});
  CAPTURE(id, alone.err);
  CHECK(alone.status == 1);
  for (const auto& [name, version] : versions_in(experiment.results() / "runs"))
    CHECK((version != before.at(name)) == (name == id + ".csv"));

  // The next run repeats only what failed.
  const auto done = done_runs(experiment.results());
  CHECK(done.size() == 4);
  check_ends(experiment, run_with_faults(experiment), ends);
  CHECK(done_runs(experiment.results()) == done);
  report_trials(fmt::format(
      "methods that throw, crash or leave: {}; each a row that says so, 4 others complete", ends.size()));
}

TEST_CASE("faults: iterates that are no numbers end a run as diverged", "[faults]") {
  const SmallExperiment experiment(config_of({Json{{"name", "nan"}}, Json{{"name", "diverges"}}}));
  check_ends(experiment, run_with_faults(experiment), {{"nan", "diverged"}, {"diverges", "diverged"}});
}

TEST_CASE("faults: a method that never returns is killed at its time limit, and all others are complete",
          "[faults]") {
  const SmallExperiment experiment(config_of({Json{{"name", "stuck"}}}));
  check_ends(experiment, run_with_faults(experiment, {"--time-limit", "3"}), {{"stuck", "time limit"}});
  report_trials("a method that never returns, under a time limit: a row that says so, 4 others complete");
}

TEST_CASE("faults: a method that takes all memory ends at its limit, and all others are complete",
          "[faults]") {
  if (is_sanitized) {
    WARN("a sanitizer's own memory is beyond any limit");
    return;
  }
  const SmallExperiment experiment(config_of({Json{{"name", "hungry"}}}));
  check_ends(experiment, run_with_faults(experiment, {"--memory-limit", "200M"}),
             {{"hungry", "memory limit"}});
  report_trials(
      "a method that takes all memory, under a memory limit: a row that says so, 4 others complete");
}

TEST_CASE("faults: dual weights that are none prove nothing", "[faults]") {
  const SmallExperiment experiment(config_of(
      {Json{{"name", "lies"}, {"claim", "too much"}}, Json{{"name", "lies"}, {"claim", "nothing"}}}));
  const ProgramRun run = run_with_faults(experiment);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  const auto all = run_ends(experiment);
  for (const std::string method : {"lies", "lies claim=nothing"}) {
    REQUIRE(all.contains(method));
    for (const auto& [run_id, row] : all.at(method)) {
      // Any vector is turned into a dual point before judging, so its bound is valid.
      CHECK(row.dual_value.value_or(0) <= *row.lower_bound);
      CHECK(row.objective == 1);
    }
  }
}
