// Downloads that go on where an earlier attempt ended, and those that must not.

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/datasets/download_fixture.hpp"
#include "tests/datasets/file_size_limit.hpp"

using namespace descent;
using namespace descent::test;
using Names = std::vector<std::string>;

namespace {

const std::string body = some_bytes(100'000);
const std::string other_body = some_bytes(100'000, 2);
const std::string date = "Tue, 15 Nov 1994 12:45:26 GMT";

/// Cuts the first answer off after 40,000 bytes; the later ones are whole.
HttpServer::Answer cut_once(HttpReply reply) {
  return [reply](const HttpRequest& request) {
    HttpReply answer = reply;
    if (request.number == 1) answer.cut_after = 40'000;
    return answer;
  };
}

/// Leaves 40,000 bytes of the file behind, as a process that is killed.
void leave_partial(DownloadFixture& fixture, const std::string& url) {
  const int attempts = std::exchange(fixture.options.attempts, 1);
  REQUIRE_THROWS_AS(fixture.get(url, body), RunError);
  fixture.options.attempts = attempts;
  REQUIRE(file_text(fixture.partial()) == body.substr(0, 40'000));
}

}  // namespace

TEST_CASE("download: what was cut off is continued") {
  DownloadFixture fixture;
  HttpServer server;
  struct Case {
    std::string etag, last_modified, validator;
  };
  const Case each = GENERATE(Case{"\"1\"", "", "\"1\""}, Case{"", date, date}, Case{"\"1\"", date, "\"1\""},
                             Case{"W/\"1\"", date, date});
  server.serve("/file", cut_once({.body = body, .etag = each.etag, .last_modified = each.last_modified}));
  const bool in_another_process = GENERATE(false, true);
  if (in_another_process) leave_partial(fixture, server.url("/file"));
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(fixture.names() == Names{"file"});
  const auto requests = server.requests("/file");
  REQUIRE(requests.size() == 2);
  CHECK(requests[1].range == "bytes=40000-");
  CHECK(requests[1].if_range == each.validator);
  CHECK(std::is_sorted(fixture.received.begin(), fixture.received.end()));
}

TEST_CASE("download: attempts that bring something new do not count as failures") {
  DownloadFixture fixture;
  fixture.options.attempts = 2;
  HttpServer server;
  server.serve("/file", HttpReply{.body = body, .etag = "\"1\"", .cut_after = 9'000});
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(server.request_count() == 12);
}

TEST_CASE("download: without a word that tells files apart everything is fetched again") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", cut_once({.body = body, .etag = GENERATE("", "W/\"1\"")}));
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(server.requests("/file").at(1).range.empty());
}

TEST_CASE("download: a server that refuses ranges sends everything again") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", cut_once({.body = body, .etag = "\"1\"", .ranges = false}));
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  const auto requests = server.requests("/file");
  REQUIRE(requests.size() == 2);
  CHECK_FALSE(requests[1].range.empty());
}

TEST_CASE("download: a server that has another file now sends that, and it is not mixed with the old one") {
  DownloadFixture fixture;
  HttpServer server;
  const bool keep_if_range = GENERATE(true, false);
  server.serve("/file", [&](const HttpRequest& request) {
    if (request.number == 1) return HttpReply{.body = other_body, .etag = "\"old\"", .cut_after = 40'000};
    return HttpReply{.body = body, .etag = "\"new\"", .keep_if_range = keep_if_range};
  });
  // No checksum, which would hide that the wrong bytes came together.
  CHECK(download({"file", server.url("/file"), "", ""}, fixture.folder.path(), fixture.options, {}));
  CHECK(fixture.text() == body);
  CHECK(server.request_count() == (keep_if_range ? 2 : 3));
}

TEST_CASE("download: another length means another file, whatever the ETag says") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", [&](const HttpRequest& request) {
    if (request.number == 1) return HttpReply{.body = other_body, .etag = "\"1\"", .cut_after = 40'000};
    return HttpReply{.body = body + "more", .etag = "\"1\""};
  });
  CHECK(download({"file", server.url("/file"), "", ""}, fixture.folder.path(), fixture.options, {}));
  CHECK(fixture.text() == body + "more");
}

