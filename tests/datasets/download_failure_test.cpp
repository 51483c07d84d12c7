// Downloads that cannot succeed, and what they say and leave behind.

#include <fmt/format.h>

#include "datasets/reachable_hosts.hpp"
#include "tests/catch.hpp"
#include "tests/datasets/download_fixture.hpp"

using namespace descent;
using namespace descent::test;
using Names = std::vector<std::string>;

namespace {

const std::string body = some_bytes(50'000);

}  // namespace

TEST_CASE("download: wrong bytes are fetched twice, told of, and not kept") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", HttpReply{.body = "something else", .etag = "\"1\""});
  const std::string url = server.url("/file");
  const std::string got = sha256_of_text("something else");
  const std::string expected = sha256_of_text(body);
  CHECK(fixture.error({"file", url, expected, ""}) ==
        fmt::format("{}: expected SHA256 {}, got {} (14 bytes), twice; nothing of it is kept", url, expected,
                    got));
  CHECK(fixture.names().empty());
  CHECK(server.request_count() == 2);
  const std::string md5 = "0123456789abcdef0123456789abcdef";
  CHECK_THAT(fixture.error({"file", url, "", md5}), ContainsSubstring(": expected MD5 " + md5 + ", got "));
  CHECK_THAT(fixture.error({"file", url, got, md5}), ContainsSubstring(": expected MD5 " + md5 + ", got "));
  CHECK(fixture.names().empty());
}

TEST_CASE("download: an answer that will stay the same is not asked for again") {
  DownloadFixture fixture;
  HttpServer server;
  const int status = GENERATE(400, 401, 403, 404, 410, 416, 304, 204, 206);
  server.serve("/file", HttpReply{.status = status, .body = status == 204 || status == 304 ? "" : "a page"});
  const std::string url = server.url("/file");
  const std::string message = fixture.error({"file", url, "", ""});
  if (status == 206) {  // a part that nobody asked for
    CHECK(message ==
          fmt::format("{}: {} sends another part of the file than it was asked for", url, server.host()));
    CHECK(server.request_count() == 5);
  } else {
    CHECK(message == fmt::format("{}: {} answers with HTTP status {}", url, server.host(), status));
    CHECK(server.request_count() == 1);
  }
  CHECK(fixture.names().empty());
}

