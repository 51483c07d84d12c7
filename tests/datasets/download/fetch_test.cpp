// Fetches a catalogue's datasets into the folder of downloads, or makes them from downloads.

#include "datasets/download/fetch.hpp"

#include <fmt/format.h>

#include "datasets/load_dataset.hpp"
#include "support/json/read_json.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/download/fetch_fixture.hpp"
#include "tests/datasets/download/tar_text.hpp"
#include "tests/datasets/readers/compressed_text.hpp"
#include "tests/support/file_size_limit.hpp"

using namespace descent;
using namespace descent::test;
using Names = std::vector<std::string>;

namespace {

const std::string served_rows = "+1 1:0.5 3:1\n-1 2:1\n";

/// Problems of the only dataset.
Names problems(FetchFixture& fixture) {
  return fixture.fetch().at(0).problems;
}

/// Topics, train vectors and two files of test vectors on the server.
Json small_rcv1(FetchFixture& fixture) {
  Json urls = Json::array();
  for (const auto& [name, text] :
       std::map<std::string, std::string>{{"topics.gz", "CCAT 1 1\nE11 2 1\nCCAT 3 1\nE11 3 1\nM11 4 1\n"},
                                          {"train.gz", "1  1:0.5\n2  2:0.25 3:0.125\n"},
                                          {"test0.gz", "3  1:1\n"},
                                          {"test1.gz", "4  3:1\n"}}) {
    const std::string archive = compressed(text, ".gz");
    fixture.server.serve("/" + name, HttpReply{.body = archive});
    urls.push_back(fixture.at_server(name, sha256_of_text(archive)));
  }
  return Json{{"test", "small.t"},
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
  fixture.server.serve("/small", HttpReply{.body = served_rows});
  fixture.server.serve("/small.t", HttpReply{.body = "+1 1:1\n"});
  fixture.write_catalog({fixture.entry(
      "small",
      {{"test", "small.t"},
       {"urls", {fixture.at_server("small", sha256_of_text(served_rows)), fixture.at_server("small.t")}}})});
  for (int time = 0; time < 2; ++time) {
    const FetchedDataset dataset = fixture.fetch().at(0);
    CHECK(dataset.problems.empty());
    REQUIRE(dataset.files.size() == 2);
    CHECK(dataset.files[0].path == fixture.folder.path() / "small");
    CHECK(dataset.files[0].bytes == served_rows.size());
    CHECK(dataset.files[0].evidence == "sha256 as in the catalogue");
    CHECK(dataset.files[1].evidence == "sha256 as noted when it was fetched");
  }
  CHECK(fixture.names(false) == Names{"small", "small.t"});
  CHECK(load_dataset("small").source == "file");
  CHECK(fixture.server.requests().size() == 2);
}

TEST_CASE("fetch: a wrong file that is there is told of, and nobody touches it") {
  FetchFixture fixture;
  fixture.write_catalog(
      {fixture.entry("small", {{"urls", {fixture.at_server("small", sha256_of_text(served_rows))}}})});
  const bool in_own_folder = GENERATE(true, false);
  const auto path = (in_own_folder ? fixture.own : fixture.folder).write("small", "wrong");
  const FetchedDataset dataset = fixture.fetch().at(0);
  CHECK(dataset.files.empty());
  CHECK(dataset.problems ==
        Names{fmt::format(
            "{}: expected SHA256 {}, got {}; it is left as it is, remove it to have it fetched again",
            path.string(), sha256_of_text(served_rows), sha256_of_text("wrong"))});
  CHECK(file_text(path) == "wrong");
  CHECK(fixture.server.requests().empty());
}

TEST_CASE("fetch: a file without a published checksum is compared with what was noted") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = served_rows});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}})});
  REQUIRE(problems(fixture).empty());
  fixture.folder.write("small", served_rows + "damage");
  CHECK_THAT(problems(fixture).at(0), ContainsSubstring("expected SHA256 " + sha256_of_text(served_rows) +
                                                        ", as when it was fetched, got "));
  std::filesystem::remove(fixture.folder.path() / "small");
  CHECK(problems(fixture).empty());
  CHECK(file_text(fixture.folder.path() / "small") == served_rows);

  fixture.folder.write(".small.origin.json", "{");
  CHECK_THAT(problems(fixture).at(0),
             ContainsSubstring(".small.origin.json: cannot be read, expected the sha256"));
  std::filesystem::remove(fixture.folder.path() / ".small.origin.json");
  std::filesystem::create_symlink(".small.origin.json", fixture.folder.path() / ".small.origin.json");
  CHECK_THAT(problems(fixture).at(0),
             ContainsSubstring(".small.origin.json: cannot be opened for reading: Too many levels of"));
  fixture.own.write("small", "the user's own");
  const FetchedDataset own = fixture.fetch().at(0);
  CHECK(own.problems.empty());
  CHECK(own.files.at(0).path == fixture.own.path() / "small");
  CHECK(own.files.at(0).evidence == "not checked: no checksum is known");
}

