// Files of a dataset are made of downloads that have another format.

#include "datasets/made_files.hpp"

#include <map>
#include <string>
#include <vector>

#include "datasets/load_dataset.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/compressed_text.hpp"
#include "tests/datasets/download_fixture.hpp"
#include "tests/datasets/fetch_fixture.hpp"
#include "tests/datasets/file_size_limit.hpp"
#include "tests/plots/file_text.hpp"

using namespace descent;
using namespace descent::test;
using nlohmann::json;
using Names = std::vector<std::string>;

namespace {

/// Topics, train vectors and two files of test vectors on the server.
json small_rcv1(FetchFixture& fixture) {
  const std::map<std::string, std::string> files{
      {"topics.gz", "CCAT 1 1\nE11 2 1\nCCAT 3 1\nE11 3 1\nM11 4 1\n"},
      {"train.gz", "1  1:0.5\n2  2:0.25 3:0.125\n"},
      {"test0.gz", "3  1:1\n"},
      {"test1.gz", "4  3:1\n"}};
  json urls = json::array();
  for (const auto& [name, text] : files) {
    const std::string archive = compressed(text, ".gz");
    fixture.server.serve("/" + name, HttpReply{.body = archive});
    urls.push_back(fixture.at_server(name, sha256_of_text(archive)));
  }
  return json{{"test", "small.t"},
              {"urls", urls},
              {"made_by",
               {{"conversion", "rcv1"},
                {"topics", "topics.gz"},
                {"topic", "CCAT"},
                {"train", {"train.gz"}},
                {"test", {"test0.gz", "test1.gz"}}}}};
}

}  // namespace

TEST_CASE("made files: they are made of downloads, also of those that the user has already") {
  FetchFixture fixture;
  const json keys = small_rcv1(fixture);
  fixture.write_catalog({fixture.entry("small", keys)});
  fixture.own.write("test1.gz", compressed("4  3:1\n", ".gz"));
  const FetchedDataset dataset = fixture.fetch_one();
  CAPTURE(dataset.problems);
  CHECK(dataset.is_complete());
  CHECK(fixture.visible_downloads() == Names{"small", "small.t", "test0.gz", "topics.gz", "train.gz"});
  CHECK(file_text(fixture.cache.path() / "small") == "+1 1:0.5\n-1 2:0.25 3:0.125\n");
  CHECK(file_text(fixture.cache.path() / "small.t") == "+1 1:1\n-1 3:1\n");
  CHECK(dataset.files.at(0).evidence == "made of downloads");
  CHECK(load_dataset("small").test.labels == std::vector<double>{1, -1});

  // The downloads are not needed any more; what was made is checked all the same.
  for (const std::string name : {"test0.gz", "topics.gz", "train.gz"})
    std::filesystem::remove(fixture.cache.path() / name);
  CHECK(fixture.fetch_one().files.at(1).evidence == "the same as when it was fetched");
  CHECK(fixture.server.request_count() == 3);
}

TEST_CASE("made files: half of a dataset is never made") {
  FetchFixture fixture;
  json keys = small_rcv1(fixture);
  std::string problem;
  SECTION("a download that fails") {
    fixture.server.serve("/test1.gz", HttpReply{.status = 404});
    problem = "answers with HTTP status 404";
  }
  SECTION("a download that is malformed") {
    fixture.server.serve("/test1.gz", HttpReply{.body = compressed("4  3:1\n5 1\n", ".gz")});
    for (json& url : keys["urls"]) url.erase("sha256");
    problem = "test1.gz:2: document 5 has no topic in ";
  }
  SECTION("a download of the user's that is another file") {
    fixture.own.write("test1.gz", "another");
    problem = "test1.gz: expected SHA256 ";
  }
  fixture.write_catalog({fixture.entry("small", keys)});
  const FetchedDataset dataset = fixture.fetch_one();
  CHECK_FALSE(dataset.is_complete());
  REQUIRE(dataset.problems.size() == 1);
  CHECK_THAT(dataset.problems[0], ContainsSubstring(problem));
  CHECK(dataset.files.empty());
  for (const std::string name : {"small", "small.t", ".small.conversion", ".small.t.conversion"})
    CHECK_FALSE(std::filesystem::exists(fixture.cache.path() / name));
}

TEST_CASE("made files: a full disk ends a conversion with one message and leaves nothing of it") {
  FetchFixture fixture;
  std::string cover;
  for (int row = 0; row < 2000; ++row) {
    for (int column = 0; column < 54; ++column) cover += std::to_string((row * 7 + column) % 1000) + ",";
    cover += std::to_string(1 + row % 7) + "\n";
  }
  const std::string archive = compressed(cover, ".gz");
  fixture.server.serve("/cover.gz", HttpReply{.body = archive});
  fixture.write_catalog({fixture.entry(
      "small", {{"urls", {fixture.at_server("cover.gz")}},
                {"made_by", {{"conversion", "covtype"}, {"class", 2}, {"train", {"cover.gz"}}}}})});
  {
    const FileSizeLimit limit(300'000);  // more than the archive, less than the text
    REQUIRE(archive.size() < 300'000);
    const FetchedDataset dataset = fixture.fetch_one();
    REQUIRE(dataset.problems.size() == 1);
    CHECK_THAT(dataset.problems[0], ContainsSubstring(".small.conversion: cannot be written: "));
    CHECK(fixture.visible_downloads() == Names{"cover.gz"});
    CHECK_FALSE(std::filesystem::exists(fixture.cache.path() / ".small.conversion"));
  }
  fixture.cache.write(".small.conversion", "what a process left that was killed");
  CHECK(fixture.fetch_one().is_complete());
  CHECK(load_dataset("small").train.rows.lines() == 2000);
  CHECK(fixture.server.request_count() == 1);
}
