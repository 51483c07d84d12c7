#include "support/files/folder_lock.hpp"

#include <unistd.h>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/lock_owner.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::LockOwner;

TEST_CASE("a folder that another process has is refused with its number") {
  const test::TemporaryFolder folder;
  const LockOwner owner(folder.path());
  CHECK_THROWS_WITH(FolderLock(folder.path()),
                    ContainsSubstring(folder.path().string() + ": process " +
                                      std::to_string(owner.process()) + " is at work in this folder"));
  CHECK(std::filesystem::exists(folder.path() / ".lock"));  // still belongs to the owner
}

TEST_CASE("work under another name in the same folder is nobody's business") {
  const test::TemporaryFolder folder;
  const LockedWork tuning{.file = ".one.lock", .notice = "is tuning one"};
  const LockOwner owner(folder.path(), tuning);
  CHECK_NOTHROW(FolderLock(folder.path()));
  CHECK_NOTHROW(FolderLock(folder.path(), {.file = ".other.lock", .notice = "is tuning other"}));
  CHECK_THROWS_WITH(
      FolderLock(folder.path(), tuning),
      folder.path().string() + ": process " + std::to_string(owner.process()) + " is tuning one");
}

TEST_CASE("the lock of a process that was killed is free") {
  const test::TemporaryFolder folder;
  LockOwner owner(folder.path());
  owner.end();
  {
    const FolderLock lock(folder.path());
    CHECK_THAT(test::file_text(folder.path() / ".lock"),
               ContainsSubstring(std::to_string(getpid()) + " since "));
  }
  CHECK_FALSE(std::filesystem::exists(folder.path() / ".lock"));
}

TEST_CASE("a folder that the lock made goes with it while it is empty") {
  const test::TemporaryFolder folder;
  { const FolderLock lock(folder.path() / "new"); }
  CHECK_FALSE(std::filesystem::exists(folder.path() / "new"));
  {
    const FolderLock lock(folder.path() / "new");
    folder.write("new/result", "kept");
  }
  CHECK(test::file_text(folder.path() / "new/result") == "kept");
  { const FolderLock lock(folder.path()); }
  CHECK(std::filesystem::exists(folder.path()));
}

TEST_CASE("a folder that cannot be locked is told with the reason") {
  const test::TemporaryFolder folder;
  folder.write("file", "");
  CHECK_THROWS_AS(FolderLock(folder.path() / "file"), ResultFileError);
  std::filesystem::create_directory(folder.path() / ".lock");
  CHECK_THROWS_WITH(FolderLock(folder.path()), ContainsSubstring(".lock: cannot be locked: "));
}

TEST_CASE("a lock that is a link to a file, or another name of it, leaves that as it is") {
  const test::TemporaryFolder folder;
  const auto other = folder.write("other", "not ours");
  if (GENERATE(true, false))
    std::filesystem::create_symlink("other", folder.path() / ".lock");
  else
    std::filesystem::create_hard_link(other, folder.path() / ".lock");
  CHECK_THROWS_WITH(FolderLock(folder.path()),
                    (folder.path() / ".lock").string() + ": is no file of its own; remove it");
  CHECK(test::file_text(other) == "not ours");
}
