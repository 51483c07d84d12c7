#include "support/files/atomic_file.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

using test::file_text;
using test::files_in;
using test::TemporaryFolder;

/// Another process that is writing an AtomicFile and never commits it; killed with this object.
class Writer {
 public:
  explicit Writer(const std::filesystem::path& path) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    process_ = fork();
    if (process_ == 0) {
      AtomicFile file(path);
      const bool told = write(ends[1], "x", 1) == 1;
      while (told) pause();
      _exit(1);
    }
    close(ends[1]);
    char letter = 0;
    const bool is_writing = read(ends[0], &letter, 1) == 1;
    close(ends[0]);
    REQUIRE(is_writing);
  }
  ~Writer() {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

 private:
  pid_t process_ = 0;
};

}  // namespace

TEST_CASE("an atomic file gets its name only by commit, and goes without one") {
  const TemporaryFolder folder;
  const auto path = folder.write("table.csv", "old");
  {
    AtomicFile given_up(path);
    given_up.write(std::string(200'000, 'x'));  // more than any buffer
    CHECK(files_in(folder.path()) == 2);
    CHECK(given_up.temporary().filename().string().starts_with(".table.csv.partial-"));
  }
  CHECK(files_in(folder.path()) == 1);
  AtomicFile file(path);
  std::string expected;
  for (int i = 0; i < 50'000; ++i) {
    const std::string line = std::to_string(i) + '\n' + std::string(i % 25'000 == 7 ? 100'000 : 0, 'x');
    file.write(line);
    expected += line;
  }
  CHECK(file_text(path) == "old");
  file.commit();
  CHECK((file_text(path) == expected));
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("an atomic file may be read by all, or by those who may read another one") {
  const TemporaryFolder folder;
  const auto like = folder.write("like", "");
  std::filesystem::permissions(like, std::filesystem::perms(0740));
  const bool take = GENERATE(true, false);
  AtomicFile file(folder.path() / "new");
  if (take) file.take_rights_of(like);
  file.commit(AfterPowerFailure::anything);
  const mode_t mask = umask(0);
  umask(mask);
  CHECK(std::filesystem::status(file.path()).permissions() ==
        std::filesystem::perms(take ? 0640 : 0666 & ~mask));
}

TEST_CASE("temporaries of killed processes are removed, those of living ones stay") {
  const TemporaryFolder folder;
  folder.write("table.csv", "whole");
  folder.write(".hidden", "not ours");
  { const Writer killed(folder.path() / "table.csv"); }
  {
    const Writer alive(folder.path() / "other.csv");
    CHECK(files_in(folder.path()) == 4);
    remove_abandoned_files(folder.path(), "other.csv");
    CHECK(files_in(folder.path()) == 4);
    remove_abandoned_files(folder.path());
    CHECK(files_in(folder.path()) == 3);
  }
  remove_abandoned_files(folder.path(), "table.csv");
  CHECK(files_in(folder.path()) == 3);
  remove_abandoned_files(folder.path(), "other.csv");
  CHECK(files_in(folder.path()) == 2);
  CHECK(file_text(folder.path() / "table.csv") == "whole");
}

TEST_CASE("an orderly end removes the unfinished file of a process that has had many") {
  const TemporaryFolder folder;
  for (int k = 0; k < 100; ++k) AtomicFile(folder.path() / "given-up");
  const AtomicFile file(folder.path() / "table.csv");
  CHECK(files_in(folder.path()) == 1);
  remove_temporaries();
  CHECK(files_in(folder.path()) == 0);
}

TEST_CASE("a file that the disk did not take is given up, also when there is room again") {
  const TemporaryFolder folder;
  const auto path = folder.write("table.csv", "old");
  AtomicFile file(path);
  {
    const test::FileSizeLimit limit(1000);
    CHECK_THROWS_WITH(file.write(std::string(200'000, 'x')),
                      path.string() + ": cannot be written: File too large");
    CHECK_THROWS_AS(write_atomically(path, std::string(5000, 'x')), ResultFileError);
  }
  CHECK(files_in(folder.path()) == 1);
  CHECK_THROWS_AS(file.commit(), ResultFileError);
  CHECK(file_text(path) == "old");
}

TEST_CASE("what cannot be a file, or not any more, is refused by name and reason") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(AtomicFile(folder.path() / "none" / "table.csv"),
                    ContainsSubstring("none/table.csv: cannot be written: No such file or directory"));
  CHECK_THROWS_WITH(AtomicFile("/dev/full"), "/dev/full: exists and is not a regular file");
  CHECK_THROWS_WITH(AtomicFile(folder.path()), ContainsSubstring("is not a regular file"));
  CHECK_THROWS_AS(AtomicFile(folder.path() / std::string(300, 'x')), ResultFileError);
  CHECK(std::filesystem::is_character_file("/dev/full"));
  const auto inner = folder.path() / "inner";
  std::filesystem::create_directory(inner);
  AtomicFile file(inner / "table.csv");
  std::filesystem::remove_all(inner);
  CHECK_THROWS_AS(file.commit(), ResultFileError);
}

}  // namespace descent
