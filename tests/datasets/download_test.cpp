// Downloads that get what they want, at once or after trouble that passes.

#include "datasets/download.hpp"

#include <algorithm>
#include <random>
#include <thread>

#include "tests/catch.hpp"
#include "tests/datasets/download_fixture.hpp"

using namespace descent;
using namespace descent::test;
using Names = std::vector<std::string>;

namespace {

const std::string body = some_bytes(100'000);
const std::string body_md5 = [] {
  MessageDigest digest("MD5");
  digest.add(body);
  return digest.hex();
}();

}  // namespace

TEST_CASE("download: a file arrives whole under its name, and nothing else is left") {
  DownloadFixture fixture;
  HttpServer server;
  const bool tell_length = GENERATE(true, false);
  server.serve("/file", HttpReply{.body = body, .etag = "\"1\"", .tell_length = tell_length});
  PublicFile source{"file", server.url("/file"), sha256_of_text(body), body_md5};
  CHECK(download(source, fixture.folder.path(), fixture.options, fixture.events()));
  CHECK(fixture.text() == body);
  CHECK(fixture.names() == Names{"file"});
  CHECK(server.request_count() == 1);
  CHECK(server.requests("/file").at(0).range.empty());
  CHECK(fixture.notes.empty());
  CHECK(std::is_sorted(fixture.received.begin(), fixture.received.end()));
  REQUIRE_FALSE(fixture.received.empty());
  CHECK(fixture.received.back() == body.size());
}

TEST_CASE("download: an empty file is a file") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", HttpReply{});
  CHECK(fixture.get(server.url("/file"), ""));
  CHECK(fixture.names() == Names{"file"});
  CHECK(fixture.text().empty());
}

TEST_CASE("download: without a checksum what comes is taken, also without events") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", HttpReply{.body = body});
  CHECK(download({"file", server.url("/file"), "", ""}, fixture.folder.path(), fixture.options, {}));
  CHECK(fixture.text() == body);
}

TEST_CASE("download: a file that is there is left alone, right or wrong") {
  DownloadFixture fixture;
  HttpServer server;
  server.serve("/file", HttpReply{.body = body});
  fixture.folder.write("file", "the user's own");
  CHECK_FALSE(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == "the user's own");
  CHECK(fixture.names() == Names{"file"});
  CHECK(server.request_count() == 0);
}

TEST_CASE("download: a server's trouble of the moment is waited for") {
  DownloadFixture fixture;
  HttpServer server;
  HttpReply trouble;
  std::size_t troubled_requests = 2;
  const auto stall = [&] {
    fixture.options.limits.stall = std::chrono::seconds(1);
    trouble.stall = true;
    troubled_requests = 1;
  };
  SECTION("HTTP status") {
    trouble.status = GENERATE(408, 429, 500, 502, 503, 504);
    trouble.body = std::string(200'000, 'x');  // an error page is not the file
  }
  SECTION("a connection that is closed without a word") {
    trouble.close_at_once = true;
  }
  SECTION("a server that stalls before it answers") {
    trouble.tell_length = false;
    stall();
  }
  SECTION("a server that stalls in the middle") {
    trouble = {.body = body, .cut_after = 50};
    stall();
  }
  server.serve("/file", [&](const HttpRequest& request) {
    return static_cast<std::size_t>(request.number) <= troubled_requests ? trouble : HttpReply{.body = body};
  });
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(fixture.names() == Names{"file"});
  // A machine that is slow for a second may cause another attempt.
  if (!trouble.stall) CHECK(server.request_count() == troubled_requests + 1);
  CHECK(server.request_count() > troubled_requests);
  CHECK(fixture.notes.size() == server.request_count() - 1);
}

TEST_CASE("download: a pause is at least as long as the server asks, up to the longest") {
  DownloadFixture fixture;
  fixture.options.longest_pause = std::chrono::milliseconds(30);
  HttpServer server;
  server.serve("/file", [&](const HttpRequest& request) {
    return request.number == 1 ? HttpReply{.status = 503, .more_headers = "Retry-After: 1000\r\n"}
                               : HttpReply{.body = body};
  });
  const auto start = std::chrono::steady_clock::now();
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(std::chrono::steady_clock::now() - start >= std::chrono::milliseconds(30));
  CHECK(fixture.notes ==
        Names{"file: " + server.host() + " answers with HTTP status 503; next attempt in 0.0 s"});
}

TEST_CASE("download: redirections are followed") {
  DownloadFixture fixture;
  HttpServer server;
  HttpServer other;
  const int status = GENERATE(301, 302, 303, 307, 308);
  server.serve("/file", HttpReply{.status = status, .body = "moved", .location = other.url("/there")});
  other.serve("/there", HttpReply{.body = body});
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
}

TEST_CASE("download: two at once fetch the file once") {
  DownloadFixture first;
  DownloadFixture second;
  HttpServer server;
  std::atomic<bool> second_waits{false};
  server.serve("/file", [&](const HttpRequest&) {
    for (int i = 0; i < 500 && !second_waits; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return HttpReply{.body = body};
  });
  const PublicFile source{"file", server.url("/file"), sha256_of_text(body), ""};
  bool fetched = false;
  std::thread other([&] {
    while (server.request_count() == 0) std::this_thread::yield();
    const DownloadEvents events{{}, [&](const std::string& message) {
                                  second.notes.push_back(message);
                                  second_waits = true;
                                }};
    fetched = download(source, first.folder.path(), second.options, events);
  });
  CHECK(download(source, first.folder.path(), first.options, first.events()));
  other.join();
  CHECK_FALSE(fetched);
  CHECK(second.notes == Names{"file: another process is fetching it; waiting for that"});
  CHECK(server.request_count() == 1);
  CHECK(first.text() == body);
  CHECK(first.names() == Names{"file"});
}

TEST_CASE("download: whatever a server does at random, the file is right or is not there") {
  int successes = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    CAPTURE(seed);
    std::mt19937 random(seed);
    DownloadFixture fixture;
    fixture.options.attempts = 4;
    HttpServer server;
    const std::string other_body = some_bytes(90'000, seed + 100);
    server.serve("/file", [&](const HttpRequest&) {
      HttpReply reply{.body = random() % 8 == 0 ? other_body : body,
                      .etag = random() % 4 == 0 ? "" : "\"same\"",  // also where the file is another one
                      .ranges = random() % 3 != 0,
                      .keep_if_range = random() % 2 == 0,
                      .tell_length = random() % 3 != 0};
      if (random() % 2 == 0) reply.cut_after = random() % body.size();
      if (random() % 6 == 0) reply.status = 503;
      if (random() % 8 == 0) reply.close_at_once = true;
      return reply;
    });
    bool there = false;
    for (int call = 0; call < 5 && !there; ++call) {
      try {
        there = fixture.get(server.url("/file"), body);
      } catch (const RunError&) {
      }
    }
    if (there) CHECK(fixture.text() == body);
    CHECK(std::filesystem::exists(fixture.folder.path() / "file") == there);
    successes += there ? 1 : 0;
  }
  CHECK(successes > 20);  // else little was tried
}
