#include <string>

#include "tests/catch.hpp"
#include "tests/experiments/program_run.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/rested_file.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("data info says whether a dataset was parsed or had been kept parsed") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("rows", "1 1:0.5\n2 2:1\n");
  const auto info = [&](const std::string& parsed) {
    const test::EnvironmentVariable variable("DESCENT_PARSED", parsed);
    return test::run_program({"data", "info", "--brief", path.string()});
  };
  const std::string from_text = "\nparsed   now, from text\n";
  const std::string before = "\nparsed   before, and kept in " + folder.path().string() + "/.rows.";
  CHECK_THAT(info("off").out, ContainsSubstring(from_text));
  test::wait_until_rested(path);
  CHECK_THAT(info("on").out, ContainsSubstring(from_text));
  CHECK_THAT(info("on").out, ContainsSubstring(before));
  CHECK_THAT(info("off").out, ContainsSubstring(from_text));

  const test::ProgramRun wrong = info("perhaps");
  CHECK(wrong.status == 2);
  CHECK_THAT(wrong.err, ContainsSubstring("DESCENT_PARSED must be on, off or mapped, got 'perhaps'"));
}
