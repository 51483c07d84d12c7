// Readers that end early, and limits on the size of files.

#include "tests/catch.hpp"
#include "tests/faults/damage.hpp"
#include "tests/sanitizers.hpp"

using namespace descent;
using namespace descent::test;

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
