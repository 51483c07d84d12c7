#include "support/terminal/progress.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "support/process/processor.hpp"
#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent::test {
namespace {

/// What `work` writes to standard error, which is no terminal then.
template <class Work>
std::string log_of(const Work& work) {
  const TemporaryFolder folder;
  const std::string file = folder.write("log", "").string();
  const int log = open(file.c_str(), O_WRONLY);
  const int before = dup(STDERR_FILENO);
  dup2(log, STDERR_FILENO);
  work();
  dup2(before, STDERR_FILENO);
  close(before);
  close(log);
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("the last line in a log tells the time that is gone, and by the cost of the jobs the time to go") {
  const std::string all = log_of([] {
    ProgressDisplay display(false);
    display.expect(1, 5);
    display.start();
    const double start = wall_seconds();
    while (wall_seconds() < start + 0.6) continue;
    display.start();  // runs already
    display.finished(5, "only");
  });
  CHECK(all == "1/1  0:01 gone, 0:00 to go  (only)\n");

  const std::string hardly_any = log_of([] {
    ProgressDisplay display(false);
    display.expect(2, 1);
    display.start();
    const double start = wall_seconds();
    while (wall_seconds() < start + 1e-4) continue;
    display.finished(5e-7, "first");
    display.finished(5e-7, "second");
  });
  CAPTURE(hardly_any);
  std::smatch found;
  REQUIRE(
      std::regex_match(hardly_any, found, std::regex("2/2  0:00 gone, (\\d+):\\d\\d to go  \\(second\\)\n")));
  CHECK(std::stoi(found[1]) >= 1);
}

}  // namespace descent::test