TEST_CASE("download: a server that stays in trouble is given up after so many attempts") {
  DownloadFixture fixture;
  fixture.options.attempts = GENERATE(1, 3);
  HttpServer server;
  HttpReply trouble;
  std::string reason;
  bool kept = false;
  SECTION("HTTP status") {
    trouble.status = 500;
    reason = server.host() + " answers with HTTP status 500";
  }
  SECTION("closed without a word") {
    trouble.close_at_once = true;
    reason = "Empty reply from server";
  }
  SECTION("cut off, without ranges") {
    trouble = {.body = body, .etag = "\"1\"", .ranges = false, .cut_after = 20'000};
    reason = "; the 20000 bytes so far are kept";
    kept = true;
  }
  SECTION("cut off at the first byte") {
    trouble = {.body = body, .etag = "\"1\"", .cut_after = 0};
    reason = "transfer closed with 50000 bytes remaining to read";
  }
  server.serve("/file", trouble);
  const std::string message = fixture.error({"file", server.url("/file"), sha256_of_text(body), ""});
  CHECK_THAT(message, StartsWith(server.url("/file") + ": "));
  CHECK_THAT(message, ContainsSubstring(reason));
  // The first of the attempts that are cut off brings something new.
  CHECK(server.request_count() == static_cast<std::size_t>(fixture.options.attempts));
  CHECK(std::filesystem::exists(fixture.partial()) == kept);
  CHECK_FALSE(std::filesystem::exists(fixture.folder.path() / "file"));
}

TEST_CASE("download: redirections go a few steps, and only to http and https") {
  DownloadFixture fixture;
  HttpServer server;
  const std::string secret = fixture.folder.write("secret", "not for downloads").string();
  const std::string target = GENERATE_COPY("file://" + secret, std::string("ftp://127.0.0.1/file"),
                                           std::string("gopher://127.0.0.1/"), std::string("/file"));
  server.serve("/file", HttpReply{.status = 302, .location = target});
  const std::string message = fixture.error({"file", server.url("/file"), "", ""});
  CHECK_THAT(message, StartsWith(server.url("/file") + ": "));
  CHECK_THAT(message, ContainsSubstring(target == "/file" ? "Maximum (5) redirects followed" : "rotocol"));
  CHECK(fixture.names() == Names{"secret"});
  CHECK(server.request_count() == (target == "/file" ? 6 : 1));
}

TEST_CASE("download: other protocols than http and https are refused") {
  DownloadFixture fixture;
  const std::string secret = fixture.folder.write("secret", "not for downloads").string();
  CHECK_THAT(fixture.error({"file", "file://" + secret, "", ""}), ContainsSubstring("rotocol"));
  CHECK(fixture.names() == Names{"secret"});
}

TEST_CASE("download: a host that does not answer has an error of its own") {
  DownloadFixture fixture;
  fixture.options.attempts = 2;
  const int port = closed_port();
  const PublicFile source{"file", fmt::format("http://127.0.0.1:{}/file", port), "", ""};
  REQUIRE_THROWS_AS(download(source, fixture.folder.path(), fixture.options, fixture.events()),
                    UnreachableHost);
  CHECK_THAT(fixture.error(source), StartsWith(fmt::format("127.0.0.1:{} cannot be reached (", port)));
  CHECK(fixture.names().empty());

  const SilentPort silent;
  fixture.options.limits.connect = std::chrono::milliseconds(50);
  const PublicFile never{"file", fmt::format("http://127.0.0.1:{}/file", silent.number()), "", ""};
  REQUIRE_THROWS_AS(download(never, fixture.folder.path(), fixture.options, fixture.events()),
                    UnreachableHost);
}

TEST_CASE("download: a host is unreachable after a redirection as well") {
  DownloadFixture fixture;
  HttpServer server;
  const int port = closed_port();
  server.serve("/file", HttpReply{.status = 302, .location = fmt::format("http://127.0.0.1:{}/there", port)});
  try {
    fixture.get(server.url("/file"), body);
    FAIL("the download succeeded");
  } catch (const UnreachableHost& error) {
    CHECK(error.host() == fmt::format("127.0.0.1:{}", port));
  }
}

TEST_CASE("download: a folder that cannot be written is named") {
  DownloadFixture fixture;
  HttpServer server;
  const PublicFile source{"file", server.url("/file"), "", ""};
  try {
    download(source, fixture.folder.path() / "missing", fixture.options, fixture.events());
    FAIL("the download succeeded");
  } catch (const RunError& error) {
    CHECK(error.what() == (fixture.folder.path() / "missing/.file.download").string() +
                              ": cannot be written: No such file or directory");
  }
  CHECK(server.request_count() == 0);
}

TEST_CASE("hosts that cannot be reached are found all at once, and the others are not asked for anything") {
  const EnvironmentVariable no_proxy("no_proxy", "127.0.0.1");
  const HttpServer server;
  const SilentPort silent;
  const SilentPort silent_too;
  const int closed = closed_port();
  std::vector<std::string> urls{server.url("/a"), server.url("/b")};
  for (const int port : {silent.number(), silent_too.number(), closed})
    urls.push_back(fmt::format("http://127.0.0.1:{}/file", port));
  TransferLimits limits;
  limits.connect = std::chrono::milliseconds(200);
  std::vector<std::string> hosts;
  for (const auto& [host, reason] : find_unreachable_hosts(urls, limits)) {
    hosts.push_back(host);
    CHECK_FALSE(reason.empty());
  }
  std::vector<std::string> expected;
  for (const int port : {silent.number(), silent_too.number(), closed})
    expected.push_back(fmt::format("127.0.0.1:{}", port));
  std::sort(expected.begin(), expected.end());
  CHECK(hosts == expected);
  CHECK(server.request_count() == 0);
  CHECK(find_unreachable_hosts({}, limits).empty());
}
