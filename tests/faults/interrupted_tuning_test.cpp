// `descent tune` stopped by signals: completed trials are kept and not repeated, and the constants equal
// an undisturbed tuning.

#include <array>
#include <csignal>

#include "support/json/json_text.hpp"
#include "support/json/read_json.hpp"
#include "support/json/seal.hpp"
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

/// The experiment's tuned file; null if there is none.
Json tuned_file(const SmallExperiment& experiment) {
  const std::filesystem::path path = experiment.folder() / "tuned" / "small.json";
  return std::filesystem::exists(path) ? read_json(path.string()) : Json();
}

std::size_t unfinished_runs(const SmallExperiment& experiment) {
  const Json file = tuned_file(experiment);
  return file.contains("unfinished") ? file["unfinished"].size() : 0;
}

/// The content without times.
Json without_times(Json file) {
  file.erase("seal");
  file["protocol"].erase("written");
  for (Json& step : file["steps"]) step.erase("tuning_cpu_seconds");
  return file;
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
  CHECK(without_times(tuned_file(experiment)) == without_times(tuned_file(undisturbed)));
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
  Json marked = tuned_file(experiment);
  REQUIRE(marked.contains("unfinished"));
  for (Json& run : marked["unfinished"]) run["objective"] = -7;
  experiment.write_tuned(json_text(sealed(marked)));
  const std::size_t kept = unfinished_runs(experiment);
  const auto marks = [&] {
    std::size_t count = 0;
    const Json file = tuned_file(experiment);
    for (const Json& step : file["steps"])
      for (const Json& trial : step["trials"])
        count += static_cast<std::size_t>(std::ranges::count(trial["objectives"], Json(-7)));
    return count;
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
  std::size_t runs = 0;
  const Json file = tuned_file(experiment);
  for (const Json& step : file["steps"])
    for (const Json& trial : step["trials"]) runs += trial["objectives"].size();
  const std::string count = fmt::format("{0}/{0}  ", runs);
  CAPTURE(tuned.err, count);
  CHECK(tuned.err.find(count) != std::string::npos);
}
