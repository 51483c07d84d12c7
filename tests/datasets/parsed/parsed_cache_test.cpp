#include "datasets/parsed/parsed_cache.hpp"

#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "datasets/matrix/classes.hpp"
#include "datasets/readers/reader.hpp"
#include "support/errors.hpp"
#include "support/files/sha256.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/parsed/parsed_samples.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/file_text.hpp"
#include "tests/support/files_in.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::EnvironmentVariable;
using test::file_text;
using test::same_bits;
using test::TemporaryFolder;
using Path = std::filesystem::path;

namespace {

const std::string saved_text = "3 1:0.5 4:-2\n7 2:0.1\n3\n7 1:1 2:1 3:1\n";

ParsedSample parse(const Path& path, Task task) {
  RawSample raw = read_libsvm(path);
  if (task == Task::regression) {
    return {.sample = {std::move(raw.rows), std::move(raw.labels)}};
  }
  const Classes classes = find_classes(raw.labels, [&](Index) { return path.string(); });
  return {.sample =
              make_classification_sample(std::move(raw.rows), std::move(raw.labels), classes, path.string()),
          .classes = classes};
}

/// Accepts new files: tests cannot wait until files have rested.
ParseRequest any_age(Task task = Task::classification) {
  return {.task = task, .rest = std::chrono::nanoseconds(0)};
}

/// Loads with a parser that counts its calls, and checks every result against a separate parse.
struct Loader {
  EnvironmentVariable wanted{"DESCENT_PARSED", "on"};
  int parses = 0;

  LoadedFile operator()(const Path& path, ParseRequest request = any_age()) {
    LoadedFile loaded = load_parsed(path, request, [&] {
      ++parses;
      return parse(path, request.task);
    });
    CHECK(same_bits(loaded.file.parsed, parse(path, request.task)));
    CHECK(loaded.file.source.sha256 == sha256_of_file(path));
    return loaded;
  }
};

Path beside(const Path& path, const ParseRequest& request = any_age()) {
  return parsed_paths(path, request).front();
}

/// Rewrites the file until its times change: clocks of files tick in milliseconds.
void rewrite(const Path& path, const std::string& bytes) {
  const std::optional<FileState> before = state_of(path);
  do {
    std::ofstream(path, std::ios::binary) << bytes;
  } while (state_of(path) == before);
}

}  // namespace

TEST_CASE("The first load parses and keeps, later ones read what was kept") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", saved_text);
  const ParseRequest request = any_age(GENERATE(Task::classification, Task::regression));
  Loader load;
  CHECK(load(path, request).cache.empty());
  CHECK(load(path, request).cache == beside(path, request));
  CHECK(load(path, request).cache == beside(path, request));
  CHECK(load.parses == 1);
  CHECK(test::files_in(folder.path()) == 2);
}

TEST_CASE("What one task keeps is not used for another") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", saved_text);
  Loader load;
  load(path, any_age(Task::classification));
  load(path, any_age(Task::regression));
  CHECK(load.parses == 2);
  std::filesystem::copy_file(beside(path, any_age(Task::regression)), beside(path),
                             std::filesystem::copy_options::overwrite_existing);
  load(path, any_age(Task::classification));
  CHECK(load.parses == 3);
}

TEST_CASE("A source that has changed is parsed again") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", saved_text);
  const std::string same_length = "3 1:0.6" + saved_text.substr(7);
  Loader load;
  load(path);
  const auto time = std::filesystem::last_write_time(path);
  SECTION("in its length") {
    rewrite(path, saved_text + "3 5:1\n");
  }
  SECTION("in its bytes") {
    rewrite(path, same_length);
  }
  SECTION("in its times") {
    rewrite(path, saved_text);
  }
  SECTION("in its bytes, and its time was put back") {
    rewrite(path, same_length);
    std::filesystem::last_write_time(path, time);
  }
  SECTION("as another file of the same length and time took its name") {
    const Path other = folder.write("other", same_length);
    rewrite(other, same_length);
    std::filesystem::last_write_time(other, time);
    std::filesystem::rename(other, path);
  }
  CHECK(load(path).cache.empty());
  CHECK(load(path).cache == beside(path));
  CHECK(load.parses == 2);
}

