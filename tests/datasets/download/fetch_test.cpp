// Fetches datasets of a catalogue from a server on 127.0.0.1. Nothing depends on the words of curl.

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
using Bytes = std::vector<std::size_t>;

namespace {

const std::string rows = "+1 1:0.5 3:1\n-1 2:1\n";

/// LIBSVM text of about 100 kB.
std::string many_rows() {
  std::string text;
  for (int row = 0; text.size() < 100'000; ++row)
    text += fmt::format("{:+d} 1:{} 7:{}\n", row % 2 * 2 - 1, row, row % 89);
  return text;
}

/// Keys of a dataset made of topics, train vectors and two files of test vectors on the server.
Json small_rcv1(FetchFixture& fixture) {
  Json urls = Json::array();
  for (const auto& [name, text] :
       std::map<std::string, std::string>{{"topics.gz", "CCAT 1 1\nE11 2 1\nCCAT 3 1\nE11 3 1\nM11 4 1\n"},
                                          {"train.gz", "1  1:0.5\n2  2:0.25 3:0.125\n"},
                                          {"test0.gz", "3  1:1\n"},
                                          {"test1.gz", "4  3:1\n"}}) {
    const std::string archive = compressed(text, ".gz");
    fixture.server.serve("/" + name, {.body = archive});
    urls.push_back(fixture.at_server(name, sha256_of(archive)));
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

TEST_CASE("fetch: files come once, and compressed files are stored unpacked") {
  FetchFixture fixture;
  const std::string ending = GENERATE("", ".bz2", ".gz", ".xz");
  const std::string sent = ending.empty() ? rows : compressed(rows, ending);
  fixture.server.serve("/small" + ending, {.body = sent});
  fixture.server.serve("/small.t", {.body = "+1 1:1\n"});
  fixture.write_catalog({fixture.entry(
      "small",
      {{"test", "small.t"},
       {"urls", {fixture.at_server("small" + ending, sha256_of(sent)), fixture.at_server("small.t")}}})});
  for (int time = 0; time < 2; ++time) CHECK(fixture.fetch().empty());
  CHECK(fixture.names() == Names{"small", "small.t"});
  CHECK(file_text(fixture.folder.path() / "small") == rows);
  CHECK(load_dataset("small").source == "file");
  CHECK(fixture.server.requests("/small" + ending).size() == 1);
}

TEST_CASE("fetch: a download that breaks is continued until it is whole") {
  FetchFixture fixture;
  const std::string text = many_rows();
  CHECK(fixture.fetch_small({.body = text, .cut_after = 40'000}).empty());
  CHECK(fixture.server.requests("/small") == Bytes{0, 40'000, 80'000});
  CHECK((file_text(fixture.folder.path() / "small") == text));
  CHECK(fixture.names() == Names{"small"});
}

TEST_CASE("fetch: the next call continues what an earlier process began") {
  FetchFixture fixture;
  const std::string text = many_rows();
  const std::size_t bytes = GENERATE(40'000U, 0U);  // 0: all
  fixture.folder.write(".small.download", bytes == 0 ? text : text.substr(0, bytes));
  CHECK(fixture.fetch_small({.body = text}).empty());
  CHECK(fixture.server.requests("/small") == (bytes == 0 ? Bytes{} : Bytes{bytes}));
  CHECK((file_text(fixture.folder.path() / "small") == text));
  CHECK(fixture.names() == Names{"small"});
}

TEST_CASE("fetch: a failed download is kept for the next call") {
  FetchFixture fixture;
  fixture.folder.write(".small.download", rows.substr(0, 4));
  CHECK_THAT(fixture.fetch_small({.body = rows, .status = 403}),
             StartsWith("small could not be downloaded; try again later, which continues, or save this "
                        "file in " +
                        fixture.folder.path().string()));
  CHECK(fixture.names() == Names{".small.download"});
}

TEST_CASE("fetch: if a server sends no parts, everything is fetched again") {
  FetchFixture fixture;
  fixture.folder.write(".small.download", "+1 ");
  CHECK(fixture.fetch_small({.body = rows, .ranges = false}).empty());
  CHECK(file_text(fixture.folder.path() / "small") == rows);
}

TEST_CASE("fetch: a part is not continued without a checksum to judge the whole") {
  FetchFixture fixture;
  fixture.folder.write(".small.download", "another version");
  fixture.server.serve("/small", {.body = rows});
  fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small")}}})});
  CHECK(fixture.fetch().empty());
  CHECK(file_text(fixture.folder.path() / "small") == rows);
}

TEST_CASE("fetch: of wrong bytes nothing is kept") {
  FetchFixture fixture;
  std::string message;
  SECTION("wrong checksum") {
    const std::string key = GENERATE("sha256", "md5");
    const std::string expected(key == "md5" ? 32 : 64, '0');
    fixture.server.serve("/small", {.body = rows});
    Json source = fixture.at_server("small");
    source[key] = expected;
    fixture.write_catalog({fixture.entry("small", {{"urls", {source}}})});
    message = fmt::format("{}: expected {} {}, got ", fixture.server.url("/small"),
                          key == "md5" ? "MD5" : "SHA256", expected);
  }
  SECTION("damaged archive") {
    fixture.server.serve("/small.bz2", {.body = compressed(rows, ".bz2").substr(0, 30)});
    fixture.write_catalog({fixture.entry("small", {{"urls", {fixture.at_server("small.bz2")}}})});
    message = (fixture.folder.path() / ".small.bz2.download").string() + ": damaged, cut off";
  }
  CHECK_THAT(fixture.fetch(), StartsWith(message));
  CHECK(fixture.names().empty());
}

TEST_CASE("fetch: nothing of the user's is replaced") {
  FetchFixture fixture;
  std::string complaint;
  SECTION("a wrong file in any folder") {
    const auto path = (GENERATE(true, false) ? fixture.own : fixture.folder).write("small", "wrong");
    complaint =
        fmt::format("{}: expected SHA256 {}, got {}; it is left as it is, remove it to have it fetched again",
                    path.string(), sha256_of(rows), sha256_of("wrong"));
    CHECK(fixture.fetch_small({.body = rows}) == complaint);
    CHECK(file_text(path) == "wrong");
  }
  SECTION("a folder or a link of the file's name") {
    const auto path = fixture.folder.path() / "small";
    if (GENERATE(true, false))
      std::filesystem::create_directory(path);
    else
      std::filesystem::create_symlink("nothing", path);
    CHECK(fixture.fetch_small({.body = rows}) == path.string() + ": exists and is not a file; remove it");
    CHECK_FALSE(std::filesystem::is_regular_file(path));
  }
  CHECK(fixture.server.requests("/small").empty());
}

TEST_CASE("fetch: if a source fails, the next is taken") {
  FetchFixture fixture;
  const std::string archive = compressed(rows, ".bz2");
  fixture.server.serve("/small.bz2", {.body = archive});
  Json dead = fixture.at_server("small");
  dead["url"] = "http://127.0.0.1:1/small";  // nothing listens there
  fixture.write_catalog({fixture.entry("small", {{"urls",
                                                  {dead, fixture.at_server("small.gz"),
                                                   fixture.at_server("small.bz2", sha256_of(archive))}}})});
  CHECK(fixture.fetch().empty());
  CHECK(fixture.names() == Names{"small"});
  CHECK_THAT(fixture.shown, ContainsSubstring("http://127.0.0.1:1/small: curl ended with exit status 7\n") &&
                                ContainsSubstring("/small.gz: curl ended with exit status 22\n"));
}

TEST_CASE("fetch: files are made of downloads, also of the user's own") {
  FetchFixture fixture;
  fixture.write_catalog({fixture.entry("small", small_rcv1(fixture))});
  fixture.own.write("test1.gz", compressed("4  3:1\n", ".gz"));
  CHECK(fixture.fetch().empty());
  CHECK(fixture.names() == Names{"small", "small.t", "test0.gz", "topics.gz", "train.gz"});
  CHECK(file_text(fixture.folder.path() / "small") == "+1 1:0.5\n-1 2:0.25 3:0.125\n");
  CHECK(file_text(fixture.folder.path() / "small.t") == "+1 1:1\n-1 3:1\n");
  CHECK(load_dataset("small").test.labels == std::vector<double>{1, -1});
}

TEST_CASE("fetch: members of an archive become files, or the archive's members are listed") {
  FetchFixture fixture;
  fixture.server.serve("/news.tar.bz2",
                       {.body = compressed(tar_text({{"news/money.trn", "+1 1:0.5 1:0.5\n-1 2:1\n"},
                                                     {"news/money.tst", "-1 2:1\n"}}),
                                           ".bz2")});
  Json keys{{"test", "small.t"},
            {"urls", {fixture.at_server("news.tar.bz2")}},
            {"made_by",
             {{"conversion", "archive"},
              {"train", {"news.tar.bz2"}},
              {"train_member", "money.trn"},
              {"test", {"news.tar.bz2"}},
              {"test_member", "money.test"}}}};
  fixture.write_catalog({fixture.entry("small", keys)});
  CHECK(fixture.fetch() == (fixture.folder.path() / "news.tar.bz2").string() +
                               ": has no member money.test; its members are news/money.trn, news/money.tst");
  CHECK(fixture.names() == Names{"news.tar.bz2"});

  keys["made_by"]["test_member"] = "money.tst";
  fixture.write_catalog({fixture.entry("small", keys)});
  CHECK(fixture.fetch().empty());
  CHECK(file_text(fixture.folder.path() / "small") == "+1 1:0.5\n-1 2:1\n");
  CHECK(file_text(fixture.folder.path() / "small.t") == "-1 2:1\n");
  CHECK_THAT(fixture.shown, ContainsSubstring("small: entries that a row repeats, left out: 1\n"));
  CHECK(fixture.server.requests("/news.tar.bz2").size() == 1);
}

TEST_CASE("fetch: half of a dataset is never made") {
  FetchFixture fixture;
  Json keys = small_rcv1(fixture);
  std::string problem;
  SECTION("a download that fails") {
    fixture.server.serve("/test1.gz", {.status = 404});
    problem = "small and small.t could not be downloaded";
  }
  SECTION("a download that is malformed") {
    fixture.server.serve("/test1.gz", {.body = compressed("4  3:1\n5 1\n", ".gz")});
    for (Json& url : keys["urls"]) url.erase("sha256");
    problem = "test1.gz:2: document 5 has no topic in ";
  }
  SECTION("a download of the user's that is another file") {
    fixture.own.write("test1.gz", "another");
    problem = "test1.gz: expected SHA256 ";
  }
  fixture.write_catalog({fixture.entry("small", keys)});
  CHECK_THAT(fixture.fetch(), ContainsSubstring(problem));
  for (const std::string& name : fixture.names()) CHECK(name.find("small") == std::string::npos);
}

TEST_CASE("fetch: a full disk ends it with one message, and the next call continues") {
  FetchFixture fixture;
  const std::string text = many_rows();
  {
    const FileSizeLimit limit(30'000);
    CHECK_THAT(fixture.fetch_small({.body = text}), StartsWith("small could not be downloaded"));
  }
  CHECK(fixture.names() == Names{".small.download"});
  CHECK(fixture.fetch().empty());
  CHECK((file_text(fixture.folder.path() / "small") == text));
}
