// `descent run` on a disk that fills up (system calls that fail): a message with the file's name, only
// complete files, and full results once there is space.

#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/failing_disk.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

constexpr const char* reason = "No space left on device";

/// Checks for one line with the file that did not fit, and perhaps others that name optima.
void check_message(const ProgramRun& run) {
  CAPTURE(run.err);
  CHECK((run.status == 1 || run.status == 2));
  std::istringstream lines(run.err.substr(0, run.err.find(" without reference optimum:\n")));
  int others = 0;
  for (std::string line; std::getline(lines, line);)
    others += !line.starts_with("descent: no reference optimum of ");
  CHECK(others <= 1);
  CHECK_THAT(run.err, ContainsSubstring(reason));
  CHECK_THAT(run.err, ContainsSubstring("out/") || ContainsSubstring("references/"));
}

}  // namespace

TEST_CASE("faults: refused for lack of space at any call, nothing that was complete is lost", "[faults]") {
  const int wanted = number_of_trials("DESCENT_FULL_DISKS", 2);
  std::uint64_t changes = 0;
  {
    const SmallExperiment undisturbed;
    const FailingDisk disk(undisturbed.folder(), 0, "ENOSPC");
    REQUIRE(undisturbed.run(disk.environment()).status == 0);
    changes = disk.changes();
    REQUIRE(changes > 3 * small_runs);  // it intercepts the program's calls
  }
  Damage damage;
  for (int trial = 0; trial < wanted; ++trial) {
    const double share = (trial + 0.5) / wanted;
    const auto first = static_cast<std::uint64_t>(share * static_cast<double>(changes)) + 1;
    CAPTURE(first, changes);
    const SmallExperiment experiment;
    const FailingDisk disk(experiment.folder(), first, "ENOSPC");
    check_message(experiment.run(disk.environment()));
    damage.look_into(experiment.folder());
    const auto done = done_runs(experiment.results());
    const ProgramRun second = experiment.run();
    CAPTURE(second.err);
    CHECK(second.status == 0);
    damage.look_at_end(experiment.folder(), done);
  }
  INFO(listed(damage));
  CHECK(is_none(damage));
  report_trials(
      fmt::format("calls refused for lack of space: {}, spread over {}; {}", wanted, changes, damage.text()));
}
