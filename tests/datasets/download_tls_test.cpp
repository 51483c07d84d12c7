// Downloads by https: certificates are verified, always.

#include "tests/catch.hpp"
#include "tests/datasets/download_fixture.hpp"

using namespace descent;
using namespace descent::test;
using Names = std::vector<std::string>;

namespace {

const std::string body = some_bytes(50'000);

}  // namespace

TEST_CASE("download: a certificate that no authority vouches for is refused, before anything is asked") {
  DownloadFixture fixture;
  const SelfSignedCertificate certificate;
  HttpServer server(&certificate);
  server.serve("/file", HttpReply{.body = body});
  const std::string message = fixture.error({"file", server.url("/file"), sha256_of_text(body), ""});
  CHECK_THAT(message, ContainsSubstring("certificate"));
  CHECK(server.request_count() == 0);
  CHECK(fixture.names().empty());
  CHECK(fixture.notes.empty());  // no further attempt
}

TEST_CASE("download: with a certificate that is trusted https works like http") {
  DownloadFixture fixture;
  const SelfSignedCertificate certificate;
  fixture.options.limits.certificates = fixture.folder.path() / "trusted.pem";
  certificate.write(fixture.options.limits.certificates);
  HttpServer server(&certificate);
  server.serve("/file", [](const HttpRequest& request) {
    HttpReply reply{.body = body, .etag = "\"1\""};
    if (request.number == 1) reply.cut_after = 20'000;
    return reply;
  });
  CHECK(fixture.get(server.url("/file"), body));
  CHECK(fixture.text() == body);
  CHECK(server.requests("/file").at(1).range == "bytes=20000-");

  const SelfSignedCertificate another;
  HttpServer impostor(&another);
  impostor.serve("/file", HttpReply{.body = body});
  std::filesystem::remove(fixture.folder.path() / "file");
  CHECK_THAT(fixture.error({"file", impostor.url("/file"), "", ""}), ContainsSubstring("certificate"));
}

TEST_CASE("download: https does not redirect to http") {
  DownloadFixture fixture;
  const SelfSignedCertificate certificate;
  fixture.options.limits.certificates = fixture.folder.path() / "trusted.pem";
  certificate.write(fixture.options.limits.certificates);
  HttpServer server(&certificate);
  HttpServer plain;
  server.serve("/file", HttpReply{.status = 302, .location = plain.url("/file")});
  plain.serve("/file", HttpReply{.body = body});
  CHECK_THAT(fixture.error({"file", server.url("/file"), "", ""}), ContainsSubstring("rotocol"));
  CHECK(plain.request_count() == 0);

  HttpServer other(&certificate);
  other.serve("/file", HttpReply{.body = body});
  server.serve("/moved", HttpReply{.status = 302, .location = other.url("/file")});
  CHECK(fixture.get(server.url("/moved"), body));
}
