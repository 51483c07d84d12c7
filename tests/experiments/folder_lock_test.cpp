#include "experiments/folder_lock.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "datasets/errors.hpp"
#include "plots/errors.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/plots/file_text.hpp"

using namespace descent;

namespace {

/// A process that holds the lock of a folder until it is killed.
class Owner {
 public:
  explicit Owner(const std::filesystem::path& folder) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ == 0) {
      const FolderLock lock(folder);
      const bool told = write(ends[1], "x", 1) == 1;
      while (told) pause();
      _exit(1);
    }
    close(ends[1]);
    char letter = 0;
    const bool holds = read(ends[0], &letter, 1) == 1;
    close(ends[0]);
    if (!holds) throw std::runtime_error("the other process could not lock the folder");
  }
  ~Owner() { end(); }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;

  pid_t process() const { return process_; }
  void end() {
    if (process_ <= 0) return;
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  pid_t process_ = 0;
};

}  // namespace

TEST_CASE("a folder that another process has is refused with its number") {
  const test::TemporaryFolder folder;
  const Owner owner(folder.path());
  CHECK_THROWS_WITH(FolderLock(folder.path()),
                    ContainsSubstring(folder.path().string() + ": process " +
                                      std::to_string(owner.process()) + " is at work in this folder"));
  CHECK(std::filesystem::exists(folder.path() / ".lock"));  // the owner's, which it still is
}

TEST_CASE("the lock of a process that was killed is free, and it is told who left it") {
  const test::TemporaryFolder folder;
  Owner owner(folder.path());
  const pid_t process = owner.process();
  owner.end();
  {
    const FolderLock lock(folder.path());
    CHECK(lock.interrupted() == process);
    CHECK_THAT(test::file_text(folder.path() / ".lock"),
               ContainsSubstring(std::to_string(getpid()) + " since "));
  }
  CHECK_FALSE(std::filesystem::exists(folder.path() / ".lock"));
  const FolderLock again(folder.path());
  CHECK(again.interrupted() == 0);
}

TEST_CASE("a lock file that is not ours to read in is no obstacle") {
  const test::TemporaryFolder folder;
  folder.write(".lock", "no number at all");
  const FolderLock lock(folder.path());
  CHECK(lock.interrupted() == 0);
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
