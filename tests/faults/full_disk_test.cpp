// `descent run` on a disk that fills up: a message with the file's name, only complete files, and full
// results once there is space. Uses a small, really full file system where mounts are allowed, and failing
// system calls everywhere.

#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/failing_disk.hpp"
#include "tests/faults/mount_namespace.hpp"
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

/// Bytes of the experiment's results on a file system that counts in pages.
std::uintmax_t bytes_needed(const SmallExperiment& experiment) {
  constexpr std::uintmax_t page = 4096;
  std::uintmax_t bytes = 0;
  for (const auto& folder : {experiment.results(), experiment.references()}) {
    for (const std::string& name : final_files(folder))
      bytes += (std::filesystem::file_size(folder / name) + page - 1) / page * page;
  }
  return bytes;
}

/// Runs the experiment in a small file system, first with this space, then with more, and copies the content
/// after each to "first" and "second".
std::string script_for(std::uintmax_t room) {
  const std::string descent = SmallExperiment::shell_words();
  return fmt::format(R"(
set -e
mkdir disk first second
mount -t tmpfs -o size=16m none disk
cp points small.json disk
cd disk
head -c $(($(df --output=avail -B1 . | tail -1) - {})) /dev/zero >ballast
status=0
{} 2>../first.err || status=$?
echo $status >../first.status
mkdir -p out references
cp -a out references ../first
rm ballast
status=0
{} 2>../second.err || status=$?
echo $status >../second.status
cp -a out references ../second
)",
                     room, descent, descent);
}

ProgramRun outcome(const SmallExperiment& experiment, const std::string& name) {
  const std::string status = file_text(experiment.folder() / (name + ".status"));
  return {status.empty() ? -1 : std::stoi(status), "", file_text(experiment.folder() / (name + ".err"))};
}

}  // namespace

TEST_CASE("faults: where there is no room for iterates, the message says what to do", "[faults]") {
  const std::optional<std::string> mounts = words_for_mounts();
  if (!mounts) {
    WARN("NOT TRIED: this user may not mount a small file system");
    return;
  }
  const TemporaryFolder folder;
  folder.write("points", tiny_data());
  std::filesystem::create_directory(folder.path() / "full");
  // The file system's root takes the only inode.
  const ProgramRun run = run_script_with_mounts(
      *mounts,
      "mount -t tmpfs -o nr_inodes=1 none full && export TMPDIR=$PWD/full && " +
          program_words({"solve", "--dataset", "points", "--loss", "hinge", "--regularizer", "l2", "--method",
                         "permuted_dcd", "--cpu-seconds", "0.1"}),
      folder.path());
  CAPTURE(run.err);
  CHECK(run.status == 1);
  CHECK_THAT(run.err, ContainsSubstring("No space left on device; make room for it in " +
                                        (folder.path() / "full").string() +
                                        " (`df` shows free bytes, `df -i` free inodes)"));
}

TEST_CASE("faults: a full file system costs nothing that was complete", "[faults]") {
  const std::optional<std::string> mounts = words_for_mounts();
  if (!mounts) {
    WARN("NOT TRIED: this user may not mount a small file system; the trial with failing calls goes without");
    report_trials("full file systems: NOT TRIED, mounts are not allowed here");
    return;
  }
  const SmallExperiment undisturbed;
  REQUIRE(undisturbed.run().status == 0);
  const std::uintmax_t need = bytes_needed(undisturbed);
  const int wanted = number_of_trials("DESCENT_FULL_DISKS", 2);
  Damage damage;
  for (int trial = 0; trial < wanted; ++trial) {
    // More trials with little space, when runs are written; the rest is for figures.
    const double share = (trial + 0.5) / wanted;
    const auto room = static_cast<std::uintmax_t>(share * share * static_cast<double>(need));
    CAPTURE(room, need);
    const SmallExperiment experiment;
    const ProgramRun script = run_script_with_mounts(*mounts, script_for(room), experiment.folder());
    CAPTURE(script.err);
    REQUIRE(script.status == 0);
    check_message(outcome(experiment, "first"));
    damage.look_into(experiment.folder() / "first");
    const ProgramRun second = outcome(experiment, "second");
    CAPTURE(second.err);
    CHECK(second.status == 0);
    damage.look_at_end(experiment.folder() / "second");
  }
  INFO(listed(damage));
  CHECK(is_none(damage));
  report_trials(fmt::format("full file systems (tmpfs): {}; {}", wanted, damage.text()));
}

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
