#include "support/files/partial_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

TEST_CASE("a partial file is hidden beside the later one, for the user and this program alone") {
  const TemporaryFolder folder;
  const PartialFile one = make_partial_file(folder.path() / "rows.csv");
  const PartialFile other = make_partial_file(folder.path() / "rows.csv");
  CHECK(one.name.path().parent_path() == folder.path());
  const std::string name = one.name.path().filename().string();
  CHECK(name.starts_with(".rows.csv.partial-"));
  CHECK(name.size() == std::string(".rows.csv.partial-XXXXXX").size());
  CHECK(one.name.path() != other.name.path());
  CHECK(one.file.has_name(one.name.path()));
  struct stat status {};
  REQUIRE(fstat(one.file.get(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  CHECK((fcntl(one.file.get(), F_GETFD) & FD_CLOEXEC) != 0);
}

TEST_CASE("a partial file goes with its owner unless it has got its later name") {
  const TemporaryFolder folder;
  const auto path = folder.write("rows", "old");
  { const PartialFile given_up = make_partial_file(path); }
  CHECK(test::files_in(folder.path()) == 1);
  {
    PartialFile partial = make_partial_file(path);
    partial.file.write_all("new");
    CHECK(test::files_in(folder.path()) == 2);
    CHECK(test::file_text(path) == "old");
    partial.name.become(path);
    CHECK(partial.name.path().empty());
  }
  CHECK(test::file_text(path) == "new");
  CHECK(test::files_in(folder.path()) == 1);
}

TEST_CASE("a partial file that is moved goes with the new owner, in place of that one's file") {
  const TemporaryFolder folder;
  PartialFile kept = make_partial_file(folder.path() / "replaced");
  {
    PartialFile from = make_partial_file(folder.path() / "moved");
    kept = std::move(from);
  }
  CHECK(test::files_in(folder.path()) == 1);
  CHECK(kept.file.has_name(kept.name.path()));
  kept.name.remove();
  CHECK(test::files_in(folder.path()) == 0);
  CHECK(kept.file.is_open());
}

TEST_CASE("a partial file that the system refuses is an error of the system, and changes nothing") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(make_partial_file(folder.path() / "missing" / "rows"), std::system_error);
  PartialFile partial = make_partial_file(folder.path() / "rows");
  std::filesystem::create_directory(folder.path() / "rows");
  CHECK_THROWS_AS(partial.name.become(folder.path() / "rows"), std::system_error);
  CHECK(partial.file.has_name(partial.name.path()));
}
