// Datasets of a catalogue are brought into the folder of downloads.

#include "datasets/fetch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "datasets/errors.hpp"
#include "datasets/load_dataset.hpp"
#include "datasets/sha256.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/compressed_text.hpp"
#include "tests/datasets/fetch_fixture.hpp"
#include "tests/datasets/file_size_limit.hpp"
#include "tests/plots/file_text.hpp"

using namespace descent;
using namespace descent::test;
using nlohmann::json;
using Names = std::vector<std::string>;

namespace {

const std::string rows = "+1 1:0.5 3:1\n-1 2:1\n";

std::string sha256_of(const std::string& text) {
  Sha256 digest;
  digest.add(text);
  return digest.hex();
}

/// The datasets of the catalogue are fetched, without long pauses.
FetchReport fetch(Names* notes = nullptr) {
  DownloadOptions options;
  options.attempts = 2;
  options.first_pause = std::chrono::milliseconds(1);
  const DownloadEvents events{{}, [&](const std::string& message) {
                                if (notes != nullptr) notes->push_back(message);
                              }};
  return fetch_datasets(read_catalog(), options, events);
}

FetchedDataset fetch_one(Names* notes = nullptr) {
  const FetchReport report = fetch(notes);
  REQUIRE(report.datasets.size() == 1);
  return report.datasets.front();
}

/// Names of what a user sees in the folder.
Names visible(const TemporaryFolder& folder) {
  Names names;
  for (const auto& each : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = each.path().filename().string();
    if (!name.starts_with('.')) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

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
    urls.push_back(fixture.at_server(name, sha256_of(archive)));
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

TEST_CASE("fetch: files come once, and are found and checked the next time") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = rows});
  fixture.server.serve("/small.t", HttpReply{.body = "+1 1:1\n"});
  fixture.write_catalog({fixture.entry(
      "small", {{"test", "small.t"},
                {"urls", {fixture.at_server("small", sha256_of(rows)), fixture.at_server("small.t")}}})});
  const FetchedDataset first = fetch_one();
  CHECK(first.is_complete());
  REQUIRE(first.files.size() == 2);
  CHECK(first.files[0].path == fixture.cache.path() / "small");
  CHECK(first.files[0].bytes == rows.size());
  CHECK(first.files[0].evidence == "sha256 as in the catalogue");
  CHECK(first.files[1].evidence == "no checksum is published; noted its sha256");
  CHECK(visible(fixture.cache) == Names{"small", "small.t"});
  CHECK(load_dataset("small").source == "file");

  const FetchedDataset again = fetch_one();
  CHECK(again.is_complete());
  CHECK(again.files.at(0).evidence == "sha256 as in the catalogue");
  CHECK(again.files.at(1).evidence == "the same as when it was fetched");
  CHECK(fixture.server.request_count() == 2);
}

TEST_CASE("fetch: a wrong file that is there is told of, and nobody touches it") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = rows});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small", sha256_of(rows))}}})});
  const bool in_own_folder = GENERATE(true, false);
  const auto path = (in_own_folder ? fixture.own : fixture.cache).write("small", "+1 1:1\n-1 2:1\n");
  const FetchedDataset dataset = fetch_one();
  CHECK_FALSE(dataset.is_complete());
  CHECK(dataset.files.empty());
  CHECK(dataset.problems ==
        Names{fmt::format(
            "{}: expected SHA256 {}, got {}; it is left as it is, remove it to have it fetched again",
            path.string(), sha256_of(rows), sha256_of("+1 1:1\n-1 2:1\n"))});
  CHECK(file_text(path) == "+1 1:1\n-1 2:1\n");
  CHECK(fixture.server.request_count() == 0);
}

TEST_CASE("fetch: a file without a published checksum is compared with what was noted") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = rows});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}})});
  REQUIRE(fetch_one().is_complete());
  fixture.cache.write("small", rows + "damage");
  CHECK_THAT(fetch_one().problems.at(0),
             ContainsSubstring("expected SHA256 " + sha256_of(rows) + ", as when it was fetched, got "));
  std::filesystem::remove(fixture.cache.path() / "small");
  CHECK(fetch_one().is_complete());
  CHECK(file_text(fixture.cache.path() / "small") == rows);

  fixture.cache.write(".small.origin.json", "{");
  CHECK_THAT(fetch_one().problems.at(0),
             ContainsSubstring(".small.origin.json: cannot be read, expected the sha256"));
  fixture.own.write("small", "the user's own");
  const FetchedDataset own = fetch_one();
  CHECK(own.is_complete());
  CHECK(own.files.at(0).path == fixture.own.path() / "small");
  CHECK(own.files.at(0).evidence == "not checked: no checksum is known");
}

TEST_CASE("fetch: of alternatives the first that works is taken") {
  FetchFixture fixture;
  const std::string archive = compressed(rows, ".bz2");
  fixture.server.serve("/small.bz2", HttpReply{.body = archive});
  json dead = fixture.at_server("small");
  dead["url"] = fmt::format("http://127.0.0.1:{}/small", closed_port());
  fixture.write_catalog({fixture.entry("small", {{"urls",
                                                  {dead, fixture.at_server("small.gz"),
                                                   fixture.at_server("small.bz2", sha256_of(archive))}}})});
  Names notes;
  const FetchedDataset dataset = fetch_one(&notes);
  CHECK(dataset.is_complete());
  CHECK(visible(fixture.cache) == Names{"small.bz2"});
  CHECK(load_dataset("small").train.rows.lines() == 2);
  CHECK_THAT(notes.back(), ContainsSubstring("answers with HTTP status 404; another source was taken"));
}

