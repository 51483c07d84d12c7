// `descent run` while somebody sets the clock of the day back and forth: none of what it measures or decides
// hangs on that clock.

#include <chrono>
#include <ctime>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

/// "2013-04-01T12:00:00Z" as seconds since 1970.
double seconds_of(const std::string& text) {
  std::tm time{};
  REQUIRE(strptime(text.c_str(), "%Y-%m-%dT%H:%M:%SZ", &time) != nullptr);
  return static_cast<double>(timegm(&time));
}

/// The two times "m:ss gone, m:ss to go" of every line of progress, in seconds.
std::vector<std::pair<double, double>> times_told(const std::string& progress) {
  std::vector<std::pair<double, double>> times;
  std::istringstream lines(progress);
  for (std::string line; std::getline(lines, line);) {
    long done = 0, all = 0, minutes_gone = 0, seconds_gone = 0, minutes_to_go = 0, seconds_to_go = 0;
    if (std::sscanf(line.c_str(), "%ld/%ld %ld:%ld gone, %ld:%ld to go", &done, &all, &minutes_gone,
                    &seconds_gone, &minutes_to_go, &seconds_to_go) != 6)
      continue;
    times.emplace_back(60.0 * static_cast<double>(minutes_gone) + static_cast<double>(seconds_gone),
                       60.0 * static_cast<double>(minutes_to_go) + static_cast<double>(seconds_to_go));
  }
  return times;
}

}  // namespace

TEST_CASE("faults: a clock of the day that jumps by hours and days changes nothing", "[faults]") {
  const SmallExperiment experiment;
  std::vector<std::string> words = SmallExperiment::words();
  std::erase(words, "--quiet");
  const auto start = std::chrono::steady_clock::now();
  const double day_start = static_cast<double>(std::time(nullptr));
  const ProgramRun run = run_to_end(words, experiment.folder(), preloading("jumping_clock.so"));
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  CAPTURE(run.out, run.err);
  REQUIRE(run.status == 0);

  // The clock has jumped: when the run started and ended lies hours from the truth.
  const Json manifest = read_json(experiment.results() / "manifest.json");
  const double started = seconds_of(manifest["started"].get<std::string>());
  const double ended = seconds_of(manifest["ended"].get<std::string>());
  CHECK(std::abs(started - day_start) > 1800);
  CHECK(std::abs(ended - started) > 1800);

  Damage damage;
  damage.look_at_end(experiment.folder());
  INFO(listed(damage));
  CHECK(is_none(damage));
  double cpu_seconds = 0;
  for (const std::string& name : experiment.run_files()) {
    for (const ResultRow& row : read_rows(experiment.results() / name)) {
      for (const double seconds : {row.cpu_seconds, row.wall_seconds, row.setup_seconds}) {
        CHECK(seconds >= 0);
        CHECK(seconds <= elapsed);
      }
      cpu_seconds = std::max(cpu_seconds, row.cpu_seconds);
    }
  }
  CHECK(cpu_seconds > 0);
  const auto told = times_told(run.err);
  REQUIRE_FALSE(told.empty());
  for (const auto& [gone, to_go] : told) {
    CHECK(gone >= 0);
    CHECK(gone <= elapsed + 1);
    CHECK(to_go >= 0);
    CHECK(to_go < 60 * (elapsed + 1));
  }
  report_trials(fmt::format("clock of the day jumping at every reading: {}, no time negative or too long",
                            damage.text()));
}
