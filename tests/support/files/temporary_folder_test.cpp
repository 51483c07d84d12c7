#include "support/files/temporary_folder.hpp"

#include <sys/resource.h>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;

namespace {

/// While it lives, nothing can be opened.
class NoFiles {
 public:
  NoFiles() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  NoFiles(const NoFiles&) = delete;
  NoFiles& operator=(const NoFiles&) = delete;
  ~NoFiles() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

}  // namespace

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
  const auto abandoned = outer.path() / "descent-temporary-abandoned";
  std::filesystem::create_directory(abandoned);
  remove_abandoned_temporary_folders(outer.path());
  CHECK_FALSE(std::filesystem::exists(abandoned));

#ifndef __SANITIZE_ADDRESS__  // it opens files itself
  const std::string message = test::error_of<RunError>([] {
    const NoFiles none;
    const descent::TemporaryFolder folder;
  });
  CHECK_THAT(message, ContainsSubstring(": cannot be locked: Too many open files"));
#endif
  CHECK(std::filesystem::is_empty(outer.path()));
}
