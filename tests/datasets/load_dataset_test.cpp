#include "datasets/load_dataset.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/files/sha256.hpp"
#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/datasets/same_bits.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::EnvironmentVariable;
using test::TemporaryFolder;

namespace {

/// A data folder with its own catalogue; the environment names both during the test.
struct DataFolder {
  TemporaryFolder folder;
  EnvironmentVariable catalog_variable{"DESCENT_CATALOG", (folder.path() / "catalog.json").string()};
  EnvironmentVariable data_variable{"DESCENT_DATA", folder.path().string()};

  /// Writes a catalogue of one dataset, "tiny", with the required keys and the given keys.
  explicit DataFolder(const Json& keys) {
    Json entry{{"name", "tiny"},
               {"title", "Tiny"},
               {"description", "Ask the author."},
               {"task", "classification"},
               {"train", "tiny.txt"}};
    entry.update(keys);
    folder.write("catalog.json", Json{{"datasets", Json::array({entry})}}.dump());
  }
};

/// Row i is `label i:1`, so that a row shows its number; labels alternate 2, 1.
std::string numbered_rows(int rows) {
  std::string text;
  for (int row = 1; row <= rows; ++row) text += (row % 2 == 1 ? "2 " : "1 ") + std::to_string(row) + ":1\n";
  return text;
}

std::vector<Index> row_numbers(const Sample& sample) {
  std::vector<Index> numbers;
  for (Index row = 0; row < sample.rows.outer_size(); ++row) numbers.push_back(sample.rows[row][0].index);
  return numbers;
}

std::string refusal_of(const std::string& name, const LoadOptions& options = {}) {
  return test::error_of([&] { load_dataset(name, options); }, "");
}

const Json stand_in{
    {"stand_in",
     {{"generator", "census"}, {"train_rows", 300}, {"test_rows", 40}, {"features", 123}, {"seed", 3}}}};

}  // namespace

TEST_CASE("A catalogue dataset is read from the data folder, compressed or not") {
  const DataFolder files(Json{{"test", "tiny.t"}});
  const std::string ending = GENERATE("", ".bz2", ".gz", ".xz");
  const auto train = files.folder.write("tiny.txt" + ending, test::compressed("0 1:0.5\n1 3:0.1\n", ending));
  const auto test = files.folder.write("tiny.t", "1 5:1\n");
  const Dataset dataset = load_dataset("tiny");
  CHECK(dataset.name == "tiny");
  CHECK(dataset.source == "file");
  CHECK(dataset.origin == "tiny.txt" + ending + ", test tiny.t");
  Sha256 digest;
  digest.add_file(train);
  digest.add_file(test);
  CHECK(dataset.sha256 == digest.hex());
  CHECK(dataset.train.labels == std::vector<double>{-1, 1});
  CHECK(dataset.train.rows[0][0] == Entry{0, -0.5F});
  CHECK(dataset.test.labels == std::vector<double>{1});
}

TEST_CASE("Training and test rows get the width of the wider") {
  const DataFolder files(Json{{"test", "tiny.t"}});
  files.folder.write("tiny.txt", "0 1:1\n1 3:1\n");
  files.folder.write("tiny.t", GENERATE("1 2:1\n", "1 3:1\n", "1 3:1 8:1\n"));
  const Dataset dataset = load_dataset("tiny");
  CHECK(dataset.train.rows.inner_size() == dataset.test.rows.inner_size());
  CHECK(dataset.test.rows.inner_size() >= 3);
}

TEST_CASE("A test label that training does not have is an error") {
  const DataFolder files(Json{{"test", "tiny.t"}});
  files.folder.write("tiny.txt", "0 1:1\n1 3:1\n");
  const auto test = files.folder.write("tiny.t", "0 2:1\n-1 2:1\n");
  CHECK(refusal_of("tiny") == test.string() + ": row 2 has label -1, expected 0 or 1");
}

TEST_CASE("A split divides the rows of one file exactly, and the same way each time") {
  const DataFolder files(Json{{"split", {{"train", 70}, {"test", 30}, {"seed", 5}}}});
  files.folder.write("tiny.txt", numbered_rows(100));
  const Dataset dataset = load_dataset("tiny");
  CHECK(dataset.origin == "tiny.txt, split 70 : 30 with seed 5");
  CHECK(dataset.train.rows.inner_size() == 100);
  CHECK(dataset.test.rows.inner_size() == 100);
  CHECK(row_numbers(dataset.train).size() == 70);
  CHECK(row_numbers(dataset.test).size() == 30);
  std::set<Index> all;
  for (const Index row : row_numbers(dataset.train)) all.insert(row);
  for (const Index row : row_numbers(dataset.test)) all.insert(row);
  CHECK(all.size() == 100);
  for (std::size_t row = 0; row < 70; ++row) {
    const double label = row_numbers(dataset.train)[row] % 2 == 0 ? 1 : -1;  // row number 0 has label 2
    REQUIRE(dataset.train.labels[row] == label);
    REQUIRE(dataset.train.rows[static_cast<Index>(row)][0].value == static_cast<double>(label));
  }
  CHECK(row_numbers(load_dataset("tiny").test) == row_numbers(dataset.test));
}

