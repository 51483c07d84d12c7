// Environment that must not affect the program: variables, start-up files of other programs, system limits.

#include <fmt/format.h>

#include <csignal>

#include "datasets/matrix/sparse_matrix.hpp"
#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/faults/trial_report.hpp"
#include "tests/sanitizers.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("faults: variables and start-up files of the user change no result", "[faults]") {
  const TemporaryFolder home;
  home.write(".gnuplot", "set datafile separator ','\nset terminal dumb\nexit\n");
  home.write(".curlrc", "fail\n");
  const std::string own_home = "HOME=" + home.path().string();
  const std::vector<std::vector<std::string>> environments{
      {own_home, "GNUTERM=dumb", "GNUPLOT_LIB=/nonexistent"},
      {own_home, "XDG_CONFIG_HOME=" + home.path().string()},
      {"HOME=/nonexistent"},
      {"LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8", "LC_NUMERIC=de_DE.UTF-8"},
      {"TZ=Pacific/Kiritimati"},
      {"TERM=", "COLUMNS=1"},
      {"OMP_NUM_THREADS=64", "OPENBLAS_NUM_THREADS=64"},
      {"MALLOC_PERTURB_=165"},
  };
  const auto strokes = [](const std::filesystem::path& picture) {
    const std::string text = file_text(picture);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find("<path", at)) != std::string::npos; ++at) ++count;
    return count;
  };
  const SmallExperiment plain;
  REQUIRE(plain.run().status == 0);
  Damage damage;
  for (const std::vector<std::string>& environment : environments) {
    CAPTURE(environment.front());
    const SmallExperiment experiment;
    const ProgramRun run = experiment.run(environment);
    CAPTURE(run.err);
    CHECK(run.status == 0);
    damage.look_at_end(experiment.folder());
    const char* const picture = "figures/small-points.svg";
    CHECK(strokes(experiment.results() / picture) == strokes(plain.results() / picture));
  }
  INFO(listed(damage));
  CHECK(is_none(damage));
  report_trials(fmt::format("environments and start-up files: {}; {}", environments.size(), damage.text()));
}

TEST_CASE("faults: a reader who leaves and a limit on files are told, and nothing is lost", "[faults]") {
  const SmallExperiment experiment;
  const std::string run = SmallExperiment::shell_words();
  // Standard error is a pipe, which has no size limit; the status is the program's own.
  const auto refused = [&](const std::string& limited, const char* reader, const std::string& reason) {
    const std::string script = "(( " + limited + " ); echo \"status $?\" >&2) " + reader;
    const ProgramRun end = run_script(script, experiment.folder());
    CAPTURE(script, end.out, end.err);
    CHECK_THAT(end.err, ContainsSubstring("descent: ") && ContainsSubstring(reason));
    CHECK(
        (end.err.find("status 1\n") != std::string::npos || end.err.find("status 2\n") != std::string::npos));
  };
  const char* const all = "2>&1 | cat >&2";
  if (!is_sanitized) refused("ulimit -f 1; " + run, all, "File too large");
  refused("ulimit -f 0; " + run, all, "File too large");
  REQUIRE(experiment.run().status == 0);
  refused("ulimit -f 0; " + program_words({"list", "methods"}) + " >listed", all,
          "standard output cannot be written");
  refused("sleep 0.3; " + program_words({"plot", "out"}), "| true",
          "standard output cannot be written: who was to read it has ended");
  Damage damage;
  damage.look_at_end(experiment.folder());
  INFO(listed(damage));
  CHECK(is_none(damage));
}

TEST_CASE("faults: what is no file in the place of the manifest is told, and not waited for", "[faults]") {
  for (const char* const make : {"mkdir", "mkfifo"}) {
    const SmallExperiment experiment;
    REQUIRE(experiment.run().status == 0);
    const auto done = done_runs(experiment.results());
    std::filesystem::remove(experiment.results() / "manifest.json");
    REQUIRE(run_script(std::string(make) + " out/manifest.json", experiment.folder()).status == 0);
    std::vector<std::vector<std::string>> commands{{"plot", "out"}, {"report", "out"}};
    commands.push_back(SmallExperiment::words());
    for (const std::vector<std::string>& words : commands) {
      const ProgramRun refused = run_to_end(words, experiment.folder());
      CAPTURE(make, words.front(), refused.err);
      CHECK(refused.status == 2);
      CHECK_THAT(refused.err, ContainsSubstring("manifest.json: "));
    }
    CHECK(done_runs(experiment.results()) == done);
  }
}

TEST_CASE("faults: input that asks for all memory is refused in little of it", "[faults]") {
  if (is_sanitized) return;  // shadow memory alone is larger
  const TemporaryFolder folder;
  folder.write("index", "1 1:1\n-1 2000000000:1\n");
  REQUIRE(
      run_script("yes '1 1:1' | head -c 120000000 | gzip -1 >rows.gz && yes '1 1:1' | head -c 120000000 | xz "
                 "-0 >rows.xz",
                 folder.path())
          .status == 0);
  for (const char* const name : {"index", "rows.gz", "rows.xz"}) {
    const ProgramRun refused = run_script(fmt::format("ulimit -v {}; ", 300'000 * sizeof(Entry) / 8) +
                                              program_words({"data", "info", std::string("./") + name}),
                                          folder.path());
    CAPTURE(name, refused.err);
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, ContainsSubstring(name) && !ContainsSubstring("out of memory"));
  }
}
