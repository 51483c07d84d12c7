// A parsed data file is damaged while `descent run` uses it: results are as without damage, or the run fails
// with the reason.

#include <fstream>

#include "support/numbers/random.hpp"
#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/processes.hpp"
#include "tests/faults/small_experiment.hpp"
#include "tests/faults/trial_report.hpp"

using namespace descent;
using namespace descent::test;

namespace {

using Path = std::filesystem::path;
using Results = std::map<std::string, std::string>;

/// Runs; the first one waits for the file "gate".
Json waiting_config() {
  Json config = small_config();
  config["regularizer"] = "l2";
  config["methods"] = Json::array({Json{{"name", "waits"}}, Json{{"name", "pegasos"}}});
  config["passes"] = 50;
  for (const char* const key : {"bias", "decision_lines"})
    config.erase(key);  // a bias needs a copy of the data
  return config;
}

/// An experiment with a parsed file, and a program that uses it.
class DamageTrial {
 public:
  /// `parsed` is the value of DESCENT_PARSED.
  explicit DamageTrial(const std::string& parsed)
      : experiment_(waiting_config()), environment_{"DESCENT_PARSED=" + parsed, "DESCENT_GATE=gate"} {
    std::vector<std::string> looking = SmallExperiment::words();
    looking.emplace_back("--dry-run");
    comes_true([&] {  // the parsed form is kept once the source is old enough
      StartedProgram(program_, looking, experiment_.folder(), environment_).wait();
      return std::filesystem::exists(parsed_file());
    });
    REQUIRE(std::filesystem::exists(parsed_file()));
  }

  Path parsed_file() const { return experiment_.folder() / ".points.libsvm-classification.parsed"; }

  /// Carries out the runs and calls `damage` on the parsed file meanwhile.
  template <class Step>
  ProgramRun run(const Step& damage) {
    std::filesystem::remove(experiment_.folder() / "gate");
    StartedProgram run(program_, SmallExperiment::words(), experiment_.folder(), environment_);
    REQUIRE(comes_true([&] {
      return run.has_ended() || (experiment_.has("manifest.json") && !children_of(run.process()).empty());
    }));
    damage(parsed_file());
    std::ofstream(experiment_.folder() / "gate") << '\n';
    return run.wait();
  }

  Results results() const { return results_without_times(experiment_.results()); }
  std::size_t done() const { return done_runs(experiment_.results()).size(); }

 private:
  SmallExperiment experiment_;
  std::string program_ = built_beside_tests("descent_with_faults");
  std::vector<std::string> environment_;
};

void overwrite(const Path& file, std::uint64_t at, const std::string& bytes) {
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  stream.seekp(static_cast<std::streamoff>(at));
  stream << bytes;
}

/// Kinds of damage by number k: zeros, truncation or random bytes, at a random place.
void damage_at_random(const Path& file, std::size_t k, Random& random) {
  const std::uint64_t size = std::filesystem::file_size(file);
  const std::uint64_t at = random.below(size);
  std::string bytes(1 + random.below(size - at), '\0');
  if (k % 3 == 1) return std::filesystem::resize_file(file, at);
  if (k % 3 == 2) {
    for (char& byte : bytes) byte = static_cast<char>(random.below(256));
  }
  overwrite(file, at, bytes);
}

Results undisturbed() {
  DamageTrial trial("on");
  CHECK(trial.run([](const Path&) {}).status == 0);
  return trial.results();
}

}  // namespace

TEST_CASE("faults: damage to the parsed data during a run changes no result", "[faults]") {
  const Results expected = undisturbed();
  const auto check = [&](const auto& damage) {
    DamageTrial trial("on");
    const ProgramRun end = trial.run(damage);
    CAPTURE(end.err);
    CHECK(end.status == 0);
    CHECK(differences(trial.results(), expected) == std::vector<std::string>());
  };
  check([](const Path& parsed) { std::filesystem::resize_file(parsed, 100); });
  check([](const Path& parsed) {
    overwrite(parsed, 0, std::string(std::filesystem::file_size(parsed), '\0'));
  });
  const int wanted = number_of_trials("DESCENT_DAMAGES", 3);
  Random random(1);
  for (int k = 0; k < wanted; ++k)
    check([&](const Path& parsed) { damage_at_random(parsed, static_cast<std::size_t>(k), random); });
  report_trials(
      fmt::format("damages to the parsed data while runs are at work: {}, no result different", wanted + 2));
}

TEST_CASE("faults: damage to mapped data during a run ends that run as failed, and the next one mends it",
          "[faults]") {
  const Results expected = undisturbed();
  const int wanted = number_of_trials("DESCENT_DAMAGES", 3);
  Random random(2);
  for (int k = 0; k < wanted; ++k) {
    DamageTrial trial("mapped");
    const ProgramRun struck = trial.run([&](const Path& parsed) {
      const std::uint64_t size = std::filesystem::file_size(parsed);
      overwrite(parsed, size / 2, std::string(size / 4, static_cast<char>(1 + random.below(255))));
    });
    CAPTURE(struck.err, k);
    CHECK(struck.status == 1);
    CHECK_THAT(struck.err, ContainsSubstring("was changed while it was in use") ||
                               ContainsSubstring("ended by signal") || ContainsSubstring("Sanitizer") ||
                               ContainsSubstring("runtime error"));
    CHECK(trial.done() < expected.size());
    CHECK(trial.run([](const Path&) {}).status == 0);
    CHECK(differences(trial.results(), expected) == std::vector<std::string>());
  }
  report_trials(
      fmt::format("damages to mapped data while runs are at work: {}, all reported and mended", wanted));
}