TEST_CASE("fetch: no file is there without its note, and what a killed process left half written goes") {
  FetchFixture fixture;
  fixture.server.serve("/small", HttpReply{.body = "+1 1:1\n-1 1:2\n"});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}})});
  fixture.folder.write("..small.origin.json.partial-a1b2c3d4", "{");
  fixture.folder.write(".small.t.partial-a1b2c3d4", "+1 ");
  // The file gets no name if its note cannot be written.
  std::filesystem::create_directory(fixture.folder.path() / ".small.origin.json");
  CHECK_THAT(problems(fixture).at(0), ContainsSubstring(".small.origin.json: exists and is not a regular"));
  CHECK(fixture.names(false).empty());
  std::filesystem::remove(fixture.folder.path() / ".small.origin.json");
  CHECK(problems(fixture).empty());
  CHECK(fixture.names() == Names{".small.origin.json", "small"});
}

TEST_CASE("fetch: two datasets that call different files by one name are not both there") {
  FetchFixture fixture;
  const bool has_checksum = GENERATE(true, false);
  std::vector<Json> entries;
  for (const std::string name : {"one", "two"}) {
    fixture.server.serve("/" + name, HttpReply{.body = name});
    Json source = fixture.at_server(name, has_checksum ? sha256_of_text(name) : "");
    source["file"] = "same";
    source["url"] = "http://me:secret@" + source["url"].get<std::string>().substr(7);
    entries.push_back(fixture.entry(name, {{"train", "same"}, {"urls", {source}}}));
  }
  fixture.write_catalog(entries);
  const auto datasets = fixture.fetch();
  CHECK(datasets.at(0).problems.empty());
  const auto expected = has_checksum ? fmt::format("expected SHA256 {}, got ", sha256_of_text("two"))
                                     : fmt::format("was fetched from {}, expected {};",
                                                   fixture.server.url("/one"), fixture.server.url("/two"));
  CHECK_THAT(datasets.at(1).problems.at(0),
             StartsWith((fixture.folder.path() / "same").string() + ": " + expected));
  CHECK(datasets.at(1).files.empty());
  CHECK(file_text(fixture.folder.path() / ".same.origin.json").find("secret") == std::string::npos);
}

TEST_CASE("fetch: of alternatives the first that works is taken") {
  FetchFixture fixture;
  const std::string archive = compressed(served_rows, ".bz2");
  fixture.server.serve("/small.bz2", HttpReply{.body = archive});
  Json dead = fixture.at_server("small");
  dead["url"] = fmt::format("http://127.0.0.1:{}/small", closed_port());
  fixture.write_catalog({fixture.entry(
      "small",
      {{"urls",
        {dead, fixture.at_server("small.gz"), fixture.at_server("small.bz2", sha256_of_text(archive))}}})});
  CHECK(problems(fixture).empty());
  CHECK(fixture.names(false) == Names{"small.bz2"});
  CHECK(load_dataset("small").train.rows.outer_size() == 2);
  CHECK_THAT(fixture.notes.back(),
             ContainsSubstring("answers with HTTP status 404; another source was taken"));
}

TEST_CASE("fetch: one that fails does not keep the others back, and is tried once") {
  FetchFixture fixture;
  fixture.server.serve("/good", HttpReply{.body = served_rows});
  Json there = fixture.at_server("far");
  std::string second = "missing";
  std::string problem = " answers with HTTP status 404";
  SECTION("an address") {
    there = fixture.at_server("missing");
  }
  SECTION("a host that redirects to one that does not answer") {
    second = "far, too";
    problem = " cannot be reached (";
    fixture.server.serve(
        "/far", HttpReply{.status = 302,
                          .more_headers = fmt::format("Location: http://127.0.0.1:{}/\r\n", closed_port())});
  }
  const std::string first = there["file"];
  Json there_too = fixture.at_server(second);
  fixture.write_catalog({fixture.entry("good", {{"urls", {fixture.at_server("good")}}}),
                         fixture.entry("one", {{"train", first}, {"urls", {there}}}),
                         fixture.entry("two", {{"train", second}, {"urls", {there_too}}})});
  const auto datasets = fixture.fetch();
  CHECK(datasets.at(0).problems.empty());
  REQUIRE(datasets.at(1).problems.size() == 1);
  CHECK_THAT(datasets.at(1).problems[0], ContainsSubstring(problem));
  CHECK(datasets.at(1).problems == datasets.at(2).problems);
  CHECK(fixture.server.requests("/missing").size() == (first == "missing" ? 1 : 0));
  CHECK(fixture.server.requests("/far, too").empty());
}