TEST_CASE("A damaged parsed file is replaced") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", saved_text);
  Loader load;
  load(path);
  const std::string whole = file_text(beside(path));
  std::string changed = whole;
  changed[whole.size() / 2] ^= 0x10;
  for (const std::string& bytes : {std::string(), std::string("DESCENTP"), whole + '\0',
                                   whole.substr(0, whole.size() / 2), changed, saved_text}) {
    folder.write(beside(path).filename().string(), bytes);
    CHECK(load(path).cache.empty());
    CHECK((file_text(beside(path)) == whole));
  }
  CHECK(load.parses == 7);
}

TEST_CASE("Damage to a parsed file that is in use changes nothing, or is told where it was mapped") {
  const TemporaryFolder folder;
  std::string rows;
  for (int row = 0; row < 2'000; ++row) rows += row % 2 == 0 ? "3 1:0.5 4:-2\n" : "7 2:0.1\n";
  const Path path = folder.write("data.txt", rows);
  const bool mapped = GENERATE(false, true);
  ParseRequest request = any_age();
  if (mapped) request.most_copied = 0;
  Loader load;
  load(path, request);
  const LoadedFile loaded = load(path, request);
  REQUIRE(loaded.cache == beside(path));
  Dataset dataset;
  dataset.parsed_files = {loaded.cache.string()};
  require_unchanged(dataset);

  const auto size = std::filesystem::file_size(beside(path));
  SECTION("cut off") {
    if (mapped) return;  // the system ends a process that reads beyond the end of a mapped file
    std::filesystem::resize_file(beside(path), GENERATE(0, 8000, 30'000));
  }
  SECTION("overwritten") {
    std::fstream file(beside(path), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(GENERATE(0, 40'000));
    file << std::string(GENERATE(1, 4096), 'x');
  }
  SECTION("replaced by another file") {
    std::filesystem::remove(beside(path));
    folder.write(beside(path).filename().string(), std::string(size, 'x'));
    CHECK_NOTHROW(require_unchanged(dataset));  // the file in use has no name any more
    return;
  }
  if (mapped) {
    CHECK_THROWS_AS(require_unchanged(dataset), RunError);
    CHECK_THROWS_WITH(require_unchanged(dataset),
                      StartsWith(loaded.cache.string() + ": was changed while it was"));
    double sum = 0;  // the content is unknown, but computable
    for (const Entry& entry : loaded.file.parsed.sample.rows.entries()) sum += entry.value;
    CHECK(std::isfinite(sum));
  } else {
    CHECK_NOTHROW(require_unchanged(dataset));
    CHECK(same_bits(loaded.file.parsed, parse(path, Task::classification)));
  }
}

TEST_CASE("What is no file in the place of the parsed one does no harm") {
  const TemporaryFolder folder;
  const TemporaryFolder cache;
  const EnvironmentVariable cache_variable("DESCENT_CACHE", cache.path().string());
  const Path path = folder.write("data.txt", saved_text);
  Loader load;
  SECTION("a pipe, which nobody writes to") {
    REQUIRE(mkfifo(beside(path).c_str(), 0600) == 0);
  }
  SECTION("a folder") {
    std::filesystem::create_directory(beside(path));
  }
  load(path);
  CHECK(load(path).cache == parsed_paths(path, any_age()).back());
}

TEST_CASE("A source that may still be written to is not kept") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", saved_text);
  const EnvironmentVariable wanted("DESCENT_PARSED", "on");
  ParseRequest request = any_age();
  SECTION("as it was changed just now") {
    request.rest = std::chrono::hours(1);
    load_parsed(path, request, [&] { return parse(path, Task::classification); });
  }
  SECTION("as it changes while it is parsed") {
    load_parsed(path, request, [&] {
      rewrite(path, saved_text + "3 5:1\n");
      return parse(path, Task::classification);
    });
  }
  SECTION("as it has not the bytes of the parse") {
    load_parsed(path, request, [&] {
      ParsedSample parsed = parse(path, Task::classification);
      rewrite(path, "3 1:0.6" + saved_text.substr(7));
      return parsed;
    });
  }
  CHECK(test::files_in(folder.path()) == 1);
}

TEST_CASE("A parsed file is used by the test rows of the same classes only, and by training rows of two") {
  const TemporaryFolder folder;
  const Path train = folder.write("train", saved_text);
  const Path path = folder.write("test", "3 1:1\n3 2:1\n");
  ParseRequest request = any_age();
  request.train =
      TrainingSource{.path = train, .sha256 = sha256_of_file(train), .classes = Classes{"3", "7"}};
  const EnvironmentVariable wanted("DESCENT_PARSED", "on");
  int parses = 0;
  const auto load = [&](const ParseRequest& asked) {
    return load_parsed(path, asked, [&] {
      ++parses;
      RawSample raw = read_libsvm(path);
      const Classes classes = asked.train.value_or(TrainingSource{}).classes.value_or(Classes{"0", "0"});
      return ParsedSample{.sample = make_classification_sample(std::move(raw.rows), std::move(raw.labels),
                                                               classes, path.string()),
                          .classes = classes};
    });
  };
  CHECK(load(request).file.parsed.sample.labels == std::vector<double>{-1, -1});
  CHECK(!load(request).cache.empty());
  CHECK(parses == 1);
  request.train->classes = Classes{"1", "3"};
  CHECK(load(request).file.parsed.sample.labels == std::vector<double>{1, 1});
  CHECK(!load(request).cache.empty());
  CHECK(parses == 2);
  CHECK_THROWS_AS(load(any_age()), DataError);  // no training rows: there is only one class
  CHECK(parses == 3);
}

TEST_CASE("The digest of training and test file together is kept with the test file") {
  const TemporaryFolder folder;
  const Path train = folder.write("train", saved_text);
  const Path path = folder.write("test", saved_text + saved_text);
  const Path both = folder.write("both", saved_text + saved_text + saved_text);
  ParseRequest request = any_age();
  request.train =
      TrainingSource{.path = train, .sha256 = sha256_of_file(train), .classes = Classes{"3", "7"}};
  Loader load;
  CHECK(load(path, request).file.source.joined_sha256 == sha256_of_file(both));
  // The file is not read any more: another file under the name changes nothing.
  request.train->path = both;
  CHECK(load(path, request).file.source.joined_sha256 == sha256_of_file(both));

  const Path other = folder.write("other", "3 1:1\n7 1:1\n");
  request.train =
      TrainingSource{.path = other, .sha256 = sha256_of_file(other), .classes = Classes{"3", "7"}};
  CHECK(load(path, request).file.source.joined_sha256 ==
        sha256_of_file(folder.write("both", "3 1:1\n7 1:1\n" + saved_text + saved_text)));
  CHECK(load.parses == 2);
}

TEST_CASE("DESCENT_PARSED=off neither reads nor writes") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", saved_text);
  Loader load;
  {
    const EnvironmentVariable off("DESCENT_PARSED", "off");
    load(path);
    CHECK(test::files_in(folder.path()) == 1);
  }
  load(path);
  const EnvironmentVariable off("DESCENT_PARSED", "off");
  CHECK(load(path).cache.empty());
  CHECK(load.parses == 3);
  const EnvironmentVariable wrong("DESCENT_PARSED", "of");
  CHECK_THROWS_AS(load(path), ConfigError);
  CHECK_THROWS_WITH(load(path),
                    "the environment variable DESCENT_PARSED must be on, off or mapped, got 'of'");
}

TEST_CASE("An error of the parser comes through, and nothing is kept") {
  const TemporaryFolder folder;
  const Path path = folder.write("data.txt", "3 1:x\n");
  const EnvironmentVariable wanted("DESCENT_PARSED", "on");
  const auto load = [&](const Path& file) {
    load_parsed(file, any_age(), [&] { return parse(file, Task::classification); });
  };
  CHECK_THROWS_WITH(load(path), path.string() + ":1:5: expected a value (a number), got '1:x'");
  CHECK(test::files_in(folder.path()) == 1);
  CHECK_THROWS_AS(load(folder.path() / "missing"), DataError);
}
