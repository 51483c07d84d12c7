// Single downloads: successful at once, successful after passing trouble, and failing.

#include "datasets/download/download.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <chrono>
#include <random>
#include <thread>

#include "tests/catch.hpp"
#include "tests/datasets/download/fetch_fixture.hpp"
#include "tests/support/file_size_limit.hpp"

using namespace descent;
using namespace descent::test;
using Names = std::vector<std::string>;

namespace {

const std::string body = some_bytes(100'000);
const std::string other_body = some_bytes(100'000, 2);

/// Cuts the first answer off after 40,000 bytes; later answers are complete.
HttpServer::Answer cut_once(HttpReply later = {.body = body}) {
  return [later](const HttpRequest& request) {
    return request.number == 1 ? HttpReply{.body = body, .cut_after = 40'000} : later;
  };
}

}  // namespace

TEST_CASE("download: a file arrives whole under its name, and nothing else is left") {
  DownloadFixture fixture;
  const std::string sent = GENERATE_COPY(std::string(), body);
  fixture.server.serve("/file", HttpReply{.body = sent, .tell_length = GENERATE(true, false)});
  const bool has_checksum = GENERATE(true, false);
  CHECK(fixture.get({"file", fixture.server.url("/file"), has_checksum ? sha256_of_text(sent) : "", ""}));
  CHECK((fixture.text() == sent));
  CHECK(fixture.names() == Names{"file"});
  CHECK(fixture.server.requests().size() == 1);
  CHECK(fixture.server.requests().at(0).range.empty());
  CHECK(fixture.notes.empty());
}

TEST_CASE("download: what is there is left alone, and told of when it is no file") {
  DownloadFixture fixture;
  const auto path = fixture.folder.path() / "file";
  std::string complaint = path.string() + ": is there, but is no file; remove it";
  SECTION("a file, right or wrong") {
    fixture.folder.write("file", "the user's own");
    complaint = "no error";
  }
  SECTION("a folder") {
    std::filesystem::create_directory(path);
  }
  SECTION("a FIFO") {
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
  }
  SECTION("a link to nothing") {
    std::filesystem::create_symlink("nothing", path);
  }
  SECTION("the hidden name leads to another file") {
    const auto other = fixture.folder.write("other", "not ours");
    std::filesystem::create_hard_link(other, fixture.partial());
    complaint = fixture.partial().string() + ": is no file of its own; remove it";
  }
  CHECK(fixture.error({"file", fixture.server.url("/file"), "", ""}) == complaint);
  CHECK(fixture.server.requests().empty());
  if (complaint == "no error") CHECK(fixture.text() == "the user's own");
  if (std::filesystem::exists(fixture.folder.path() / "other"))
    CHECK(file_text(fixture.folder.path() / "other") == "not ours");
}

TEST_CASE("download: a server's trouble of the moment is waited for, up to so many attempts") {
  DownloadFixture fixture;
  const int troubles = GENERATE(2, 3);
  fixture.options.attempts = 3;
  fixture.options.stall = std::chrono::seconds(1);
  HttpReply trouble;
  std::string reason = "Empty reply from server";
  std::string pause = "0.0";
  SECTION("HTTP status") {
    trouble.status = GENERATE(408, 429, 500, 503);
    trouble.body = std::string(200'000, 'x');        // an error page is not the file
    trouble.more_headers = "Retry-After: 1000\r\n";  // longer than the maximum pause
    fixture.options.longest_pause = DownloadOptions::Seconds(0.06);
    pause = "0.1";
    reason = fmt::format("{} answers with HTTP status {}", fixture.server.host(), trouble.status);
  }
  SECTION("a connection that is closed without a word") {
    trouble.close_at_once = true;
  }
  SECTION("a connection that is closed at the first byte") {
    trouble = {.body = body, .cut_after = 0};
    reason = "transfer closed with 100000 bytes remaining to read";
  }
  SECTION("a server that all but stalls") {
    trouble = {.body = body, .cut_after = 0, .trickle = true};
    reason = "Operation too slow. Less than 1000 bytes/sec transferred the last 1 seconds";
  }
  fixture.server.serve("/file", [&](const HttpRequest& request) {
    return request.number <= troubles ? trouble : HttpReply{.body = body};
  });
  const std::string url = fixture.server.url("/file");
  const std::string message = fixture.error({"file", url, sha256_of_text(body), ""});
  if (trouble.trickle) {  // each attempt brings some bytes
    CHECK(message == "no error");
    CHECK_THAT(fixture.notes.at(0), StartsWith("file: " + reason));
  } else {
    CHECK(message == (troubles == 2 ? "no error" : url + ": " + reason));
    CHECK(fixture.server.requests().size() == 3);
    CHECK(fixture.notes == Names(2, fmt::format("file: {}; next attempt in {} s", reason, pause)));
  }
  CHECK(fixture.names() == (message == "no error" ? Names{"file"} : Names{}));
}

TEST_CASE("download: an answer that will stay the same is not asked for again") {
  DownloadFixture fixture;
  const int status = GENERATE(401, 404, 416, 304, 204, 206);
  fixture.server.serve("/file",
                       HttpReply{.status = status, .body = status == 204 || status == 304 ? "" : "a page"});
  const std::string url = fixture.server.url("/file");
  CHECK(fixture.error({"file", url, "", ""}) ==
        fmt::format("{}: {} answers with HTTP status {}", url, fixture.server.host(), status));
  CHECK(fixture.server.requests().size() == 1);
  CHECK(fixture.names().empty());
}

TEST_CASE("download: what was cut off is continued, also by another process") {
  DownloadFixture fixture;
  fixture.server.serve("/file", cut_once());
  const std::string url = fixture.server.url("/file");
  if (GENERATE(false, true)) {
    fixture.options.attempts = 1;
    CHECK_THAT(fixture.error({"file", url, sha256_of_text(body), ""}),
               ContainsSubstring("; the 40000 bytes so far are kept"));
    CHECK((file_text(fixture.partial()) == body.substr(0, 40'000)));
  }
  CHECK(fixture.get(url, body));
  CHECK((fixture.text() == body));
  CHECK(fixture.names() == Names{"file"});
  REQUIRE(fixture.server.requests().size() == 2);
  CHECK(fixture.server.requests()[1].range == "bytes=40000-");
  CHECK(fixture.notes.back() == "file: asks for the rest, from byte 40000");
}

TEST_CASE("download: attempts that bring something new do not count as failures") {
  DownloadFixture fixture;
  fixture.options.attempts = 2;
  fixture.server.serve("/file", HttpReply{.body = body, .cut_after = 9'000});
  CHECK(fixture.get(fixture.server.url("/file"), body));
  CHECK((fixture.text() == body));
  CHECK(fixture.server.requests().size() == 12);
}

TEST_CASE("download: where the rest is not to be had everything is fetched again") {
  DownloadFixture fixture;
  HttpReply later{.body = body};
  SECTION("a server that refuses ranges") {
    later.ranges = false;
  }
  SECTION("a range that was not asked for") {
    later.content_range = GENERATE("bytes 39999-99999/100000", "bytes 0-99999/100000");
  }
  SECTION("a status of its own") {
    later.status = 416;
  }
  fixture.server.serve("/file", [&](const HttpRequest& request) {
    return request.number == 3 ? HttpReply{.body = body} : cut_once(later)(request);
  });
  CHECK(fixture.get(fixture.server.url("/file"), body));
  CHECK((fixture.text() == body));
  CHECK(fixture.server.requests().size() == 3);
}

TEST_CASE("download: parts of two files are never joined") {
  DownloadFixture fixture;
  fixture.server.serve("/file", cut_once({.body = other_body}));  // even if If-Range would have prevented it
  const std::string url = fixture.server.url("/file");
  SECTION("the checksum finds out") {
    CHECK(fixture.get(url, other_body));
    CHECK(fixture.server.requests().size() == 3);
    CHECK_THAT(fixture.notes.back(), StartsWith("file: expected SHA256 " + sha256_of_text(other_body)));
    CHECK_THAT(fixture.notes.back(), ContainsSubstring("; fetching it again once"));
  }
  SECTION("without a checksum nothing is continued") {
    CHECK(fixture.get({"file", url, "", ""}));
    CHECK(fixture.server.requests().at(1).range.empty());
  }
  SECTION("nor by another process") {
    fixture.folder.write(".file.download", body.substr(0, 40'000));
    CHECK(fixture.get({"file", fixture.server.url("/file"), "", ""}));
    CHECK(fixture.server.requests().at(0).range.empty());
  }
  CHECK((fixture.text() == other_body));
}

TEST_CASE("download: bytes of an earlier process are judged by the checksum") {
  DownloadFixture fixture;
  fixture.server.serve("/file", HttpReply{.body = body});
  struct Case {
    std::string left;
    std::size_t requests;
  };
  const Case each = GENERATE(Case{body, 0},                       // killed when all bytes had come
                             Case{std::string(100'000, 'x'), 2},  // the rest cannot be fetched
                             Case{body + "more", 2}, Case{std::string(40'000, 'x'), 2});
  fixture.folder.write(".file.download", each.left);
  CHECK(fixture.get(fixture.server.url("/file"), body));
  CHECK((fixture.text() == body));
  CHECK(fixture.names() == Names{"file"});
  CHECK(fixture.server.requests().size() == each.requests);
}

TEST_CASE("download: wrong bytes are fetched twice, told of, and not kept") {
  DownloadFixture fixture;
  fixture.server.serve("/file", HttpReply{.body = "something else"});
  const std::string url = fixture.server.url("/file");
  const std::string got = sha256_of_text("something else");
  CHECK(fixture.error({"file", url, sha256_of_text(body), ""}) ==
        fmt::format("{}: expected SHA256 {}, got {} (14 bytes), twice; nothing of it is kept", url,
                    sha256_of_text(body), got));
  CHECK(fixture.server.requests().size() == 2);
  const std::string md5 = "0123456789abcdef0123456789abcdef";
  CHECK_THAT(fixture.error({"file", url, GENERATE_COPY(std::string(), got), md5}),
             ContainsSubstring(": expected MD5 " + md5 + ", got "));
  CHECK(fixture.names().empty());
}

TEST_CASE("download: redirections go a few steps, and only to http and https") {
  DownloadFixture fixture;
  const std::string secret = fixture.folder.write("secret", "not for downloads").string();
  HttpServer other;
  other.serve("/there", HttpReply{.body = body});
  const std::string target =
      Names{other.url("/there"), "file://" + secret, "ftp://127.0.0.1/file", "/file", "http://a\x1b[31mb/"}
          .at(GENERATE(range(0U, 5U)));
  fixture.server.serve(
      "/file", HttpReply{.status = GENERATE(301, 308), .more_headers = "Location: " + target + "\r\n"});
  const std::string message = fixture.error({"file", fixture.server.url("/file"), "", ""});
  if (target.ends_with("/there")) {
    CHECK((fixture.text() == body));
    return;
  }
  CHECK_THAT(message, StartsWith(fixture.server.url("/file") + ": "));
  CHECK(message.find('\x1b') == std::string::npos);
  if (target == "/file") CHECK_THAT(message, ContainsSubstring("Maximum (5) redirects followed"));
  CHECK(fixture.names() == Names{"secret"});
  CHECK(fixture.server.requests().size() == (target == "/file" ? 6 : 1));
}

TEST_CASE("download: https is verified, and does not redirect to http") {
  DownloadFixture fixture;
  const TemporaryFolder keys;
  const auto certificate = make_certificate(keys.path());
  HttpServer server(certificate);
  server.serve("/file", cut_once());
  server.serve("/moved",
               HttpReply{.status = 302, .more_headers = "Location: " + fixture.server.url("/file") + "\r\n"});
  fixture.server.serve("/file", HttpReply{.body = body});
  const PublicFile source{"file", server.url("/file"), sha256_of_text(body), ""};
  CHECK_THAT(fixture.error(source), ContainsSubstring("certificate"));
  CHECK(fixture.notes.empty());  // no further attempt
  CHECK(server.requests().empty());

  const EnvironmentVariable trusted("CURL_CA_BUNDLE", certificate.string());
  CHECK_THAT(fixture.error({"file", server.url("/moved"), "", ""}), ContainsSubstring("rotocol"));
  CHECK(fixture.server.requests().empty());
  CHECK(fixture.names().empty());
  CHECK(fixture.get(source));
  CHECK((fixture.text() == body));
}

TEST_CASE("download: a host that does not answer has an error of its own, after a redirection as well") {
  DownloadFixture fixture;
  fixture.options.attempts = 2;
  fixture.options.connect = DownloadOptions::Seconds(0.05);
  const SilentPort silent;
  const std::string host = fmt::format("127.0.0.1:{}", GENERATE_REF(closed_port(), silent.number()));
  const bool redirected = GENERATE(false, true);
  fixture.server.serve(
      "/file", HttpReply{.status = 302, .more_headers = fmt::format("Location: http://{}/there\r\n", host)});
  const PublicFile source{
      "file", redirected ? fixture.server.url("/file") : fmt::format("http://{}/file", host), "", ""};
  REQUIRE_THROWS_AS(fixture.get(source), UnreachableHost);
  CHECK_THAT(fixture.error(source), StartsWith(host + " cannot be reached ("));
  CHECK(fixture.names().empty());
}

TEST_CASE("hosts that cannot be reached are found all at once, and the others are not asked for files") {
  const DownloadFixture fixture;
  const SilentPort silent, silent_too;
  const int closed = closed_port();
  const auto host = [](int port) { return fmt::format("127.0.0.1:{}", port); };
  Names urls{fixture.server.url("/a"), fixture.server.url("/b")};
  for (const int port : {silent.number(), silent_too.number(), closed})
    urls.push_back("http://user:word@" + host(port) + "/file?x=@");
  const auto unreachable = find_unreachable_hosts(urls, DownloadOptions::Seconds(0.2));
  CHECK(unreachable ==
        std::map<std::string, std::string>{{host(silent.number()), "no answer within 0.2 s"},
                                           {host(silent_too.number()), "no answer within 0.2 s"},
                                           {host(closed), "no connection"}});
  CHECK(fixture.server.requests().empty());
  CHECK(host_of("http://data.org/me@home?x=@") == "data.org");
  const EnvironmentVariable proxy("http_proxy",
                                  "http://" + std::string(70, 'x') + ":1");  // no name is longer
  CHECK(find_unreachable_hosts(Names{"http://data.org/a"}, DownloadOptions::Seconds(5)) ==
        std::map<std::string, std::string>{{"data.org", "its proxy is not known"}});
}

TEST_CASE("download: a full disk or a missing folder is named, and the next download goes on") {
  DownloadFixture fixture;
  fixture.server.serve("/file", HttpReply{.body = body});
  const PublicFile source{"file", fixture.server.url("/file"), sha256_of_text(body), ""};
  REQUIRE_THROWS_WITH(download(source, fixture.folder.path() / "missing", {}, {}),
                      (fixture.folder.path() / "missing/.file.download").string() +
                          ": cannot be written: No such file or directory");
  {
    const FileSizeLimit limit(30'000);
    CHECK(fixture.error(source) ==
          fixture.partial().string() +
              ": cannot be written: File too large; the 30000 bytes so far are kept");
  }
  CHECK(fixture.server.requests().size() == 1);  // another attempt would not help
  CHECK(fixture.get(source));
  CHECK((fixture.text() == body));
  CHECK(fixture.server.requests().at(1).range == "bytes=30000-");
}

TEST_CASE("download: no server takes more than its share of disk and time") {
  DownloadFixture fixture;
  const PublicFile source{"file", fixture.server.url("/file"), sha256_of_text(body), ""};
  SECTION("bytes, told of or not") {
    fixture.options.largest = 50'000;
    fixture.server.serve("/file", HttpReply{.body = body, .tell_length = GENERATE(true, false)});
    CHECK(fixture.error(source) == source.url + ": larger than 50000 bytes (--max-size)");
    CHECK(fixture.names().empty());
    fixture.options.largest = body.size();
    CHECK(fixture.get(source));
  }
  SECTION("seconds") {
    fixture.options.longest = DownloadOptions::Seconds(1);
    fixture.server.serve("/file", HttpReply{.body = body, .cut_after = 40'000, .trickle = true});
    const std::string message = fixture.error(source);
    CHECK_THAT(message, StartsWith(source.url + ": not there after 1 s (--max-time); the 40"));
    CHECK_THAT(message, ContainsSubstring(" bytes so far are kept"));
  }
  CHECK(fixture.server.requests().size() <= 2);
}

TEST_CASE("download: passwords are not shown, and neither start-up files nor patterns have a say") {
  DownloadFixture fixture;
  fixture.folder.write(".curlrc", "user-agent = \"changed\"\n");
  const EnvironmentVariable home("HOME", fixture.folder.path().string());
  const EnvironmentVariable curl_home("CURL_HOME", fixture.folder.path().string());
  fixture.server.serve("/file[1-2]", HttpReply{.body = body});
  const std::string address = fixture.server.host() + "/file[1-2]";
  const std::string md5 = "0123456789abcdef0123456789abcdef";
  CHECK_THAT(fixture.error({"file", "http://me:secret@" + address, "", md5}),
             StartsWith("http://" + address + ": expected MD5 " + md5));
  const std::string head = fixture.server.requests().at(0).head;
  CHECK_THAT(head, ContainsSubstring("Authorization: Basic bWU6c2VjcmV0\r\n"));
  CHECK_THAT(head, ContainsSubstring("User-Agent: descent\r\n"));
  const EnvironmentVariable path("PATH", "/nowhere");
  CHECK(fixture.error({"file", "http://" + address, "", ""}) ==
        "curl cannot be started; install the package curl (apt-get install curl)");
}

TEST_CASE("download: two at once fetch the file once") {
  DownloadFixture first, second;
  std::atomic<bool> second_waits{false};
  first.server.serve("/file", [&](const HttpRequest&) {
    for (int i = 0; i < 500 && !second_waits; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return HttpReply{.body = body};
  });
  const PublicFile source{"file", first.server.url("/file"), sha256_of_text(body), ""};
  bool fetched = true;
  std::thread other([&] {
    while (first.server.requests().empty()) std::this_thread::yield();
    const DownloadEvents events{{}, [&](const std::string& message) {
                                  second.notes.push_back(message);
                                  second_waits = true;
                                }};
    fetched = download(source, first.folder.path(), second.options, events);
  });
  CHECK(first.get(source));
  other.join();
  CHECK_FALSE(fetched);
  CHECK(second.notes == Names{"file: another process is fetching it; waiting for that"});
  CHECK(first.server.requests().size() == 1);
  CHECK(first.names() == Names{"file"});
}

TEST_CASE("download: whatever a server does at random, the file is right or is not there") {
  int successes = 0;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    DownloadFixture fixture;
    fixture.options.attempts = 4;
    fixture.server.serve("/file", [&](const HttpRequest&) {
      HttpReply reply{.body = random() % 8 == 0 ? other_body : body,
                      .ranges = random() % 3 != 0,
                      .tell_length = random() % 3 != 0};
      if (random() % 2 == 0) reply.cut_after = random() % body.size();
      if (random() % 6 == 0) reply.status = 503;
      if (random() % 8 == 0) reply.close_at_once = true;
      return reply;
    });
    const PublicFile source{"file", fixture.server.url("/file"), sha256_of_text(body), ""};
    std::string message;
    for (int call = 0; call < 5 && message != "no error"; ++call) message = fixture.error(source);
    const bool there = std::filesystem::exists(fixture.folder.path() / "file");
    CHECK(there == (message == "no error"));
    if (there) CHECK((fixture.text() == body));
    successes += there ? 1 : 0;
  }
  CHECK(successes > 10);  // else too little was tried
}
