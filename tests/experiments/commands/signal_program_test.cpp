// Stopping the program: it reports its progress, its children end, and the next run continues.

#include <csignal>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/experiments/run_files.hpp"
#include "tests/experiments/tiny_experiment.hpp"

using namespace descent;
using namespace descent::test;

TEST_CASE("program: told to stop, it says how far it was, and the next run goes on") {
  const int signal = GENERATE(SIGTERM, SIGHUP);
  TinyExperiment experiment;
  experiment.config["methods"] = Json::array({Json{{"name", "pegasos"}}});
  experiment.config.erase("passes");
  experiment.config["cpu_seconds"] = 1'000;
  const std::string out = experiment.path("out");
  const std::vector<std::string> arguments{"run", experiment.write(), "--out", out, "--jobs", "2", "--quiet"};
  // Waits until runs are active: the manifest and a child exist. Tests under nohup ignore SIGHUP.
  const ProgramRun stopped =
      run_script("env --default-signal=HUP " + program_words(arguments) +
                 " & pid=$!\nwhile kill -0 $pid && ! { [ -e " + shell_quoted(out + "/manifest.json") +
                 " ] && set -- $(ps -o pid= --ppid $pid) && [ $# -ge 1 ]; }; do sleep 0.01; done\nkill -" +
                 std::to_string(signal) +
                 " $pid; wait $pid; echo status $?; for child; do kill -0 $child 2>/dev/null && echo $child "
                 "lives; done; true");
  CHECK(stopped.out == "status " + std::to_string(128 + signal) + "\n");
  CHECK_THAT(stopped.err, ContainsSubstring("descent: stopped by a signal (") &&
                              ContainsSubstring(") when 0 of 2 were done; complete runs and optima "
                                                "are kept, and the same command goes on from there"));
  CHECK_FALSE(std::filesystem::exists(out + "/.lock"));
  CHECK(runs_without_times(out).empty());

  experiment.config["cpu_seconds"] = 0.01;
  CHECK(run_program({"run", experiment.write(), "--out", out, "--quiet"}).status == 0);
  CHECK(runs_without_times(out).size() == 2);
}