TEST_CASE("fetch: one that fails does not keep the others back, and is tried once") {
  FetchFixture fixture;
  fixture.server.serve("/good", HttpReply{.body = rows});
  const json missing = fixture.at_server("missing");
  fixture.write_catalog({fixture.entry("one", {{"train", "missing"}, {"urls", {missing}}}),
                         fixture.entry("two", {{"train", "missing"}, {"urls", {missing}}}),
                         fixture.entry("good", {{"urls", {fixture.at_server("good")}}})});
  const FetchReport report = fetch();
  CHECK_FALSE(report.datasets.at(0).is_complete());
  CHECK(report.datasets.at(0).problems == report.datasets.at(1).problems);
  CHECK(report.datasets.at(2).is_complete());
  CHECK(report.unreachable.empty());
  CHECK(fixture.server.requests("/missing").size() == 1);
}

TEST_CASE("fetch: a host that does not answer is tried once, before anything else") {
  FetchFixture fixture;
  const std::string host = fmt::format("127.0.0.1:{}", closed_port());
  std::vector<json> entries;
  for (const std::string name : {"one", "two", "three"}) {
    entries.push_back(
        fixture.entry(name, {{"urls", {{{"file", name}, {"url", "http://" + host + "/" + name}}}}}));
  }
  fixture.write_catalog(entries);
  Names notes;
  const FetchReport report = fetch(&notes);
  for (const FetchedDataset& dataset : report.datasets) {
    CHECK_FALSE(dataset.is_complete());
    CHECK(dataset.problems.empty());
    CHECK(dataset.unreachable == std::set<std::string>{host});
  }
  CHECK(report.unreachable.size() == 1);
  CHECK(notes.empty());
  CHECK(std::filesystem::is_empty(fixture.cache.path()));
}

TEST_CASE("fetch: a host that redirects to one that does not answer is not tried again") {
  FetchFixture fixture;
  const std::string there = fmt::format("127.0.0.1:{}", closed_port());
  fixture.server.serve("/one", HttpReply{.status = 302, .location = "http://" + there + "/one"});
  fixture.write_catalog({fixture.entry("one", {{"urls", {fixture.at_server("one")}}}),
                         fixture.entry("two", {{"urls", {fixture.at_server("two")}}})});
  const FetchReport report = fetch();
  REQUIRE(report.unreachable.contains(fixture.server.host()));
  CHECK_THAT(report.unreachable.at(fixture.server.host()), StartsWith(there + " cannot be reached ("));
  CHECK(report.datasets.at(1).unreachable == std::set<std::string>{fixture.server.host()});
  CHECK(fixture.server.requests("/two").empty());
}

TEST_CASE("fetch: without a public source the description tells what to do") {
  FetchFixture fixture;
  fixture.write_catalog({fixture.entry("small", {{"test", "small.t"}})});
  CHECK(fetch_one().problems ==
        Names{"small: there is no public source of small and small.t; Ask the author."});
  fixture.own.write("small", rows);
  fixture.own.write("small.t.xz", compressed(rows, ".xz"));
  CHECK(fetch_one().is_complete());
}

TEST_CASE("fetch: files are made of downloads, also of those that the user has already") {
  FetchFixture fixture;
  const json keys = small_rcv1(fixture);
  fixture.write_catalog({fixture.entry("small", keys)});
  fixture.own.write("test1.gz", compressed("4  3:1\n", ".gz"));
  const FetchedDataset dataset = fetch_one();
  CAPTURE(dataset.problems);
  CHECK(dataset.is_complete());
  CHECK(visible(fixture.cache) == Names{"small", "small.t", "test0.gz", "topics.gz", "train.gz"});
  CHECK(file_text(fixture.cache.path() / "small") == "+1 1:0.5\n-1 2:0.25 3:0.125\n");
  CHECK(file_text(fixture.cache.path() / "small.t") == "+1 1:1\n-1 3:1\n");
  CHECK(dataset.files.at(0).evidence == "made of downloads");
  CHECK(load_dataset("small").test.labels == std::vector<double>{1, -1});

  // The downloads are not needed any more; what was made is checked all the same.
  for (const std::string name : {"test0.gz", "topics.gz", "train.gz"})
    std::filesystem::remove(fixture.cache.path() / name);
  CHECK(fetch_one().files.at(1).evidence == "the same as when it was fetched");
  CHECK(fixture.server.request_count() == 3);
}

TEST_CASE("fetch: half of a dataset is never made") {
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
  const FetchedDataset dataset = fetch_one();
  CHECK_FALSE(dataset.is_complete());
  REQUIRE(dataset.problems.size() == 1);
  CHECK_THAT(dataset.problems[0], ContainsSubstring(problem));
  CHECK(dataset.files.empty());
  for (const std::string name : {"small", "small.t", ".small.conversion", ".small.t.conversion"})
    CHECK_FALSE(std::filesystem::exists(fixture.cache.path() / name));
}

TEST_CASE("fetch: a full disk ends a conversion with one message and leaves nothing of it") {
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
    const FetchedDataset dataset = fetch_one();
    REQUIRE(dataset.problems.size() == 1);
    CHECK_THAT(dataset.problems[0], ContainsSubstring(".small.conversion: cannot be written: "));
    CHECK(visible(fixture.cache) == Names{"cover.gz"});
    CHECK_FALSE(std::filesystem::exists(fixture.cache.path() / ".small.conversion"));
  }
  fixture.cache.write(".small.conversion", "what a process left that was killed");
  CHECK(fetch_one().is_complete());
  CHECK(load_dataset("small").train.rows.lines() == 2000);
  CHECK(fixture.server.request_count() == 1);
}
