#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/sanitizers.hpp"

namespace descent {

TEST_CASE("the program starts in little memory") {
  if (test::is_sanitized) return;  // shadow memory alone is larger
  const test::TemporaryFolder folder;
  // A library that starts threads before main would wait for their stacks forever.
  const auto run =
      test::run_script("ulimit -v 75000; timeout 20 \"$DESCENT_PROGRAM\" --version", folder.path());
  CHECK(run.status == 0);
  CHECK(run.out.starts_with("descent "));
}

}  // namespace descent
