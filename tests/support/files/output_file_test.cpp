#include "support/files/output_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <functional>
#include <thread>

#include "support/errors.hpp"
#include "support/files/own_files.hpp"
#include "tests/catch.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

namespace descent {

namespace {

void write_into(const std::filesystem::path& path, std::span<const std::filesystem::path> inputs = {}) {
  OutputFile file(path, inputs);
  file.write("new");
  file.commit();
}

}  // namespace

TEST_CASE("a file that the user names is replaced whole, keeps its rights, and a link to it stays one") {
  const test::TemporaryFolder folder;
  const auto target = folder.write("target", "old");
  std::filesystem::permissions(target, std::filesystem::perms(0600));
  const auto link = folder.path() / "link";
  std::filesystem::create_symlink("target", link);
  {
    OutputFile given_up(link);
    given_up.write("half");
  }
  CHECK(test::file_text(target) == "old");
  write_into(link);
  CHECK(test::file_text(target) == "new");
  CHECK(std::filesystem::is_symlink(link));
  CHECK(std::filesystem::status(target).permissions() == std::filesystem::perms(0600));
  std::filesystem::create_symlink("none", folder.path() / "dangling");
  write_into(folder.path() / "dangling");
  CHECK(test::file_text(folder.path() / "none") == "new");
  CHECK_THROWS_AS(write_into(folder.path() / "missing" / "w"), ResultFileError);
  CHECK(test::files_in(folder.path()) == 4);
}

TEST_CASE("a device and a pipe are written into") {
  write_into("/dev/null");
  CHECK(std::filesystem::is_character_file("/dev/null"));
  CHECK_THROWS_AS(write_into("/dev/full"), ResultFileError);
  const test::TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::string text;
  std::thread reader([&] { text = test::file_text(pipe); });
  write_into(pipe);
  reader.join();
  CHECK(text == "new");
  CHECK(std::filesystem::is_fifo(pipe));
}

TEST_CASE("what a command may not replace is refused, and stays") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("file", "old");
  const std::filesystem::path inputs[] = {"", folder.path() / "." / "file"};
  const auto is_refused = [&](const std::filesystem::path& path, const char* why,
                              std::span<const std::filesystem::path> read = {}) {
    CAPTURE(path, why);
    CHECK_THROWS_AS(write_into(path, read), ConfigError);
    CHECK_THROWS_WITH(write_into(path, read), ContainsSubstring(why));
  };
  is_refused(file, "is read or written by this command already", inputs);
  std::filesystem::create_hard_link(file, folder.path() / "second");
  is_refused(folder.path() / "second", "is read or written by this command already", inputs);
  std::filesystem::create_symlink(file, folder.path() / "link");
  is_refused(folder.path() / "link", "is read or written by this command already", inputs);
  is_refused(folder.path(), "is a folder");
  OwnFiles(folder.path()).write("manifest.json", "old");
  is_refused(folder.path() / "manifest.json", "belongs to a folder of results");
  is_refused(folder.write("0123.reference", "old"), "belongs to a folder of results");
  std::filesystem::permissions(file, std::filesystem::perms(0444));
  is_refused(file, "has no write permission");
  CHECK(test::file_text(file) == "old");
}

TEST_CASE("only unfinished files of ours are removed beside an output") {
  const test::TemporaryFolder folder;
  folder.write(".w.partial-backup", "mine");
  folder.write(".w.partial-0123456", "mine");
  folder.write(".w.partial-01234567", "left by a killed process");
  write_into(folder.path() / "w");
  CHECK(test::files_in(folder.path()) == 3);
}

}  // namespace descent
