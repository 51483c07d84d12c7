// Datasets of a catalogue are brought into the folder of downloads.

#include "datasets/fetch.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "datasets/errors.hpp"
#include "datasets/load_dataset.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/compressed_text.hpp"
#include "tests/datasets/download_fixture.hpp"
#include "tests/datasets/fetch_fixture.hpp"
#include "tests/plots/file_text.hpp"

using namespace descent;
using namespace descent::test;
using nlohmann::json;
using Names = std::vector<std::string>;

namespace {

const std::string rows = "+1 1:0.5 3:1\n-1 2:1\n";

}  // namespace

TEST_CASE("fetch: files come once, and are found and checked the next time") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = rows});
  fixture.server.serve("/small.t", HttpReply{.body = "+1 1:1\n"});
  fixture.write_catalog({fixture.entry(
      "small",
      {{"test", "small.t"},
       {"urls", {fixture.at_server("small", sha256_of_text(rows)), fixture.at_server("small.t")}}})});
  const FetchedDataset first = fixture.fetch_one();
  CHECK(first.is_complete());
  REQUIRE(first.files.size() == 2);
  CHECK(first.files[0].path == fixture.cache.path() / "small");
  CHECK(first.files[0].bytes == rows.size());
  CHECK(first.files[0].evidence == "sha256 as in the catalogue");
  CHECK(first.files[1].evidence == "no checksum is published; noted its sha256");
  CHECK(fixture.visible_downloads() == Names{"small", "small.t"});
  CHECK(load_dataset("small").source == "file");

  const FetchedDataset again = fixture.fetch_one();
  CHECK(again.is_complete());
  CHECK(again.files.at(0).evidence == "sha256 as in the catalogue");
  CHECK(again.files.at(1).evidence == "the same as when it was fetched");
  CHECK(fixture.server.request_count() == 2);
}

TEST_CASE("fetch: a wrong file that is there is told of, and nobody touches it") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = rows});
  fixture.write_catalog(
      {fixture.entry("small", {{"urls", {fixture.at_server("small", sha256_of_text(rows))}}})});
  const bool in_own_folder = GENERATE(true, false);
  const auto path = (in_own_folder ? fixture.own : fixture.cache).write("small", "+1 1:1\n-1 2:1\n");
  const FetchedDataset dataset = fixture.fetch_one();
  CHECK_FALSE(dataset.is_complete());
  CHECK(dataset.files.empty());
  CHECK(dataset.problems ==
        Names{fmt::format(
            "{}: expected SHA256 {}, got {}; it is left as it is, remove it to have it fetched again",
            path.string(), sha256_of_text(rows), sha256_of_text("+1 1:1\n-1 2:1\n"))});
  CHECK(file_text(path) == "+1 1:1\n-1 2:1\n");
  CHECK(fixture.server.request_count() == 0);
}

TEST_CASE("fetch: a file without a published checksum is compared with what was noted") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = rows});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}})});
  REQUIRE(fixture.fetch_one().is_complete());
  fixture.cache.write("small", rows + "damage");
  CHECK_THAT(fixture.fetch_one().problems.at(0),
             ContainsSubstring("expected SHA256 " + sha256_of_text(rows) + ", as when it was fetched, got "));
  std::filesystem::remove(fixture.cache.path() / "small");
  CHECK(fixture.fetch_one().is_complete());
  CHECK(file_text(fixture.cache.path() / "small") == rows);

  fixture.cache.write(".small.origin.json", "{");
  CHECK_THAT(fixture.fetch_one().problems.at(0),
             ContainsSubstring(".small.origin.json: cannot be read, expected the sha256"));
  fixture.own.write("small", "the user's own");
  const FetchedDataset own = fixture.fetch_one();
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
  fixture.write_catalog({fixture.entry(
      "small",
      {{"urls",
        {dead, fixture.at_server("small.gz"), fixture.at_server("small.bz2", sha256_of_text(archive))}}})});
  Names notes;
  const FetchedDataset dataset = fixture.fetch_one(&notes);
  CHECK(dataset.is_complete());
  CHECK(fixture.visible_downloads() == Names{"small.bz2"});
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
  const FetchReport report = fixture.fetch();
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
  const FetchReport report = fixture.fetch(&notes);
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
  const FetchReport report = fixture.fetch();
  REQUIRE(report.unreachable.contains(fixture.server.host()));
  CHECK_THAT(report.unreachable.at(fixture.server.host()), StartsWith(there + " cannot be reached ("));
  CHECK(report.datasets.at(1).unreachable == std::set<std::string>{fixture.server.host()});
  CHECK(fixture.server.requests("/two").empty());
}

TEST_CASE("fetch: without a public source the description tells what to do") {
  FetchFixture fixture;
  fixture.write_catalog({fixture.entry("small", {{"test", "small.t"}})});
  CHECK(fixture.fetch_one().problems ==
        Names{"there is no public source of small and small.t; Ask the author."});
  fixture.own.write("small", rows);
  fixture.own.write("small.t.xz", compressed(rows, ".xz"));
  CHECK(fixture.fetch_one().is_complete());
}
