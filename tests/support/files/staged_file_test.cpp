#include "support/files/staged_file.hpp"

#include <atomic>
#include <memory>
#include <thread>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::file_text;
using test::TemporaryFolder;

TEST_CASE("a staged file has its name only when it is published, and is kept till then unless it is empty") {
  const TemporaryFolder folder;
  const auto path = folder.write("rows", "old");
  { StagedFile(path, "new").append("half"); }
  CHECK(file_text(folder.path() / ".rows.new") == "half");
  {
    StagedFile file(path, "new");
    CHECK(file.is_published());
    CHECK(file.size() == 4);
    file.append(" and half");
    CHECK(file_text(path) == "old");
    file.publish();
  }
  CHECK(file_text(path) == "half and half");
  {
    StagedFile file(path, "new");
    file.append("more");
    file.clear();
  }
  CHECK_FALSE(std::filesystem::exists(folder.path() / ".rows.new"));
}

TEST_CASE("a staged file belongs to one at a time") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "rows";
  const bool publish = GENERATE(true, false);
  auto first = std::make_unique<StagedFile>(path, "new");
  first->append("whole");
  std::atomic<bool> waits{false};
  std::atomic<bool> has_it{false};
  std::uint64_t found = 0;
  std::thread other([&] {
    const StagedFile second(path, "new", [&] { waits = true; });
    has_it = true;
    found = second.size();
  });
  while (!waits) std::this_thread::yield();
  CHECK_FALSE(has_it);
  if (publish) first->publish();
  first.reset();
  other.join();
  // Not the file that was waited for when that has got its name: nobody may write into it any more.
  CHECK(found == (publish ? 0 : 5));
  CHECK(file_text(path) == (publish ? "whole" : ""));
}

TEST_CASE("a staged file names what the system refuses") {
  const TemporaryFolder folder;
  REQUIRE_THROWS_WITH(
      StagedFile(folder.path() / "missing/rows", "new"),
      (folder.path() / "missing/.rows.new").string() + ": cannot be written: No such file or directory");
  std::filesystem::create_symlink("/etc/passwd", folder.path() / ".link.new");
  REQUIRE_THROWS_AS(StagedFile(folder.path() / "link", "new"), RunError);
  StagedFile file(folder.path() / "rows", "new");
  std::filesystem::create_directory(folder.path() / "rows");
  REQUIRE_THROWS_WITH(file.is_published(),
                      (folder.path() / "rows").string() + ": is there, but is no file; remove it");
  file.append("x");
  REQUIRE_THROWS_WITH(file.publish(), ContainsSubstring("rows: cannot be given its name: "));
  const test::FileSizeLimit limit(1000);
  REQUIRE_THROWS_WITH(file.append(std::string(5000, 'x')),
                      ContainsSubstring("/.rows.new: cannot be written: "));
  CHECK(file.size() == 1000);
}
