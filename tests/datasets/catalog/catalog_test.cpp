#include "datasets/catalog/catalog.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "support/errors.hpp"
#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/support/environment_variable.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace descent;
using test::TemporaryFolder;

namespace {

Json full_entry() {
  return Json::parse(R"({
    "name": "tiny", "title": "Tiny", "description": "Made up.", "task": "classification", "train": "tiny.txt",
    "split": {"train": 3, "test": 2, "seed": 7},
    "urls": [{"file": "tiny.txt", "url": "https://example.org/tiny", "md5": "0123456789abcdef0123456789abcdef"}],
    "stand_in": {"generator": "text", "train_rows": 3, "test_rows": 2, "features": 123, "seed": 9,
                 "parameters": {"flips": 0.5}}
  })");
}

/// An entry whose two files are made from three downloads.
Json made_entry() {
  return Json::parse(R"({
    "name": "made", "title": "Made", "description": "Made up.", "task": "classification", "train": "made",
    "test": "made.t",
    "urls": [{"file": "train.gz", "url": "https://example.org/1"}, {"file": "test.gz", "url": "https://example.org/2"},
             {"file": "topics.gz", "url": "https://example.org/3"}, {"file": "made.t.bz2", "url": "https://example.org/4"}],
    "made_by": {"conversion": "rcv1", "topics": "topics.gz", "topic": "CCAT", "train": ["train.gz"],
                "test": ["test.gz", "train.gz"]}
  })");
}

Catalog catalog_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_catalog({folder.write("catalog.json", text)});
}

/// The message, without the file's path, for the entry with one change.
std::string message(const std::string& path, const Json& value, const Json& entry = full_entry()) {
  Json catalog{{"datasets", Json::array({entry})}};
  catalog[Json::json_pointer(path)] = value;
  const TemporaryFolder folder;
  const auto file = folder.write("catalog.json", catalog.dump());
  return test::error_after<ConfigError>(
      file.string() + ": ", [&] { read_catalog({file}); }, "");
}

struct Mistake {
  std::string place;
  Json value;
  std::string message;
};

/// Checks the start of the message for each change of the entry.
void check_mistakes(const std::vector<Mistake>& mistakes, const std::string& place, const Json& entry) {
  for (const Mistake& mistake : mistakes) {
    INFO(place << mistake.place << " = " << mistake.value.dump());
    CHECK_THAT(message(place + mistake.place, mistake.value, entry), StartsWith(place + mistake.message));
  }
}

}  // namespace

TEST_CASE("An entry is read with all that it says") {
  const Catalog catalog = catalog_of(Json{{"datasets", Json::array({full_entry()})}}.dump());
  REQUIRE(catalog.size() == 1);
  const CatalogEntry& entry = catalog.front();
  CHECK(entry.name == "tiny");
  CHECK(entry.title == "Tiny");
  CHECK(entry.description == "Made up.");
  CHECK(entry.task == Task::classification);
  CHECK(entry.train_file == "tiny.txt");
  CHECK(entry.test_file.empty());
  REQUIRE(entry.split.has_value());
  CHECK(entry.split->train == 3);
  CHECK(entry.split->test == 2);
  CHECK(entry.split->seed == 7);
  REQUIRE(entry.urls.size() == 1);
  CHECK(entry.urls[0].file == "tiny.txt");
  CHECK(entry.urls[0].url == "https://example.org/tiny");
  CHECK(entry.urls[0].md5 == "0123456789abcdef0123456789abcdef");
  CHECK(entry.urls[0].sha256.empty());
  REQUIRE(entry.stand_in.has_value());
  CHECK(entry.stand_in->generator == "text");
  CHECK(entry.stand_in->train_rows == 3);
  CHECK(entry.stand_in->test_rows == 2);
  CHECK(entry.stand_in->features == 123);
  CHECK(entry.stand_in->seed == 9);
  CHECK(entry.stand_in->parameters.at("flips") == 0.5);
}

