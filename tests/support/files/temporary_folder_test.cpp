#include "support/files/temporary_folder.hpp"

#include <sys/resource.h>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

TEST_CASE("A temporary folder goes with its owner, and none is left where it cannot be opened") {
  const test::TemporaryFolder outer;
  const test::EnvironmentVariable place("TMPDIR", outer.path().string());
  {
    const descent::TemporaryFolder folder;
    CHECK(std::filesystem::is_directory(folder.path()));
    remove_abandoned_temporary_folders();
    CHECK(std::filesystem::is_directory(folder.path()));
  }
  CHECK(std::filesystem::is_empty(outer.path()));

  rlimit before{};
  getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{0, before.rlim_max};
  setrlimit(RLIMIT_NOFILE, &none);
  const std::string message = test::error_of<RunError>([] { const descent::TemporaryFolder folder; });
  setrlimit(RLIMIT_NOFILE, &before);
  CHECK_THAT(message, ContainsSubstring(": cannot be locked: Too many open files"));
  CHECK(std::filesystem::is_empty(outer.path()));
}