TEST_CASE("A split may keep the order of the file") {
  const DataFolder files(Json{{"split", {{"train", 70}, {"test", 30}, {"order", "file"}}}});
  files.folder.write("tiny.txt", numbered_rows(100));
  const Dataset dataset = load_dataset("tiny");
  CHECK(dataset.origin == "tiny.txt, split 70 : 30 in its order");
  for (std::size_t i = 0; i < 70; ++i) CHECK(row_numbers(dataset.train)[i] == static_cast<Index>(i));
  for (std::size_t i = 0; i < 30; ++i) CHECK(row_numbers(dataset.test)[i] == static_cast<Index>(70 + i));
}

TEST_CASE("A split that does not fit the file says both numbers") {
  const DataFolder files(Json{{"split", {{"train", 70}, {"test", 31}, {"seed", 5}}}});
  const auto path = files.folder.write("tiny.txt", numbered_rows(100));
  CHECK(refusal_of("tiny") ==
        path.string() + ": has 100 rows, expected 70 + 31 = 101, the split of dataset 'tiny'");
}

TEST_CASE("A large test set is sampled at random, the same way each time") {
  const bool split = GENERATE(true, false);
  const DataFolder files(split ? Json{{"split", {{"train", 100}, {"test", 400}, {"seed", 5}}}}
                               : Json{{"test", "tiny.t"}});
  files.folder.write("tiny.txt", numbered_rows(500));
  files.folder.write("tiny.t", numbered_rows(400));
  const Dataset dataset = load_dataset("tiny", {.test_limit = 50});
  const std::vector<Index> rows = row_numbers(dataset.test);
  CHECK(rows.size() == 50);
  CHECK(std::is_sorted(rows.begin(), rows.end()));
  CHECK(rows.back() > 200);  // not the first rows
  CHECK_THAT(dataset.origin, ContainsSubstring("50 of "));
  CHECK(row_numbers(load_dataset("tiny", {.test_limit = 50}).test) == rows);
  CHECK(load_dataset("tiny", {.test_limit = 0}).test.rows.outer_size() == 0);
  CHECK(load_dataset("tiny", {.test_limit = 400}).test.rows.outer_size() == 400);
}

TEST_CASE("Regression keeps the targets and the rows as they are") {
  const DataFolder files(Json{{"task", "regression"}, {"test", "tiny.t"}});
  files.folder.write("tiny.txt", "9.5 1:2\n-3 2:4\n7 1:1\n");
  files.folder.write("tiny.t", "1e3 1:2\n");
  const Dataset dataset = load_dataset("tiny");
  CHECK(dataset.task == Task::regression);
  CHECK(dataset.train.labels == std::vector<double>{9.5, -3, 7});
  CHECK(dataset.train.rows[1][0] == Entry{1, 4});
  CHECK(dataset.test.labels == std::vector<double>{1000});
}

TEST_CASE("A file is loaded by its path, with no test set") {
  const DataFolder files(Json::object());
  const auto path = files.folder.write("own", "1 1:1\n2 2:1\n");
  const Dataset dataset = load_dataset(path.string());
  CHECK(dataset.name == path.string());
  CHECK(dataset.origin == "own");
  CHECK(dataset.sha256 == sha256_of_file(path));
  CHECK(load_dataset(path.string(), {.with_checksum = false}).sha256.empty());
  CHECK(dataset.train.labels == std::vector<double>{-1, 1});
  CHECK(dataset.test.rows.outer_size() == 0);
  CHECK(dataset.file == path.string());
  CHECK(dataset.test_file.empty());
  CHECK(load_dataset(path.string(), {.test_file = path.string()}).test_file == path.string());
  CHECK(load_dataset(path.string(), {.path_task = Task::regression}).train.labels ==
        std::vector<double>{1, 2});

  const auto one = files.folder.write("one", "1 1:1\n1 2:1\n");
  CHECK(refusal_of(one.string()) == one.string() + ": classification needs two classes, found labels: 1");
  const auto three = files.folder.write("three", "1 1:1\n# 4 1:1\n\n2 2:1\n 3 1:1\n1 1:1\n");
  CHECK_THAT(refusal_of(three.string()),
             StartsWith(three.string() + ":5:2: classification needs two classes, or") &&
                 EndsWith("found labels: 1, 2, 3"));
  const Dataset rest = load_dataset(three.string(), {.reading = {.positive = "+2.0"}});
  CHECK(rest.train.labels == std::vector<double>{-1, 1, -1, -1});
  CHECK(rest.classes->negative_name() == "rest");
  CHECK(refusal_of(three.string(), {.reading = {.positive = "9"}}) ==
        three.string() + ": no row has the positive label '9', found labels: 1, 2, 3");
  REQUIRE_THROWS_AS(load_dataset("./missing"), DataError);
  CHECK(refusal_of("./missing") == "./missing: no such file");
  CHECK(refusal_of("..") == "..: is a folder, expected a file");
}

