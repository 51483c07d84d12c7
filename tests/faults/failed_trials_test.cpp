// Trials of `descent tune` whose process crashes: they say nothing about a constant, so it stays open.

#include <map>

#include "experiments/config/tuned_file.hpp"
#include "support/files/contents.hpp"
#include "tests/catch.hpp"
#include "tests/faults/small_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Json config_with_fragile_method() {
  Json config = small_config();
  config["regularizer"] = "l2";
  config["methods"] = Json::parse(R"([{"name": "fragile"}, {"name": "nonsmooth_scd", "offset": true}])");
  config["passes"] = 40;
  return config;
}

ProgramRun tune_with_faults(const SmallExperiment& experiment, const std::vector<std::string>& more,
                            const std::vector<std::string>& environment) {
  const std::vector<std::string> words{"tune", "small.json", "--quiet", "--jobs", "2"};
  return StartedProgram(built_beside_tests("descent_with_faults"), joined(words, more), experiment.folder(),
                        environment)
      .wait();
}

TunedFile constants_of(const SmallExperiment& experiment) {
  return TunedFile::read(experiment.folder() / "tuned" / "small.json");
}

/// The chosen step of each method.
std::map<std::string, double> chosen_steps(const SmallExperiment& experiment) {
  std::map<std::string, double> chosen;
  const TunedFile file = constants_of(experiment);
  for (const TunedConstants& tuned : file.all()) chosen[tuned.method] = tuned.constants.at("step");
  return chosen;
}

/// CPU time of each run of the method: a repeated run has another.
std::map<std::string, double> times_of_fragile(const SmallExperiment& experiment) {
  const std::filesystem::path results = experiment.folder() / "results" / "small";
  std::map<std::string, double> seconds;
  for (const auto& file : folder_entries(results / "trials")) {
    const TrialRow row = trials_in(results).read(file.stem().string()).front();
    if (row.method == "fragile") seconds[file.stem().string()] = row.cpu_seconds;
  }
  return seconds;
}

void check_left_open(const ProgramRun& run) {
  CAPTURE(run.err);
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("failed: points, hinge + l2, λ = 1/m: fragile, seed 1000000, "
                                        "step 10: ") &&
                          ContainsSubstring("fragile on points, hinge + l2, λ = 1/m: 2 of 34 trial runs "
                                            "failed; no new constant is kept, and the same command") &&
                          ContainsSubstring("tuned/small.json: 1 method without a new constant: the same "
                                            "command repeats what failed\n"));
}

}  // namespace

TEST_CASE("faults: tune leaves a constant open whose trial crashes, and next time repeats that", "[faults]") {
  const SmallExperiment experiment(config_with_fragile_method());
  check_left_open(tune_with_faults(experiment, {}, {"DESCENT_CRASH=1"}));
  const auto kept = chosen_steps(experiment);
  CHECK(kept.contains("nonsmooth_scd"));
  CHECK_FALSE(kept.contains("fragile"));
  const auto before = times_of_fragile(experiment);
  CHECK(before.size() == 2 * 16);

  check_left_open(tune_with_faults(experiment, {}, {"DESCENT_CRASH=1"}));
  CHECK(times_of_fragile(experiment) == before);

  const ProgramRun mended = tune_with_faults(experiment, {}, {});
  CAPTURE(mended.err);
  CHECK(mended.status == 0);
  CHECK(chosen_steps(experiment) == std::map<std::string, double>{{"fragile", 10}, *kept.begin()});
  const auto after = times_of_fragile(experiment);
  CHECK(after.size() == 2 * (17 + 2));
  for (const auto& [run_id, seconds] : before) CHECK(after.at(run_id) == seconds);
  CHECK_THAT(tune_with_faults(experiment, {}, {}).out, ContainsSubstring("nothing to tune"));
  CHECK(times_of_fragile(experiment) == after);
}

TEST_CASE("faults: a crash in tune --again leaves the constant open, and tune goes on from there",
          "[faults]") {
  const SmallExperiment experiment(config_with_fragile_method());
  REQUIRE(tune_with_faults(experiment, {}, {}).status == 0);
  const auto chosen = chosen_steps(experiment);
  const auto before = times_of_fragile(experiment);
  CHECK(tune_with_faults(experiment, {"--again"}, {"DESCENT_CRASH=1"}).status == 1);
  CHECK_FALSE(chosen_steps(experiment).contains("fragile"));
  CHECK(tune_with_faults(experiment, {}, {}).status == 0);
  CHECK(chosen_steps(experiment) == chosen);
  CHECK(times_of_fragile(experiment) != before);
}
