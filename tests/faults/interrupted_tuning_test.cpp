// `descent tune` stopped by signals: completed trials are kept and not repeated, and the constants equal
// an undisturbed tuning.

#include <csignal>
#include <fstream>

#include "experiments/config/tuned_file.hpp"
#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/faults/small_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

Json tuned_config() {
  Json config = small_config();
  config["methods"] = Json::parse(R"([{"name": "nonsmooth_scd", "offset": true},
                                      {"name": "l1_psa", "regularizer": "l1", "radius": "tuned"}])");
  config["passes"] = 4000;
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

/// Number of trial runs that no constant was chosen from. The program may be writing them.
std::size_t unfinished_runs(const SmallExperiment& experiment) {
  const std::filesystem::path csv = results(experiment) / "tuning.csv";
  if (!std::filesystem::exists(csv)) return 0;
  const auto rows = read_table(trial_columns(), csv, [](const auto&, std::size_t) {});
  const TunedFile file = tuned_file(experiment);
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const TrialRow& row) {
    return std::ranges::find(file.all(), row.search, &TunedConstants::search) == file.all().end();
  }));
}

/// The constants and their trials without times.
std::string without_times(const SmallExperiment& experiment) {
  Json json = read_json(experiment.folder() / "tuned" / "small.json");
  json.erase("protocol");
  for (Json& step : json["steps"]) step.erase("tuning_cpu_seconds");
  std::vector<TrialRow> rows = tuned_file(experiment).trials(results(experiment));
  for (TrialRow& row : rows) row.cpu_seconds = 0;
  return json.dump() + csv_text(trial_columns(), rows);
}

}  // namespace

TEST_CASE("program: a tuning that signals stop goes on with the trials that were done") {
  const SmallExperiment undisturbed(tuned_config());
  REQUIRE(run_to_end(words(), undisturbed.folder()).status == 0);
  const SmallExperiment experiment(tuned_config());
  std::size_t kept = 0;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    StartedProgram program(built_program(), words(), experiment.folder());
    REQUIRE(comes_true([&] { return unfinished_runs(experiment) > kept || program.has_ended(); }));
    const ProgramRun stopped = program.end_by(signal);
    CHECK(stopped.status == 128 + signal);
    REQUIRE(unfinished_runs(experiment) > kept);
    kept = unfinished_runs(experiment);
    CHECK_THAT(stopped.err,
               ContainsSubstring(fmt::format("constants of finished problems and {} trial runs of "
                                             "the problem at work are kept, and the same command "
                                             "goes on from there\n",
                                             kept)));
  }
  CHECK(run_to_end(words(), experiment.folder()).status == 0);
  CHECK(without_times(experiment) == without_times(undisturbed));
}

TEST_CASE("program: a kept trial is not repeated until all constants are chosen, also with --again") {
  const SmallExperiment experiment(tuned_config());
  std::vector<std::string> again = words();
  again.emplace_back("--again");
  std::vector<std::string> interrupted = words();
  if (GENERATE(false, true)) {
    REQUIRE(run_to_end(words(), experiment.folder()).status == 0);
    interrupted = again;
  }
  {
    StartedProgram program(built_program(), interrupted, experiment.folder());
    REQUIRE(comes_true([&] { return unfinished_runs(experiment) > 0 || program.has_ended(); }));
    CHECK_THAT(program.end_by(SIGTERM).err,
               ContainsSubstring(" are kept, and the same command goes on from there\n"));
  }
  // Objectives that no run has show that they are used.
  TunedFile file = tuned_file(experiment);
  std::vector<TrialRow> rows = file.trials(results(experiment));
  REQUIRE(file.unfinished() > 0);
  const std::size_t kept = unfinished_runs(experiment);
  for (TrialRow& row : std::span(rows).last(kept)) row.objective = -7;
  file.write(Json::object(), results(experiment), rows, file.unfinished());
  const auto marks = [&] {
    const auto all = tuned_file(experiment).trials(results(experiment));
    return static_cast<std::size_t>(
        std::ranges::count_if(all, [](const TrialRow& row) { return row.objective == -7.0; }));
  };
  REQUIRE(run_to_end(interrupted, experiment.folder()).status == 0);
  CHECK(marks() == kept);
  CHECK(unfinished_runs(experiment) == 0);
  CHECK(run_to_end(again, experiment.folder()).status == 0);
  CHECK(marks() == 0);
}

TEST_CASE("program: the progress of a tuning ends with the number of all its runs") {
  const SmallExperiment experiment(tuned_config());
  std::vector<std::string> loud = words();
  std::erase(loud, "--quiet");
  const ProgramRun tuned = run_to_end(loud, experiment.folder());
  REQUIRE(tuned.status == 0);
  const std::size_t runs = tuned_file(experiment).trials(results(experiment)).size();
  const std::string count = fmt::format("{0}/{0}  ", runs);
  CAPTURE(tuned.err, count);
  CHECK(tuned.err.find(count) != std::string::npos);
}

TEST_CASE("program: damaged trials of an interrupted tuning are told, and repeated") {
  const SmallExperiment undisturbed(tuned_config());
  REQUIRE(run_to_end(words(), undisturbed.folder()).status == 0);
  const SmallExperiment experiment(tuned_config());
  {
    StartedProgram program(built_program(), words(), experiment.folder());
    REQUIRE(comes_true([&] { return unfinished_runs(experiment) > 0 || program.has_ended(); }));
    program.end_by(SIGKILL);
  }
  std::ofstream(results(experiment) / "tuning.csv") << "cut off";
  const ProgramRun tuned = run_to_end(words(), experiment.folder());
  CHECK(tuned.status == 0);
  CHECK_THAT(tuned.err, ContainsSubstring("results/small/tuning.csv:"));
  CHECK(without_times(experiment) == without_times(undisturbed));
}
