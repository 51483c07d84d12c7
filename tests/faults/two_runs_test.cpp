// Two `descent run` in one results folder: one works, the other refuses; a killed run blocks no one.

#include <csignal>
#include <memory>

#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/processes.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// Runs that wait for the file "gate", so that a trial controls their length.
Json gated_config() {
  Json config = small_config();
  config["regularizer"] = "l2";
  config["methods"] = Json::array({Json{{"name", "waits"}}, Json{{"name", "permuted_dcd"}}});
  config["passes"] = 50;
  config["seeds"] = 1;
  return config;
}

class GatedExperiment : public SmallExperiment {
 public:
  GatedExperiment() : SmallExperiment(gated_config()) {}

  std::unique_ptr<StartedProgram> start(const std::string& mark = "DESCENT_TRIAL=0") const {
    return std::make_unique<StartedProgram>(built_beside_tests("descent_with_faults"), words(), folder(),
                                            std::vector<std::string>{"DESCENT_GATE=gate", mark});
  }

  void open_gate() const { std::ofstream(folder() / "gate") << '\n'; }

  /// Waits until the program has a run in progress, and thus the folder's lock.
  void wait_for_child(StartedProgram& program) const {
    REQUIRE(comes_true([&] {
      return program.has_ended() || (has("manifest.json") && !children_of(program.process()).empty());
    }));
    REQUIRE_FALSE(program.has_ended());
  }
};

void check_refused(const ProgramRun& run, pid_t owner) {
  CAPTURE(run.err, owner);
  CHECK(run.status == 2);
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  CHECK_THAT(run.err, ContainsSubstring(fmt::format("process {} ", owner)));
  CHECK_THAT(run.err, ContainsSubstring("out"));
}

}  // namespace

TEST_CASE("faults: of two runs on one folder at the same time exactly one proceeds", "[faults]") {
  const int wanted = number_of_trials("DESCENT_KILLS", 3);
  for (int trial = 0; trial < wanted; ++trial) {
    const GatedExperiment experiment;
    const auto one = experiment.start();
    const auto other = experiment.start();
    // Before the gate opens, a program can end only by refusing.
    REQUIRE(comes_true([&] { return one->has_ended() || other->has_ended(); }));
    StartedProgram& refused = one->has_ended() ? *one : *other;
    StartedProgram& owner = one->has_ended() ? *other : *one;
    check_refused(refused.wait(), owner.process());
    experiment.open_gate();
    const ProgramRun run = owner.wait();
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    CHECK(broken_files(experiment.results()) == std::vector<std::string>());
    CHECK(experiment.run_files().size() == 2);
    std::filesystem::remove(experiment.folder() / "gate");
    CHECK(temporary_files(experiment.folder()) == std::vector<std::string>());
  }
  report_trials(fmt::format("two runs at once: {}; exactly one went on each time", wanted));
}

TEST_CASE("faults: a folder whose owner was killed is free at once", "[faults]") {
  const Descendants descendants;
  const GatedExperiment experiment;
  const auto owner = experiment.start(descendants.mark());
  experiment.wait_for_child(*owner);
  check_refused(experiment.start()->wait(), owner->process());
  CHECK_FALSE(owner->has_ended());  // undisturbed
  REQUIRE(owner->end_by(SIGKILL).status == 128 + SIGKILL);
  // A child would wait at the gate forever.
  CHECK(descendants.survivors() == 0);
  experiment.open_gate();
  const ProgramRun next = experiment.start()->wait();
  CAPTURE(next.err);
  CHECK(next.status == 0);
  CHECK(experiment.run_files().size() == 2);
  CHECK(temporary_files(experiment.folder()) == std::vector<std::string>());
}

TEST_CASE("faults: runs on different folders do not mind each other", "[faults]") {
  const GatedExperiment experiment;
  const auto owner = experiment.start();
  experiment.wait_for_child(*owner);
  std::vector<std::string> words = SmallExperiment::words();
  words[3] = "another";
  words.insert(words.end(), {"--only", "method=permuted_dcd"});
  const ProgramRun run =
      StartedProgram(built_beside_tests("descent_with_faults"), words, experiment.folder()).wait();
  CAPTURE(run.err);
  CHECK(run.status == 0);
  experiment.open_gate();
  CHECK(owner->wait().status == 0);
}