TEST_CASE("download: a range that was not asked for is not taken") {
  DownloadFixture fixture;
  HttpServer server;
  const std::string wrong = GENERATE("bytes 39999-99999/100000", "bytes 0-99999/100000", "bytes */100000",
                                     "bytes 40000", "pages 40000-99999/100000", "bytes -5-99999/100000");
  server.serve("/file", [&](const HttpRequest& request) {
    HttpReply reply{.body = body, .etag = "\"1\""};
    if (request.number == 1) reply.cut_after = 40'000;
    if (request.number == 2) reply.content_range = wrong;
    return reply;
  });
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
}

TEST_CASE("download: when the server says that there is no such range, everything is fetched again") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", [&](const HttpRequest& request) {
    if (!request.range.empty()) return HttpReply{.status = 416};
    HttpReply reply{.body = body, .etag = "\"1\""};
    if (request.number == 1) reply.cut_after = 40'000;
    return reply;
  });
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(server.request_count() == 3);
}

TEST_CASE("download: bytes of an earlier process are used only when it is known whose they are") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", cut_once({.body = body, .etag = "\"1\""}));
  server.serve("/mirror", HttpReply{.body = body, .etag = "\"1\""});
  leave_partial(fixture, server.url("/file"));
  const auto note = fixture.folder.path() / ".file.download.json";
  REQUIRE(std::filesystem::exists(note));
  std::string path = "/file";
  SECTION("from another address") {
    path = "/mirror";
  }
  SECTION("without a note") {
    std::filesystem::remove(note);
  }
  SECTION("with a damaged note") {
    fixture.folder.write(note.filename(), "{\"url\": ");
  }
  SECTION("with a note that misses something") {
    fixture.folder.write(note.filename(), "{}");
  }
  SECTION("with a note of something else") {
    fixture.folder.write(note.filename(), "[1]");
  }
  SECTION("with more bytes than the file has") {
    fixture.folder.write(".file.download", body + "more");
  }
  CHECK(fixture.get(server.url(path), body));
  CHECK(fixture.text() == body);
  CHECK(fixture.names() == Names{"file"});
  CHECK(server.requests(path).back().range.empty());
}

TEST_CASE("download: a process that was killed when all bytes were there asks for none again") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", cut_once({.body = body, .etag = "\"1\""}));
  leave_partial(fixture, server.url("/file"));
  fixture.folder.write(".file.download", body);
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(server.request_count() == 1);
}

TEST_CASE("download: wrong bytes of an earlier process are found out and fetched anew") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", cut_once({.body = body, .etag = "\"1\""}));
  leave_partial(fixture, server.url("/file"));
  const bool all_of_them = GENERATE(true, false);
  fixture.folder.write(".file.download", std::string(all_of_them ? body.size() : 40'000, 'x'));
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(server.request_count() == (all_of_them ? 2 : 3));
  CHECK_THAT(fixture.notes.back(), ContainsSubstring("expected SHA256 " + sha256_of_text(body) + ", got "));
  CHECK_THAT(fixture.notes.back(), ContainsSubstring("; fetching it once anew"));
}

TEST_CASE("download: a full disk keeps what is there, and the next download goes on") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", HttpReply{.body = body, .etag = "\"1\""});
  std::string message;
  {
    const FileSizeLimit limit(30'000);
    message = fixture.error({"file", server.url("/file"), sha256_of_text(body), ""});
  }
  CHECK_THAT(message, ContainsSubstring(fixture.partial().string() + ": cannot be written: "));
  CHECK_THAT(message, ContainsSubstring("; the 30000 bytes so far are kept"));
  CHECK(server.request_count() == 1);  // another attempt would not help
  CHECK(file_text(fixture.partial()) == body.substr(0, 30'000));
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(server.requests("/file").at(1).range == "bytes=30000-");
}
