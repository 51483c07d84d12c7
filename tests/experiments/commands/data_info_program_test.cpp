#include <algorithm>
#include <string>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("program: data make writes the training and the test rows of a stand-in") {
  const test::TemporaryFolder folder;
  const test::ProgramRun run =
      test::run_program({"data", "make", "points-2d", "--out", folder.path().string()});
  CAPTURE(run.err);
  CHECK(run.status == 0);
  const auto rows_of = [&](const std::string& name) {
    const std::string text = test::file_text(folder.path() / name);
    return std::ranges::count(text, '\n');
  };
  test::check_refused(test::run_program({"data", "make", "points-2d", "--out", folder.path().string()}),
                      "points-2d.stand-in: exists");
  CHECK(rows_of("points-2d.stand-in") == 80);
  CHECK(rows_of("points-2d.stand-in.t") == 20);
}