TEST_CASE("fetch: a folder that cannot be made is named") {
  FetchFixture fixture;
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}})});
  const auto folder = fixture.own.write("file", "no folder") / "cache";
  const EnvironmentVariable cache("DESCENT_CACHE", folder.string());
  CHECK(problems(fixture) == Names{folder.string() + ": cannot be made: Not a directory"});
}

TEST_CASE("fetch: files are made of downloads, also of those that the user has already") {
  FetchFixture fixture;
  fixture.write_catalog({fixture.entry("small", small_rcv1(fixture))});
  fixture.own.write("test1.gz", compressed("4  3:1\n", ".gz"));
  CHECK(problems(fixture).empty());
  CHECK(fixture.names(false) == Names{"small", "small.t", "test0.gz", "topics.gz", "train.gz"});
  CHECK(file_text(fixture.folder.path() / "small") == "+1 1:0.5\n-1 2:0.25 3:0.125\n");
  CHECK(file_text(fixture.folder.path() / "small.t") == "+1 1:1\n-1 3:1\n");
  CHECK(load_dataset("small").test.labels == std::vector<double>{1, -1});

  // The downloads are not needed any more; the made files are still checked.
  for (const std::string name : {"test0.gz", "topics.gz", "train.gz"})
    std::filesystem::remove(fixture.folder.path() / name);
  CHECK(fixture.fetch().at(0).files.at(1).evidence == "sha256 as noted when it was fetched");
  CHECK(fixture.server.requests().size() == 3);
}

TEST_CASE("fetch: members of an archive become the files of a dataset, or the archive's members are listed") {
  FetchFixture fixture;
  const std::string archive = compressed(
      tar_text({{"news/money.trn", "+1 1:0.5 1:0.5\n-1 2:1\n"}, {"news/money.tst", "-1 2:1\n"}}), ".bz2");
  fixture.server.serve("/news.tar.bz2", HttpReply{.body = archive});
  Json keys{{"test", "small.t"},
            {"urls", {fixture.at_server("news.tar.bz2")}},
            {"made_by",
             {{"conversion", "archive"},
              {"train", {"news.tar.bz2"}},
              {"train_member", "money.trn"},
              {"test", {"news.tar.bz2"}},
              {"test_member", "money.test"}}}};
  fixture.write_catalog({fixture.entry("small", keys)});
  CHECK(problems(fixture) ==
        Names{(fixture.folder.path() / "news.tar.bz2").string() +
              ": has no member money.test; its members are news/money.trn, news/money.tst"});
  CHECK(fixture.names(false) == Names{"news.tar.bz2"});

  keys["made_by"]["test_member"] = "money.tst";
  fixture.write_catalog({fixture.entry("small", keys)});
  CHECK(problems(fixture).empty());
  CHECK(file_text(fixture.folder.path() / "small") == "+1 1:0.5\n-1 2:1\n");
  CHECK(file_text(fixture.folder.path() / "small.t") == "-1 2:1\n");
  CHECK(std::ranges::count(fixture.notes, "small: entries that a row repeats, left out: 1") == 2);
  CHECK(load_dataset("small").test.labels == std::vector<double>{-1});
  CHECK(fixture.server.requests().size() == 1);
}

TEST_CASE("fetch: half of a dataset is never made") {
  FetchFixture fixture;
  Json keys = small_rcv1(fixture);
  std::string problem;
  SECTION("a download that fails") {
    fixture.server.serve("/test1.gz", HttpReply{.status = 404});
    problem = "answers with HTTP status 404";
  }
  SECTION("a download that is malformed") {
    fixture.server.serve("/test1.gz", HttpReply{.body = compressed("4  3:1\n5 1\n", ".gz")});
    for (Json& url : keys["urls"]) url.erase("sha256");
    problem = "test1.gz:2: document 5 has no topic in ";
  }
  SECTION("a download of the user's that is another file") {
    fixture.own.write("test1.gz", "another");
    problem = "test1.gz: expected SHA256 ";
  }
  fixture.write_catalog({fixture.entry("small", keys)});
  const FetchedDataset dataset = fixture.fetch().at(0);
  REQUIRE(dataset.problems.size() == 1);
  CHECK_THAT(dataset.problems[0], ContainsSubstring(problem));
  CHECK(dataset.files.empty());
  for (const std::string& name : fixture.names()) CHECK(name.find("small") == std::string::npos);
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
    CHECK_THAT(problems(fixture).at(0), ContainsSubstring("/small: cannot be written: "));
    CHECK(fixture.names() == Names{".cover.gz.origin.json", "cover.gz"});
  }
  CHECK(problems(fixture).empty());
  CHECK(load_dataset("small").train.rows.outer_size() == 2000);
  CHECK(fixture.server.requests().size() == 1);
}
