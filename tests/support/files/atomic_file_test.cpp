#include "support/files/atomic_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <string>

#include "support/errors.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {
namespace {

/// What ResultFileError says when the folder's disk takes only 1000 bytes a file.
std::string message_of_full_disk(const std::filesystem::path& path) {
  const test::FileSizeLimit limit(1000);
  try {
    write_atomically(path, std::string(5000, 'x'));
  } catch (const ResultFileError& error) {
    return error.what();
  }
  return "no error";
}

/// Another process that is writing an AtomicFile, and never commits it; killed when the object goes.
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

TEST_CASE("an atomic file gets its name only by commit") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "table.csv";
  {
    AtomicFile file(path);
    file.write("first ");
    file.write("second");
    CHECK_FALSE(std::filesystem::exists(path));
    file.commit();
    CHECK(test::file_text(path) == "first second");
  }
  CHECK(test::file_text(path) == "first second");
  CHECK(test::files_in(folder.path()) == 1);
}

TEST_CASE("an atomic file without commit leaves the older file and nothing else") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("table.csv", "old");
  {
    AtomicFile file(path);
    file.write(std::string(200'000, 'x'));  // more than any buffer
    CHECK(test::files_in(folder.path()) == 2);
  }
  CHECK(test::file_text(path) == "old");
  CHECK(test::files_in(folder.path()) == 1);
}

TEST_CASE("an atomic file keeps every byte of long texts") {
  const test::TemporaryFolder folder;
  std::string expected;
  AtomicFile file(folder.path() / "long");
  for (int i = 0; i < 50'000; ++i) {
    const std::string line = std::to_string(i) + '\n';
    file.write(line);
    expected += line;
  }
  file.commit();
  CHECK(test::file_text(file.path()) == expected);
}

TEST_CASE("temporaries of killed processes are removed, those of living ones stay") {
  const test::TemporaryFolder folder;
  folder.write("table.csv", "whole");
  folder.write(".hidden", "not ours");
  { const Writer killed(folder.path() / "table.csv"); }
  {
    const Writer alive(folder.path() / "other.csv");
    CHECK(test::files_in(folder.path()) == 4);
    remove_abandoned_files(folder.path());
    CHECK(test::files_in(folder.path()) == 3);
  }
  remove_abandoned_files(folder.path());
  CHECK(test::files_in(folder.path()) == 2);
  CHECK(test::file_text(folder.path() / "table.csv") == "whole");
}

TEST_CASE("a disk that refuses to take the file leaves nothing under its name") {
  const test::TemporaryFolder folder;
  const auto path = folder.path() / "table.csv";
  const std::string message = message_of_full_disk(path);
  CHECK_THAT(message, ContainsSubstring(path.string()));
  CHECK_THAT(message, ContainsSubstring("cannot be written: File too large"));
  CHECK(test::files_in(folder.path()) == 0);
}

TEST_CASE("a file that the disk did not take is given up, also when there is room again") {
  const test::TemporaryFolder folder;
  const auto path = folder.write("table.csv", "old");
  AtomicFile file(path);
  {
    const test::FileSizeLimit limit(1000);
    CHECK_THROWS_AS(file.write(std::string(200'000, 'x')), ResultFileError);
  }
  CHECK(test::files_in(folder.path()) == 1);
  CHECK_THROWS_AS(file.commit(), ResultFileError);
  CHECK(test::file_text(path) == "old");
}

TEST_CASE("a folder that does not exist, a device and a folder are refused by name and reason") {
  const test::TemporaryFolder folder;
  CHECK_THROWS_WITH(AtomicFile(folder.path() / "none" / "table.csv"),
                    ContainsSubstring("none/table.csv: cannot be written: No such file or directory"));
  CHECK_THROWS_WITH(AtomicFile("/dev/full"),
                    ContainsSubstring("/dev/full: exists and is not a regular file"));
  CHECK_THROWS_WITH(AtomicFile(folder.path()), ContainsSubstring("is not a regular file"));
  CHECK(std::filesystem::is_character_file("/dev/full"));
}

TEST_CASE("a folder that vanishes before commit is an error") {
  const test::TemporaryFolder folder;
  const auto inner = folder.path() / "inner";
  std::filesystem::create_directory(inner);
  AtomicFile file(inner / "table.csv");
  file.write("text");
  std::filesystem::remove_all(inner);
  CHECK_THROWS_AS(file.commit(), ResultFileError);
}

}  // namespace descent