TEST_CASE("A file whose bytes are not the catalogue's is told of, and is not the real data") {
  const std::string text = numbered_rows(4);
  Sha256 hash;
  hash.add(text);
  Json published;
  published["file"] = "tiny.txt";
  published["url"] = "https://example.org/tiny.txt";
  published["sha256"] = hash.hex();
  Json keys;
  keys["urls"] = Json::array();
  keys["urls"].push_back(published);
  const DataFolder data(keys);
  LoadOptions real;
  real.require_real = true;
  data.folder.write("tiny.txt", text);
  CHECK(load_dataset("tiny", real).origin == "tiny.txt");
  const auto path = data.folder.write("tiny.txt", numbered_rows(6));
  CHECK(load_dataset("tiny").origin == "tiny.txt (tiny.txt is not the catalogue's, by its checksum)");
  CHECK_THAT(refusal_of("tiny", real), StartsWith(path.string() + ": is not the file of dataset 'tiny': "));
}

TEST_CASE("An unknown name lists the known ones") {
  const DataFolder files(Json::object());
  REQUIRE_THROWS_AS(load_dataset("tinny"), ConfigError);
  CHECK_THAT(refusal_of("tinny"),
             StartsWith("'tinny': no such file or dataset, did you mean 'tiny'? (datasets: ") &&
                 EndsWith(", tiny)"));
  files.folder.write("mine.svm", "");
  CHECK_THAT(refusal_of("mime.svm", {.path_folder = files.folder.path()}),
             StartsWith("'mime.svm': no such file or dataset, did you mean 'mine.svm'? (datasets: "));
  CHECK(refusal_of("tiny", {.test_limit = -1}) == "the limit of test rows must be at least 0, got -1");
}

TEST_CASE("A dataset without files says what was looked for, where, and where to get it") {
  const DataFolder without_url(Json{{"test", "tiny.t"}});
  REQUIRE_THROWS_AS(load_dataset("tiny"), DataError);
  CHECK_THAT(
      refusal_of("tiny"),
      ContainsSubstring("dataset 'tiny': no file tiny.txt and no file tiny.t (or with .bz2, .gz, .xz) in " +
                        without_url.folder.path().string() + " or "));
  CHECK_THAT(refusal_of("tiny"), ContainsSubstring("/cache; Ask the author."));

  const DataFolder with_url(
      Json{{"urls", Json::array({{{"file", "tiny.txt"}, {"url", "https://example.org/t"}}})}});
  CHECK_THAT(
      refusal_of("tiny"),
      ContainsSubstring("\n  tiny.txt is at https://example.org/t\n`descent data fetch tiny` gets it"));
}

TEST_CASE("A stand-in is kept as text, and read with the same bits") {
  Json keys = stand_in;
  if (GENERATE(false, true)) {
    keys["task"] = "regression";
    keys["stand_in"]["generator"] = "abalone";
    keys["stand_in"]["features"] = 10;
  }
  const DataFolder files(keys);
  const TemporaryFolder cache;
  const EnvironmentVariable cache_variable("DESCENT_CACHE", cache.path().string());
  const auto is_same = [](const Dataset& left, const Dataset& right) {
    return left.sha256 == right.sha256 && left.origin == right.origin && left.classes == right.classes &&
           test::same_bits(left.train, right.train) && test::same_bits(left.test, right.test);
  };
  const auto kept = [&] {
    return std::distance(std::filesystem::directory_iterator(cache.path() / "stand-ins"), {});
  };
  const Dataset made = load_dataset("tiny");
  CHECK(kept() == 2);
  CHECK(is_same(load_dataset("tiny"), made));
  const Dataset fewer = load_dataset("tiny", {.test_limit = 10});  // replaces nothing
  CHECK(kept() == 3);
  CHECK(is_same(load_dataset("tiny", {.test_limit = 10}), fewer));
  const Dataset none = load_dataset("tiny", {.test_limit = 0});
  CHECK(none.test.rows.outer_size() == 0);
  CHECK(test::same_bits(none.train, made.train));
  keys["stand_in"]["seed"] = 4;
  const DataFolder changed(keys);
  CHECK(load_dataset("tiny").sha256 != made.sha256);
}

