// A parsed data file that is damaged while `descent run` works on it: what was computed is what would have
// been computed without the damage.

#include <fstream>

#include "tests/catch.hpp"
#include "tests/faults/processes.hpp"
#include "tests/faults/small_experiment.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Runs of which the first goes on when the file "gate" is there.
Json waiting_config() {
  Json config = small_config();
  config["regularizer"] = "l2";
  config["methods"] = Json::array({Json{{"name", "waits"}}, Json{{"name", "permuted_dcd"}}});
  config["passes"] = 50;
  for (const char* const key : {"bias", "decision_lines"})
    config.erase(key);  // a bias makes a copy of the data
  return config;
}

/// The results when `damage` is done to the parsed file while runs are at work.
template <class Step>
std::map<std::string, std::string> results_with(const Step& damage) {
  const SmallExperiment experiment(waiting_config());
  const std::filesystem::path parsed = experiment.folder() / ".points.libsvm-classification.parsed";
  const std::string program = built_beside_tests("descent_with_faults");
  const std::vector<std::string> environment{"DESCENT_PARSED=on", "DESCENT_GATE=gate"};
  std::vector<std::string> looking = SmallExperiment::words();
  looking.emplace_back("--dry-run");
  comes_true([&] {  // when the source has rested, its parsed form is kept
    StartedProgram(program, looking, experiment.folder(), environment).wait();
    return std::filesystem::exists(parsed);
  });
  REQUIRE(std::filesystem::exists(parsed));
  StartedProgram run(program, SmallExperiment::words(), experiment.folder(), environment);
  REQUIRE(comes_true([&] {
    return run.has_ended() || (experiment.has("manifest.json") && !children_of(run.process()).empty());
  }));
  damage(parsed);
  std::ofstream(experiment.folder() / "gate") << '\n';
  const ProgramRun end = run.wait();
  CAPTURE(end.err);
  CHECK(end.status == 0);
  return results_without_times(experiment.results());
}

}  // namespace

TEST_CASE("faults: damage to the parsed data during a run changes no result", "[faults]") {
  using Path = std::filesystem::path;
  const auto undisturbed = results_with([](const Path&) {});
  const auto cut_off = results_with([](const Path& parsed) { std::filesystem::resize_file(parsed, 100); });
  CHECK(differences(cut_off, undisturbed) == std::vector<std::string>());
  const auto overwritten = results_with([](const Path& parsed) {
    const auto size = std::filesystem::file_size(parsed);
    std::fstream(parsed, std::ios::binary | std::ios::in | std::ios::out) << std::string(size, '\0');
  });
  CHECK(differences(overwritten, undisturbed) == std::vector<std::string>());
}