TEST_CASE("What is wrong in a catalogue is named with its JSON path") {
  const std::vector<Mistake> mistakes{
      {"/extra", 1, "/extra: unknown key"},
      {"/datasets", 1, "/datasets: must be an array, got 1"},
      {"/datasets/0", "a9a", "/datasets/0: must be an object, got"},
      {"/datasets/0", Json{{"name", "x"}}, "/datasets/0: the key \"title\" is missing"},
      {"/datasets/0/titel", "x", "/datasets/0/titel: unknown key \"titel\", did you mean 'title'?"},
      {"/datasets/0/name", "", "/datasets/0/name: must not be empty"},
      {"/datasets/0/name", "a/b", "/datasets/0/name: must be a name without folders, got 'a/b'"},
      {"/datasets/0/name", std::string("a\0b", 3),
       "/datasets/0/name: must have no control characters and be UTF-8, got 'a\\x00b'"},
      {"/datasets/0/urls/0/url", "https://a\n-o b",
       "/datasets/0/urls/0/url: must have no control characters"},
      {"/datasets/0/train", 3, "/datasets/0/train: must be a text, got 3"},
      {"/datasets/0/train", "x/y", "/datasets/0/train: must be a name without folders, got 'x/y'"},
      {"/datasets/0/task", "ranking",
       "/datasets/0/task: must be 'classification' or 'regression', got 'ranking'"},
      {"/datasets/0/test", "tiny.t", "/datasets/0: has both 'test' and 'split', expected one of them"},
      {"/datasets/0/split/train", -1,
       "/datasets/0/split/train: must be a whole number from 1 to 2147483647, got -1"},
      {"/datasets/0/split/test", 2147483647, "/datasets/0/split: train + test must be at most 2147483647"},
      {"/datasets/0/split/order", "file",
       "/datasets/0/split: has both 'seed' and 'order', expected one of them"},
      {"/datasets/0/split/order", "random", "/datasets/0/split/order: must be 'file', got 'random'"},
      {"/datasets/0/split/seed", 0.5,
       "/datasets/0/split/seed: must be a whole number from 0 to 9007199254740992, got 0.5"},
      {"/datasets/0/urls", "https://example.org", "/datasets/0/urls: must be an array, got"},
      {"/datasets/0/urls/0/url", "ftp://x",
       "/datasets/0/urls/0/url: must start with https:// or http://, got 'ftp://x'"},
      {"/datasets/0/urls/0/sha256", "abc",
       "/datasets/0/urls/0/sha256: must be 64 digits of 0-9 and a-f, got 'abc'"},
      {"/datasets/0/stand_in/generator", "text2",
       "/datasets/0/stand_in/generator: unknown generator \"text2\", did you mean 'text'?; known are"},
      {"/datasets/0/stand_in/features", 0,
       "/datasets/0/stand_in/features: must be a whole number from 1 to 2147483647, got 0"},
      {"/datasets/0/stand_in/train_rows", 1,
       "/datasets/0/stand_in/train_rows: must be a whole number from 2 to 2147483647, got 1"},
      {"/datasets/0/stand_in/parameters/flip", 1,
       "/datasets/0/stand_in: stand-in text: there is no parameter \"flip\"; there are head, "},
      {"/datasets/0/stand_in/parameters/flips", -1,
       "/datasets/0/stand_in: stand-in text: parameter \"flips\" (share of labels drawn at random whatever "
       "the "
       "rule says) must be within [0, 1], got -1"},
      {"/datasets/0/stand_in/parameters", 1, "/datasets/0/stand_in/parameters: must be an object, got 1"},
      {"/datasets/0/stand_in/parameters/a", "x", "/datasets/0/stand_in/parameters/a: must be a number, got"},
      {"/datasets/1", full_entry(), "/datasets/1/name: 'tiny' is the name of an earlier dataset"},
  };
  check_mistakes(mistakes, "", full_entry());
}

TEST_CASE("What the files of a dataset are made of is read") {
  const Catalog catalog = catalog_of(Json{{"datasets", Json::array({made_entry()})}}.dump());
  REQUIRE(catalog.at(0).made_by.has_value());
  const Conversion& made_by = *catalog[0].made_by;
  CHECK(made_by.kind == Conversion::Kind::rcv1);
  CHECK(made_by.train == std::vector<std::string>{"train.gz"});
  CHECK(made_by.test == std::vector<std::string>{"test.gz", "train.gz"});
  CHECK(made_by.topics == "topics.gz");
  CHECK(made_by.topic == "CCAT");

  Json covtype = full_entry();
  covtype["urls"][0]["file"] = "cover.gz";
  covtype["made_by"] = Json{{"conversion", "covtype"}, {"train", {"cover.gz"}}, {"class", 3}};
  const Catalog other = catalog_of(Json{{"datasets", Json::array({covtype})}}.dump());
  CHECK(other.at(0).made_by->kind == Conversion::Kind::covtype);
  CHECK(other.at(0).made_by->positive_class == 3);

  Json archive = made_entry();
  archive["urls"] = {{{"file", "a.tar"}, {"url", "https://example.org/1"}}};
  archive["made_by"] = {{"conversion", "archive"},
                        {"train", {"a.tar"}},
                        {"train_member", "a/train"},
                        {"test", {"a.tar"}},
                        {"test_member", "a/test"}};
  const Catalog third = catalog_of(Json{{"datasets", Json::array({archive})}}.dump());
  CHECK(third.at(0).made_by->kind == Conversion::Kind::archive);
  CHECK(third.at(0).made_by->train_member == "a/train");
  CHECK(third.at(0).made_by->test_member == "a/test");
  CHECK(message("/datasets/0/made_by/test", {"a.tar", "a.tar"}, archive) ==
        "/datasets/0/made_by/test: archive is made of one file");
  archive["made_by"].erase("test_member");
  CHECK(message("/datasets/0/title", "x", archive) ==
        "/datasets/0/made_by: the key \"test_member\" is missing");
}

