// `descent run` without write permission: exit status 2, one message, and nothing changed.

#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/failing_disk.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Fewer runs than in other trials, since only existing files matter here.
Json config_with_seeds(int seeds) {
  Json config = small_config();
  config["passes"] = 20;
  config["seeds"] = seeds;
  return config;
}

/// Every file and folder below, including hidden ones, with its version.
std::map<std::string, Version> everything_in(const std::filesystem::path& folder) {
  std::map<std::string, Version> versions;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    versions[entry.path().string()] = version_of(entry.path());
  return versions;
}

void check_told(const ProgramRun& run) {
  check_refused(run, "out");
  CHECK_THAT(run.err, ContainsSubstring("Read-only file system"));
}

/// States of the results folder before a run.
enum class Found { nothing, some_runs, everything };

void prepare(const SmallExperiment& experiment, Found found) {
  if (found != Found::nothing) REQUIRE(experiment.run().status == 0);
  if (found == Found::some_runs) experiment.write_config(config_with_seeds(2));
}

}  // namespace

TEST_CASE("faults: a results folder that cannot be written is told of, and stays as it is", "[faults]") {
  int tried = 0;
  for (const Found found : {Found::nothing, Found::some_runs, Found::everything}) {
    CAPTURE(static_cast<int>(found));
    const SmallExperiment experiment(config_with_seeds(1));
    prepare(experiment, found);
    const FailingDisk disk(experiment.folder(), 1, "EROFS");
    const auto before = everything_in(experiment.folder());
    check_told(experiment.run(disk.environment()));
    CHECK(everything_in(experiment.folder()) == before);
    ++tried;
  }
  report_trials(
      fmt::format("calls refused as read-only: {} results folders, exit status 2, nothing changed", tried));
}

TEST_CASE("faults: a file in place of a folder is told of, and stays as it is", "[faults]") {
  for (const char* name : {"out", "out/runs", "references"}) {
    CAPTURE(name);
    const SmallExperiment experiment(config_with_seeds(1));
    const std::filesystem::path file = experiment.folder() / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << "mine\n";
    const ProgramRun run = experiment.run();
    CAPTURE(run.err);
    CHECK(run.status == 2);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK_THAT(run.err, ContainsSubstring(name));
    CHECK(file_text(file) == "mine\n");
  }
}
