#include "plots/gnuplot/gnuplot.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/faults/processes.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("gnuplot dies with the process that waits for it") {
  if (!gnuplot_is_installed()) {
    WARN("gnuplot is not installed");
    return;
  }
  const test::Descendants descendants;  // whose parent is gone is handed to this process
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
