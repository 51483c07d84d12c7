#include "plots/gnuplot/pictures.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/faults/processes.hpp"
#include "tests/plots/gnuplot_is_installed.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("gnuplot dies with the process that waits for it") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed");
    return;
  }
  const test::Descendants descendants;  // orphans become children of this process
  const test::TemporaryFolder folder;
  const auto script = folder.write("endless.gp",
                                   "system('echo $PPID >unnamed && mv unnamed started')\n"
                                   "pause 3600\n");
  const pid_t drawing = fork();
  if (drawing == 0) {
    run_gnuplot(script, "");
    _exit(0);
  }
  const auto sign = folder.path() / "started";
  for (int wait = 0; !std::filesystem::exists(sign) && wait < 3000; ++wait) usleep(10'000);
  kill(drawing, SIGKILL);
  waitpid(drawing, nullptr, 0);
  std::ifstream stream(sign);
  pid_t gnuplot = 0;
  REQUIRE(stream >> gnuplot);
  int status = 0;
  REQUIRE(waitpid(gnuplot, &status, 0) == gnuplot);
  CHECK(WIFSIGNALED(status));
}

TEST_CASE("neither a start-up file nor the environment changes what gnuplot does, and signals are told") {
  if (!test::gnuplot_is_installed()) {
    WARN("gnuplot is not installed");
    return;
  }
  const test::TemporaryFolder folder;
  folder.write(".gnuplot", "from_start_up = 1\n");
  const test::EnvironmentVariable home("HOME", folder.path().string());
  const test::EnvironmentVariable terminal("GNUTERM", "dumb");
  const test::EnvironmentVariable library("GNUPLOT_LIB", folder.path().string());
  const auto script = folder.write("shown.gp",
                                   "print exists('from_start_up') ? 'start-up file' : 'none'\n"
                                   "print system('echo [$GNUTERM$GNUPLOT_LIB]')\n");
  CHECK(run_gnuplot(script, "") == "none\n[]\n");
  const auto struck = folder.write("struck.gp", "system('kill -9 $PPID')\npause 10\n");
  CHECK_THROWS_WITH(run_gnuplot(struck, ""), ContainsSubstring("struck.gp: gnuplot ended by signal 9"));
}