TEST_CASE("A dataset without files is replaced by its stand-in, unless real data is required") {
  Json keys = stand_in;
  keys["test"] = "tiny.t";
  const DataFolder files(keys);
  const Dataset dataset = load_dataset("tiny");
  CHECK(dataset.source == "stand-in");
  CHECK(dataset.origin == "synthetic: generator census with seed 3");
  CHECK(dataset.train.rows.outer_size() == 300);
  CHECK(dataset.test.rows.outer_size() == 40);
  CHECK(dataset.train.rows.inner_size() == 123);
  CHECK(dataset.sha256.size() == 64);
  CHECK(load_dataset("tiny").sha256 == dataset.sha256);

  const Dataset fewer = load_dataset("tiny", {.test_limit = 10});
  CHECK(fewer.test.rows.outer_size() == 10);
  CHECK(fewer.origin == "synthetic: generator census with seed 3, the first 10 of 40 test rows");
  CHECK(fewer.sha256 != dataset.sha256);
  for (Index row = 0; row < 10; ++row) {
    REQUIRE(std::ranges::equal(fewer.test.rows[row], dataset.test.rows[row]));
  }

  REQUIRE_THROWS_AS(load_dataset("tiny", {.require_real = true}), DataError);
  const TemporaryFolder beside;  // a configuration's folder, apart from the data
  beside.write("tiny", "0 1:1\n1 1:1\n");
  const std::string local = (beside.path() / "tiny").string();
  CHECK_THAT(refusal_of("tiny", LoadOptions{.path_folder = beside.path()}),
             ContainsSubstring("the file " + local +
                               " is not read, since the name is the catalogue's: write " + local));
  files.folder.write("tiny.txt", "0 1:1\n1 1:1\n");
  CHECK_THAT(refusal_of("tiny"),
             ContainsSubstring("dataset 'tiny': no file tiny.t (or with"));  // half of it exists
  files.folder.write("tiny.t", "0 1:1\n1 1:1\n");
  CHECK(load_dataset("tiny").source == "file");
}

TEST_CASE("An index so large that memory would go for nothing is refused, unless it is allowed") {
  const DataFolder files(Json{{"test", "tiny.t"}});
  const auto path = files.folder.write("wide", "1 1:1 # 50000000:1\n2 2:1\t050000000:1\n");
  const std::string refusal =
      path.string() +
      ":2:7: has an index of 50000000, and memory grows with the largest; at most 10,000,000 features are "
      "taken, or as many as there are nonzeros: DESCENT_MAX_FEATURES=50000000 in the environment allows it";
  CHECK(refusal_of(path.string()) == refusal);
  {
    const EnvironmentVariable allowed("DESCENT_MAX_FEATURES", "50000000");
    CHECK(load_dataset(path.string()).train.rows.inner_size() == 50'000'000);
  }
  CHECK(refusal_of(path.string()) == refusal);
  const auto from_0 = files.folder.write("from0", "1 0:1\n2 50000000:1\n");
  CHECK_THAT(refusal_of(from_0.string()), StartsWith(from_0.string() + ":2:3: has an index of 50000000,") &&
                                              ContainsSubstring("MAX_FEATURES=50000001"));
  files.folder.write("tiny.txt", "1 1:1\n2 2:1\n");
  files.folder.write("tiny.t", "1 1:1\n2 50000000:1\n");
  CHECK_THAT(refusal_of("tiny"),
             StartsWith((files.folder.path() / "tiny.t").string() + ":2:3: has an index of 5"));
  const EnvironmentVariable wrong("DESCENT_MAX_FEATURES", "1e9");
  CHECK(
      refusal_of("tiny") ==
      "the environment variable DESCENT_MAX_FEATURES must be a whole number from 1 to 2147483647, got '1e9'");
}

TEST_CASE("A name that would act on a terminal is no dataset's") {
  for (const std::string name : {"\x1b[31m", "./a\nb", "./a\xff"})
    CHECK_THAT(refusal_of(name),
               ContainsSubstring("is no name for a dataset, expected UTF-8 without control"));
  CHECK(refusal_of("./\x1b[31m") ==
        "./\\x1b[31m: is no name for a dataset, expected UTF-8 without control characters");
}