TEST_CASE("What is wrong in a conversion is named with its JSON path") {
  const Json covtype{{"conversion", "covtype"}, {"class", 2}, {"train", {"train.gz"}}};
  Json more_files = covtype;
  more_files["train"].push_back("test.gz");
  Json no_class = covtype;
  no_class.erase("class");
  Json eighth_class = covtype;
  eighth_class["class"] = 8;
  Json topic = covtype;
  topic["topic"] = "CCAT";
  const std::vector<Mistake> mistakes{
      {"", "rcv1", ": must be an object, got \"rcv1\""},
      {"", Json::object(), ": the key \"conversion\" is missing"},
      {"/conversion", "rvc1",
       "/conversion: unknown conversion \"rvc1\", did you mean 'rcv1'?; known are rcv1, covtype"},
      {"/topcis", "x", "/topcis: unknown key \"topcis\", did you mean 'topics'?"},
      {"/topic", "", "/topic: must not be empty"},
      {"/topics", "topic.gz",
       "/topics: unknown file of \"urls\" \"topic.gz\", did you mean 'topics.gz'?; known are train.gz, "
       "test.gz, topics.gz, made.t.bz2"},
      {"/train", "train.gz", "/train: must be an array, got"},
      {"/train", Json::array(), "/train: must have at least 1 element"},
      {"/train/0", "trane.gz", "/train/0: unknown file of \"urls\" \"trane.gz\", did you mean 'train.gz'?"},
      {"/test/1", 3, "/test/1: must be a text, got 3"},
      {"", covtype, ": the key \"test\" is missing: what the test file is made of"},
      {"", more_files, "/train: covtype is made of one file"},
      {"", no_class, ": the key \"class\" is missing"},
      {"", eighth_class, "/class: must be a whole number from 1 to 7, got 8"},
      {"", topic, "/topic: unknown key \"topic\""},
  };
  check_mistakes(mistakes, "/datasets/0/made_by", made_entry());
  Json without_test = made_entry();
  without_test.erase("test");
  CHECK(message("/datasets/0/urls/3/file", "made.xz", without_test) ==
        "/datasets/0/made_by: has 'test', but the dataset has no test file");
}

TEST_CASE("A download that nothing needs is a mistake") {
  CHECK(message("/datasets/0/urls/0/file", "tinny.txt") ==
        "/datasets/0/urls/0/file: 'tinny.txt' is neither 'train' nor 'test' (with or without .bz2, .gz, "
        ".xz), and not "
        "what they are 'made_by'");
  CHECK(message("/datasets/0/urls/0/file", "tiny.txt.xz").empty());
  CHECK(message("/datasets/0/urls/0/file", ".tiny.txt") ==
        "/datasets/0/urls/0/file: must not start with a dot, got '.tiny.txt'");
}

TEST_CASE("A catalogue that is no JSON names line and column") {
  REQUIRE_THROWS_AS(catalog_of("{\n  \"datasets\": [}\n"), ConfigError);
  REQUIRE_THROWS_WITH(catalog_of("{\n  \"datasets\": [}\n"), ContainsSubstring("line 2, column 16"));
  const TemporaryFolder folder;
  const auto missing = folder.path() / "none.json";
  REQUIRE_THROWS_WITH(read_catalog({missing}),
                      missing.string() + ": cannot be opened: No such file or directory");
}

TEST_CASE("The environment can name a catalogue that adds to the project's") {
  const TemporaryFolder folder;
  const auto entry = [](const std::string& name) {
    return R"({"datasets": [{"name": ")" + name +
           R"(", "title": "mine", "description": "mine", "task": "regression", "train": "mine.csv", "label": "y"}]})";
  };
  const test::EnvironmentVariable own("DESCENT_CATALOG", folder.write("mine.json", entry("mine")).string());
  const Catalog catalog = read_catalog();
  REQUIRE(find_entry(catalog, "mine") != nullptr);
  CHECK(find_entry(catalog, "mine")->reading.label == "y");
  CHECK(find_entry(catalog, "a9a") != nullptr);
  const test::EnvironmentVariable twice("DESCENT_CATALOG", folder.write("twice.json", entry("a9a")).string());
  CHECK_THROWS_WITH(read_catalog(),
                    ContainsSubstring("twice.json: /datasets/0/name: 'a9a' is the name of an earlier"));
}

TEST_CASE(
    "The project's catalogue holds the paper's four at the paper's sizes, and compares datasets that it "
    "has") {
  const test::EnvironmentVariable own("DESCENT_CATALOG", "");
  struct Size {
    std::string name;
    Index train, test, features;
  };
  const Catalog catalog = read_catalog();
  for (const Size& size :
       {Size{"astro-physics", 29'882, 32'487, 99'757}, Size{"ccat", 23'149, 781'265, 47'236},
        Size{"a9a", 24'703, 7'858, 123}, Size{"covtype", 522'911, 58'101, 54}}) {
    const auto entry = std::ranges::find(catalog, size.name, &CatalogEntry::name);
    REQUIRE(entry != catalog.end());
    REQUIRE(entry->stand_in.has_value());
    CHECK(entry->stand_in->train_rows == size.train);
    CHECK(entry->stand_in->test_rows == size.test);
    CHECK(entry->stand_in->features == size.features);
    if (entry->split) {
      CHECK(entry->split->train == size.train);
      CHECK(entry->split->test == size.test);
    }
  }
}
