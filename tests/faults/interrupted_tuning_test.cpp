// `descent tune` stopped by signals: completed trials are kept and not repeated, and the constants equal
// an undisturbed tuning.

#include <csignal>
#include <fstream>

#include "experiments/config/tuned_file.hpp"
#include "support/files/contents.hpp"
#include "support/json/read_json.hpp"
#include "support/ranges.hpp"
#include "tests/catch.hpp"
#include "tests/faults/small_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Json tuned_config() {
  Json config = small_config();
  config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd", "offset": true},
                                      {"name": "l1_psa", "regularizer": "l1", "radius": "tuned"}])");
  config["passes"] = 1500;
  return config;
}

std::vector<std::string> words() {
  return {"tune", "small.json", "--quiet", "--jobs", "2", "--references", "references"};
}

TunedFile tuned_file(const SmallExperiment& experiment) {
  return TunedFile::read(experiment.folder() / "tuned" / "small.json");
}

std::filesystem::path results(const SmallExperiment& experiment) {
  return experiment.folder() / "results" / "small";
}

/// Ids of the trials that are kept and that no constant was chosen from. The program may be adding to them.
std::vector<std::string> unfinished_runs(const SmallExperiment& experiment) {
  std::vector<std::string> ids;
  for (const auto& file : folder_entries(results(experiment) / "trials"))
    if (file.extension() == ".csv") ids.push_back(file.stem().string());
  const TunedFile file = tuned_file(experiment);
  for (const TunedConstants& tuned : file.all())
    std::erase_if(ids, [&](const std::string& id) { return contains(tuned.trials, id); });
  return ids;
}

/// The constants and their trials without times.
std::string without_times(const SmallExperiment& experiment) {
  Json json = read_json(experiment.folder() / "tuned" / "small.json");
  json.erase("protocol");
  for (Json& step : json["steps"]) {
    step.erase("tuning_cpu_seconds");
    for (Json& trial : step["trials"])
      trial = trials_in(results(experiment)).read(trial)[0].objective.value();
  }
  return json.dump();
}

/// Starts `descent tune` and stops it after it has kept more trials than `kept`.
ProgramRun stopped_tuning(const SmallExperiment& experiment, int signal, std::size_t kept = 0) {
  StartedProgram program(built_program(), words(), experiment.folder());
  REQUIRE(comes_true([&] { return unfinished_runs(experiment).size() > kept || program.has_ended(); }));
  return program.end_by(signal);
}

}  // namespace

TEST_CASE("program: a tuning that signals stop goes on with the trials that were done") {
  const SmallExperiment undisturbed(tuned_config());
  REQUIRE(run_to_end(words(), undisturbed.folder()).status == 0);
  const SmallExperiment experiment(tuned_config());
  std::size_t kept = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
    const ProgramRun stopped = stopped_tuning(experiment, signal, kept);
    REQUIRE(unfinished_runs(experiment).size() > kept);
    kept = unfinished_runs(experiment).size();
    if (signal == SIGKILL) continue;
    CHECK(stopped.status == 128 + signal);
    CHECK_THAT(stopped.err, EndsWith("; constants and complete trials are kept, and the same command goes on "
                                     "from there\n"));
  }
  CHECK(run_to_end(words(), experiment.folder()).status == 0);
  CHECK(without_times(experiment) == without_times(undisturbed));
}

TEST_CASE("program: a kept trial is not repeated until tune --again forgets it") {
  const SmallExperiment experiment(tuned_config());
  stopped_tuning(experiment, SIGTERM);
  // Objectives that no run has show that they are used.
  const Store<TrialRow> store = trials_in(results(experiment));
  const std::vector<std::string> kept = unfinished_runs(experiment);
  for (const std::string& id : kept) {
    std::vector<TrialRow> rows = store.read(id);
    rows[0].objective = -7;
    store.put(id, rows);
  }
  const auto is_marked = [&](const std::string& id) { return store.read(id)[0].objective == -7.0; };
  REQUIRE(run_to_end(words(), experiment.folder()).status == 0);
  CHECK(unfinished_runs(experiment).empty());
  CHECK(std::ranges::all_of(kept, is_marked));
  std::vector<std::string> again = words();
  again.emplace_back("--again");
  REQUIRE(run_to_end(again, experiment.folder()).status == 0);
  CHECK(unfinished_runs(experiment).empty());
  CHECK(std::ranges::none_of(kept, is_marked));
}

TEST_CASE("program: damaged trials of an interrupted tuning are told, and repeated") {
  const SmallExperiment undisturbed(tuned_config());
  REQUIRE(run_to_end(words(), undisturbed.folder()).status == 0);
  const SmallExperiment experiment(tuned_config());
  stopped_tuning(experiment, SIGKILL);
  const std::string file = "results/small/trials/" + unfinished_runs(experiment).front() + ".csv";
  std::ofstream(experiment.folder() / file) << "cut off";
  const ProgramRun tuned = run_to_end(words(), experiment.folder());
  CHECK(tuned.status == 0);
  CHECK_THAT(tuned.err, ContainsSubstring(file + ": damaged, not as it was written; it will be repeated\n"));
  CHECK(without_times(experiment) == without_times(undisturbed));
}
