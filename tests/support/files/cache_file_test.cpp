#include "support/files/cache_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "tests/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;
using Path = std::filesystem::path;

namespace {

auto pieces(std::string_view first, std::string_view second) {
  return [=](const ByteSink& sink) {
    sink(std::as_bytes(std::span(first)));
    sink(std::as_bytes(std::span(second)));
  };
}

std::string text_of(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::ptrdiff_t files_in(const Path& folder) {
  return std::distance(std::filesystem::directory_iterator(folder), {});
}

}  // namespace

TEST_CASE("A spare file gets its pieces in their order, in place of an older one") {
  const TemporaryFolder folder;
  const Path like = folder.write("like", "");
  const Path path = folder.path() / "spare";
  CHECK(write_spare_file(path, like, pieces("one ", "two")));
  CHECK(text_of(path) == "one two");
  CHECK(write_spare_file(path, like, pieces("", "")));
  CHECK(text_of(path).empty());
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("A spare file that cannot be written leaves everything as it was") {
  const TemporaryFolder folder;
  const Path like = folder.write("like", "");
  const Path path = folder.write("spare", "before");
  const auto full_disk = [](const ByteSink& sink) {
    sink(std::as_bytes(std::span(std::string_view("half"))));
    throw std::system_error(ENOSPC, std::generic_category());
  };
  CHECK(!write_spare_file(path, like, full_disk));
  CHECK(!write_spare_file(path, folder.path() / "missing", pieces("a", "b")));
  CHECK(!write_spare_file(folder.path() / "missing" / "spare", like, pieces("a", "b")));
  CHECK(!write_spare_file(folder.path() / std::string(300, 'x'), like, pieces("a", "b")));
  std::filesystem::create_directory(folder.path() / "taken");
  CHECK(!write_spare_file(folder.path() / "taken", like, pieces("a", "b")));
  CHECK(text_of(path) == "before");
  CHECK(files_in(folder.path()) == 3);
}

TEST_CASE("A process that is killed while it writes a spare file leaves the older one, and nothing else") {
  const TemporaryFolder folder;
  const Path like = folder.write("like", "");
  const Path path = folder.write("spare", "before");
  const pid_t child = fork();
  if (child == 0) {
    write_spare_file(path, like, [](const ByteSink& sink) {
      sink(std::as_bytes(std::span(std::string_view("half"))));
      kill(getpid(), SIGKILL);
    });
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(text_of(path) == "before");
  const int nameless = open(folder.path().c_str(), O_TMPFILE | O_WRONLY, 0600);
  if (nameless < 0) {
    WARN("this file system has no files without names: a temporary one is left");
    return;
  }
  close(nameless);
  CHECK(files_in(folder.path()) == 2);
}
