// Where parsed files are kept, and what happens if no place is writable.
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "datasets/parsed/parsed_cache.hpp"
#include "datasets/readers/reader.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/parsed/parsed_samples.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/file_size_limit.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::EnvironmentVariable;
using test::same_bits;
using test::TemporaryFolder;
using Path = std::filesystem::path;
using std::filesystem::perms;

namespace {

const ParseRequest request{.task = Task::regression, .rest = std::chrono::nanoseconds(0)};

ParsedSample parse(const Path& path) {
  RawSample raw = read_libsvm(path);
  return {.sample = {std::move(raw.rows), std::move(raw.labels)}};
}

LoadedFile load(const Path& path) {
  const EnvironmentVariable wanted("DESCENT_PARSED", "on");
  return load_parsed(path, request, [&] { return parse(path); });
}

/// A folder that no one may write to until the test ends.
struct ReadOnlyFolder {
  TemporaryFolder folder;
  Path file = folder.write("data.txt", "1 1:0.5\n2 2:7\n");

  ReadOnlyFolder() { std::filesystem::permissions(folder.path(), perms::owner_read | perms::owner_exec); }
  ~ReadOnlyFolder() {
    std::error_code gone;
    std::filesystem::permissions(folder.path(), perms::owner_all, gone);
    std::filesystem::remove(parsed_paths(file, request).back(), gone);
  }
};

}  // namespace

TEST_CASE(
    "Where the folder of the source must not be written, the parsed file lies in datasets/cache/parsed") {
  const ReadOnlyFolder read_only;
  const Path& path = read_only.file;
  const std::vector<Path> places = parsed_paths(path, request);
  const LoadedFile first = load(path);
  CHECK(first.cache.empty());
  const LoadedFile second = load(path);
  CHECK(second.cache == places.back());
  CHECK(second.cache.parent_path().filename() == "parsed");
  CHECK(same_bits(first.file.parsed, second.file.parsed));
  CHECK(test::files_in(path.parent_path()) == 1);

  const Path relative = std::filesystem::relative(path);
  CHECK(parsed_paths(relative, request).back() == places.back());
}

TEST_CASE("Files of one name in two folders do not meet") {
  const ReadOnlyFolder one;
  const ReadOnlyFolder other;
  std::filesystem::permissions(other.folder.path(), perms::owner_all);
  other.folder.write("data.txt", "1 1:0.5\n2 2:8\n");
  std::filesystem::permissions(other.folder.path(), perms::owner_read | perms::owner_exec);
  load(one.file);
  load(other.file);
  CHECK(load(one.file).cache != load(other.file).cache);
  CHECK(load(one.file).file.parsed.sample.rows[1][0].value == 7);
  CHECK(load(other.file).file.parsed.sample.rows[1][0].value == 8);
}

TEST_CASE("A plain and a compressed source of one name do not meet") {
  CHECK(parsed_paths("folder/data", request) != parsed_paths("folder/data.bz2", request));
  CHECK(parsed_paths("folder/data", request).front() == "folder/.data.libsvm-regression.parsed");
}

TEST_CASE("Where nothing can be written, the text is parsed each time") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", "1 1:0.5\n2 2:7\n");
  const test::FileSizeLimit limit(0);
  CHECK(load(path).cache.empty());
  CHECK(load(path).cache.empty());
  CHECK(load(path).file.parsed.sample.rows[1][0].value == 7);
  CHECK(test::files_in(folder.path()) == 1);
}

TEST_CASE("A file of the current folder that is named without a folder is kept as well") {
  const TemporaryFolder folder;
  folder.write("data.txt", "1 1:0.5\n2 2:7\n");
  const Path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  load("data.txt");
  const LoadedFile second = load("data.txt");
  std::filesystem::current_path(before);
  CHECK(second.cache == ".data.txt.libsvm-regression.parsed");
}

TEST_CASE("What a killed process has left of a parsed file goes when it is kept the next time") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", "1 1:0.5\n2 2:7\n");
  folder.write(".other.partial-0123abcd", "somebody else's");
  folder.write("." + parsed_paths(path, request).front().filename().string() + ".partial-0123abcd", "half");
  load(path);
  CHECK(test::files_in(folder.path()) == 3);
}

TEST_CASE("A parsed file may be read by those who may read its source") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", "1 1:0.5\n2 2:7\n");
  const perms rights = GENERATE(perms::owner_read | perms::owner_write,
                                perms::owner_read | perms::group_read | perms::others_read);
  std::filesystem::permissions(path, rights);
  load(path);
  CHECK(std::filesystem::status(parsed_paths(path, request).front()).permissions() == rights);
}

TEST_CASE("Several processes may keep the same file at once") {
  constexpr int processes = 6;
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", "1 1:0.5\n2 2:7\n");
  const Path place = parsed_paths(path, request).front();
  const ParsedSample expected = parse(path);
  for (int round = 0; round < 20; ++round) {
    std::filesystem::remove(place);
    std::vector<pid_t> children;
    for (int child = 0; child < processes; ++child) {
      children.push_back(fork());
      if (children.back() != 0) continue;
      bool right = true;
      for (int repeat = 0; repeat < 5; ++repeat) right = right && same_bits(load(path).file.parsed, expected);
      _exit(right ? 0 : 1);
    }
    for (const pid_t child : children) {
      int status = -1;
      REQUIRE(waitpid(child, &status, 0) == child);
      REQUIRE(status == 0);
    }
    REQUIRE(load(path).cache == place);
    REQUIRE(test::files_in(folder.path()) == 2);  // no temporary file is left
  }
}
